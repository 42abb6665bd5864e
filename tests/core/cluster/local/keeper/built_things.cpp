// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cluster/local/keeper/built_things.h"

namespace apportion::testing {

const char* const kKeeperProgram = APPORTION_BIN_DIR "/apportionctl";
const char* const kFakeNvml = APPORTION_FAKE_NVML;

}  // namespace apportion::testing
