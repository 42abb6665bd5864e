# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DOUTPUT=FILE [-DCOMMIT=ID] -P ApportionCommit.cmake, in the project's folder: a source that names the commit.
# The file is written only when the commit is another one.
if(NOT COMMIT)
  execute_process(COMMAND git rev-parse --short=12 HEAD OUTPUT_VARIABLE COMMIT ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Written while building.
#include "core/model/version.h"
const char* const apportion::kCommit = "@COMMIT@";
]])
