// SPDX-License-Identifier: GPL-3.0-or-later
// A console that is left running on a live pool: work comes and ends all the time.
#pragma once

#include <string>

namespace apportion::bench {

// Prints "name value" lines: the memory of the process in megabytes each time so many workloads
// have come as `kEach` says, until `work` of them have. The project is made at `file`.
inline constexpr int kEach = 1000;
int longRun(int argc, char** argv, int work, const std::string& file);

}  // namespace apportion::bench
