// SPDX-License-Identifier: GPL-3.0-or-later
// The command that mends an issue, as a request to the session.
#pragma once

#include "core/change/command.h"
#include "core/view/issues/issue.h"

namespace apportion {

// Of kind command.
inline CommandRequest requestOf(const IssueFix& fix) {
    Arguments arguments;
    for (const auto& [name, value] : fix.arguments)
        arguments.set(name, value);
    return requestOf(fix.command, std::move(arguments));
}

// Whether it may touch what others run or wait for: such a fix shows first what it would do.
inline bool showsFirst(const IssueFix& fix) {
    return fix.kind == IssueFix::Kind::command &&
           (fix.command == "policy" || fix.command == "temporary.end" ||
            fix.command == "nodes.state");
}

}  // namespace apportion
