// SPDX-License-Identifier: GPL-3.0-or-later
// What could stand next on a command line. The scripts in installer/completion ask for it, so that
// all shells complete what the parser knows.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace apportion::ctl {

struct Completion {
    std::string word;
    std::string help;  // one line, or empty
};
struct Completions {
    std::vector<Completion> words;
    bool files = false;  // any name of a file, too
};

// `words`: those after the name of the program. The last is completed, and may be empty.
Completions completionsOf(const CLI::App& app, const std::vector<std::string>& words);

// A line for each word, with its help after a tab; a line of one tab asks for the names of files.
int printCompletions(const CLI::App& app, const std::vector<std::string>& words);

// What a place on the command line takes, by how the help calls it: "on|off", "QUOTA", "FILE".
std::string placeOf(const CLI::Option& option);

}  // namespace apportion::ctl
