# SPDX-License-Identifier: GPL-3.0-or-later
# Profile-guided optimization of the libraries where the time of a replay goes. Each is compiled with
# counters first (apportion_NAME_learning), app/train runs with these twins, and the real compilation
# goes by what was hot there. It decides the same; a replay takes a tenth to a quarter less. For
# releases with GCC and Ninja, where APPORTION_TRAIN is on: in the preset package.

include_guard(GLOBAL)

set(APPORTION_LEARNS OFF)
if(APPORTION_TRAIN AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT APPORTION_SANITIZE
   AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_GENERATOR STREQUAL Ninja)
  set(APPORTION_LEARNS ON)
endif()

# Functions are known by their number, as the two objects have different names.
set(apportion_numbered "SHELL:--param profile-func-internal-id=1")

# apportion_trained(NAME)
# Called for a library when it is complete: apportion_NAME is compiled as one unit, by its profile.
function(apportion_trained name)
  if(NOT APPORTION_LEARNS)
    return()
  endif()
  get_target_property(sources apportion_${name} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n")
  list(JOIN sources "" content)
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${name}_unit.cpp)
  file(GENERATE OUTPUT ${unit} CONTENT "${content}")
  # Where GCC looks for the counts: beside the object.
  set(profile ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/apportion_${name}.dir/${name}_unit.cpp.gcda)

  get_target_property(options apportion_${name} COMPILE_OPTIONS)
  set_target_properties(apportion_${name} PROPERTIES
    SOURCES ${unit} UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON
    APPORTION_UNIT ${unit} APPORTION_OPTIONS "${options}" APPORTION_PROFILE ${profile})
  set_source_files_properties(${unit} PROPERTIES OBJECT_DEPENDS ${profile})
  # What the training does not reach is not taken for cold.
  target_compile_options(apportion_${name} PRIVATE ${apportion_numbered} -fprofile-use
                         -fprofile-partial-training)
endfunction()

# apportion_learning(NAME lib ...)
# The twin of apportion_NAME that counts, linked with what it needs. It counts no values: some are addresses,
# which are others in every run.
function(apportion_learning name)
  get_target_property(unit apportion_${name} APPORTION_UNIT)
  get_target_property(options apportion_${name} APPORTION_OPTIONS)
  add_library(apportion_${name}_learning STATIC EXCLUDE_FROM_ALL ${unit})
  set_target_properties(apportion_${name}_learning PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_link_libraries(apportion_${name}_learning PUBLIC ${ARGN})
  target_compile_options(apportion_${name}_learning PRIVATE ${options} ${apportion_numbered}
                         -fprofile-generate -fprofile-update=single -fno-profile-values)
  target_link_options(apportion_${name}_learning PUBLIC -fprofile-generate)
endfunction()
