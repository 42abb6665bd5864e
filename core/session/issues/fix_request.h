// SPDX-License-Identifier: GPL-3.0-or-later
// The command that mends an issue, as a request to the session.
#pragma once

#include "core/session/issues/issue.h"
#include "core/session/project/desk.h"

namespace apportion {

// Of kind command.
inline CommandRequest requestOf(const IssueFix& fix) {
    CommandRequest request;
    request.id = fix.command;
    for (const auto& [name, value] : fix.arguments)
        request.arguments.set(name, value);
    return request;
}

}  // namespace apportion
