// SPDX-License-Identifier: GPL-3.0-or-later
// What the build made and tests of core need.
#pragma once

namespace apportion::testing {

extern const char* const kKeeperProgram;  // apportionctl
extern const char* const kFakeNvml;       // tests/fakes

}  // namespace apportion::testing
