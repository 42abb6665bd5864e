// SPDX-License-Identifier: GPL-3.0-or-later
// Why Slurm gave no answer. Its daemons and its HTTP codes do not tell an expired token from a dead
// controller; this does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"

namespace apportion::slurm {

tl::unexpected<Problems> fail(std::string code, std::vector<Argument> arguments = {});

// Codes of failures: cluster-token-expired, cluster-token-refused, cluster-controller-down,
// cluster-accounting-down, cluster-refused, cluster-unreachable, cluster-slow, cluster-no-command,
// cluster-no-conf, cluster-answer.
std::string_view codeOf(const Problems& problems);

// What a command of Slurm that failed wrote to standard error, as a failure. `withToken`: it was
// given one, which `expired`.
Problems commandFailure(const std::string& command, std::string_view said, bool withToken,
                        bool expired);

// An entry of `errors` in an answer of slurmrestd. `accounting`: of a path below /slurmdb.
struct RestError {
    std::int64_t number = 0;
    std::string text;
};
Problems restFailure(const RestError& error, bool accounting, bool expired);
// What cannot be told from the answer alone: the token is refused, or the controller is down.
bool isUnspecified(const RestError& error, bool accounting);

// The first line, without hidden characters, cut at 300 bytes.
std::string firstLine(std::string_view text);

}  // namespace apportion::slurm
