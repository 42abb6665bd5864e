// SPDX-License-Identifier: GPL-3.0-or-later
// GET on slurmrestd, over TCP, TLS, or a unix socket.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/cluster/slurm/token.h"

namespace apportion::slurm {

class Rest {
public:
    // A URL as connectionTo() takes it.
    Rest(std::string url, Token token);
    ~Rest();
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

    // Finds the newest version that both know. Errors: those of failure.h; cluster-no-version.
    Result<void> discover();
    const std::string& version() const { return version_; }  // "v0.0.38", after discover()
    // The answer of /slurm/VERSION/path, of /slurmdb/VERSION/path. Errors: those of failure.h.
    Result<nlohmann::json> controller(const std::string& path);
    Result<nlohmann::json> accounting(const std::string& path);
    const Token& token() const { return token_; }
    void take(Token token);

private:
    struct Raw {
        long status = 0;
        std::string body;
    };
    Result<Raw> get(const std::string& path);
    Result<nlohmann::json> ask(const std::string& path, bool accounting);
    bool tokenIsTaken();

    struct Curl;
    std::unique_ptr<Curl> curl_;
    std::string url_, socket_, version_;
    Token token_;
};

// The versions that these paths name, sorted by their numbers.
std::vector<std::string> offeredVersions(std::string_view openapi);
// The newest of them that this program reads; empty = none.
std::string newestVersion(const std::vector<std::string>& offered);

}  // namespace apportion::slurm
