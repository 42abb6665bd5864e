// SPDX-License-Identifier: GPL-3.0-or-later
// A program with a list of arguments, no shell, and a time limit: what it prints and how it ends.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/problem.h"

namespace apportion::slurm {

struct ProcessRequest {
    std::vector<std::string> words;  // the first is looked up in PATH
    // Added to the environment of this program; a name without a value is taken out of it.
    std::vector<std::pair<std::string, std::optional<std::string>>> variables;
    std::chrono::milliseconds limit{10'000};
    std::string input = {};  // its standard input
};

struct ProcessAnswer {
    int code = 0;  // 128 and the signal that ended it
    std::string output, errors;
};

// Waits until it has ended. What takes longer than its limit is killed with all it started. Errors:
// cluster-no-command, cluster-slow, cluster-answer.too-long, cluster-stopped.
Result<ProcessAnswer> runProcess(const ProcessRequest& request);

// As a shell of another machine takes it as one word, whatever is in it.
std::string shellWord(std::string_view word);

}  // namespace apportion::slurm
