// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON Web Token of Slurm. Its text goes into a header and into the environment of a command, and
// nowhere else: no message, no log, no argument, no file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion::slurm {

class Token {
public:
    Token() = default;
    // Error: cluster-token-form; the text is not in it. `user` empty = as the token says.
    static Result<Token> of(std::string_view text, std::string_view user, std::string_view from);

    bool exists() const { return !secret_.empty(); }
    const std::string& secret() const { return secret_; }
    const std::string& user() const { return user_; }
    const std::string& from() const {
        return from_;
    }  // "SLURM_JWT", a file, the keychain, "scontrol token"
    // Unix seconds. Nothing = it says none, and holds for ever.
    std::optional<std::int64_t> expires() const { return expires_; }
    bool isExpired(std::int64_t now) const { return expires_ && *expires_ <= now; }
    // Past 80 % of its life: time for another one.
    bool isOld(std::int64_t now) const;

private:
    std::string secret_, user_, from_;
    std::optional<std::int64_t> issued_, expires_;
};

// The claims of a token: what stands between its dots, decoded. Nothing if it is not Base64.
std::optional<std::string> decodeBase64Url(std::string_view text);

// From a file that others cannot read: the token alone, or "SLURM_JWT=token". Errors:
// cluster-token-file, cluster-token-form.
Result<Token> tokenOfFile(const std::string& path, std::string_view user);
// Of SLURM_JWT; one that does not exist if that is not set. Error: cluster-token-form.
Result<Token> tokenOfEnvironment(std::string_view user);
// What secret-tool of libsecret finds for this place; one that does not exist if there is none. A
// keychain that is locked asks for its password for half a minute. Error: cluster-token-form.
Result<Token> tokenOfKeychain(const std::string& place, std::string_view user);

}  // namespace apportion::slurm
