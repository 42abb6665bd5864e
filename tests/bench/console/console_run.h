// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the console from the start of its process, driven as a person would, and measured.
#pragma once

namespace apportion::bench {

// Prints "name value" lines, in milliseconds and megabytes. `begun` is when the process was started
// (nanoseconds of the steady clock), `file` may be empty.
// Of this process, as /proc/self/status has it.
double megabytes(const char* key);

int consoleRun(int argc, char** argv, long long begun, const char* file);

}  // namespace apportion::bench
