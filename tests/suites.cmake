# SPDX-License-Identifier: GPL-3.0-or-later
# Run after PROGRAM was built: writes into OUTPUT one test of ctest for each suite of GoogleTest, as a process
# for each single test costs more than most tests. WRAPPER (a list) runs the program.
execute_process(COMMAND ${WRAPPER} ${PROGRAM} --gtest_list_tests
  OUTPUT_VARIABLE listed RESULT_VARIABLE failed TIMEOUT 120)
if(failed)
  message(FATAL_ERROR "${PROGRAM} does not list its tests: ${failed}")
endif()
string(REGEX REPLACE "[;\r]" "" listed "${listed}")
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
set(content "")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  set(name "${PREFIX}.${suite}")
  string(REGEX REPLACE "\\.$" "" name "${name}")
  # Suites over many seeds and faults are the longest: they begin first.
  set(cost "")
  if(name MATCHES "/")
    set(cost " COST 500")
  endif()
  string(APPEND content
    "add_test([==[${name}]==] ${WRAPPER} [==[${PROGRAM}]==] [==[--gtest_filter=${suite}*]==])\n"
    "set_tests_properties([==[${name}]==] PROPERTIES LABELS ${PREFIX} TIMEOUT ${TIMEOUT}${cost})\n")
endforeach()
file(WRITE ${OUTPUT} "${content}")
