// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of Slurm, on this machine or over the user's own ssh.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/process.h"
#include "core/cluster/slurm/token.h"

namespace apportion::slurm {

class Commands {
public:
    // The token goes into the environment of commands here. Over ssh the user of that machine acts.
    Commands(Connection connection, Token token)
        : connection_(std::move(connection)), token_(std::move(token)) {}

    // What it prints. Errors: those of failure.h; cluster-unreachable where ssh fails.
    Result<std::string> run(std::vector<std::string> words,
                            std::chrono::milliseconds limit = std::chrono::seconds(15)) const;
    // With a standard input, as the user of the machine: neither the token nor anything else is
    // added to the environment, which a job keeps.
    Result<std::string> submit(std::vector<std::string> words, std::string input) const;
    // The words that are run, ssh and all. No secret is in them.
    std::vector<std::string> wordsFor(std::vector<std::string> words, bool submits = false) const;
    const Token& token() const { return token_; }
    void take(Token token) { token_ = std::move(token); }

private:
    Result<std::string> run(ProcessRequest request, bool submits) const;

    Connection connection_;
    Token token_;
};

}  // namespace apportion::slurm
