// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real apportionctl and looks at what it says.
#pragma once

#include <string>
#include <vector>

#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

struct Ran {
    int code = -1;  // as a shell tells it: 128 + signal where one ended the program
    std::string out;
    std::string err;
};

// Arguments as they are, with this on standard input.
Ran ctl(const std::vector<std::string>& arguments, const std::string& input = {});
// A line for bash in which "$CTL" is the program.
Ran shell(const std::string& line);

// A scenario in which `low` runs from 0, `high` takes its GPUs at 10, and `third` waits for ever.
std::string smallScenario();
std::string sourceFile(const std::string& path);

}  // namespace apportion::testing
