// SPDX-License-Identifier: GPL-3.0-or-later
// Where a Slurm cluster is and how it is asked. Holds no secret.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion::slurm {

struct Connection {
    enum class Way {
        here,  // the commands of this machine
        ssh,   // the same on another machine, by the user's own ssh
        rest,  // slurmrestd
    };
    std::string name;
    Way way = Way::here;
    std::string place;      // of ssh user@host, of rest its URL; empty for here
    std::string user;       // of the token; empty = as the token says
    std::string tokenFile;  // empty = SLURM_JWT, the keychain, else `scontrol token`
    friend bool operator==(const Connection&, const Connection&) = default;
};

// "here", "ssh:user@host", "http://…", "https://…", "unix:/path". Error: cluster-place.
Result<Connection> connectionTo(std::string_view place);
// The same text again.
std::string placeText(const Connection& connection);

// Whether Slurm takes it as a name in any command without a change: [a-z0-9._-], no leading "-".
// What is not is read and never written.
bool isPlainName(std::string_view name);

}  // namespace apportion::slurm
