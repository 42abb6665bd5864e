// SPDX-License-Identifier: GPL-3.0-or-later
// A command as a person types it into a form: words between blanks, with quotes and backslashes as
// a shell has them, and nothing else of a shell. Nothing is looked up or replaced.
#pragma once

#include <string>
#include <vector>

#include "core/model/problem.h"

namespace apportion {

struct CommandLine {
    std::vector<std::string> arguments;  // the first is the program; empty = nothing was typed
    Problems notes;                      // what only a shell would understand
};

// Errors: command-line-quote, command-line-backslash.
Result<CommandLine> readCommandLine(const std::string& text);

// As one could type it into a shell again, on one line; a word with hidden characters as bash has
// it, $'a\x1B'.
std::string commandLineOf(const std::vector<std::string>& arguments);

}  // namespace apportion
