// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/issue.h"

#include <tuple>
#include <utility>

#include "core/change/command.h"

namespace apportion {

bool operator==(const IssueFix& a, const IssueFix& b) {
    const auto textOf = [](const IssueFix& fix) {
        return fix.change ? std::string(idOf(*fix.change)) + argumentsOf(*fix.change).json()
                          : std::string();
    };
    return std::tie(a.kind, a.targets, a.subject) == std::tie(b.kind, b.targets, b.subject) &&
           textOf(a) == textOf(b);
}

IssueFix fixBy(Change change, std::string subject) {
    IssueFix fix;
    fix.kind = IssueFix::Kind::command;
    fix.change = std::move(change);
    fix.subject = std::move(subject);
    return fix;
}

bool showsFirst(const IssueFix& fix) {
    return fix.change && (std::holds_alternative<SetPolicy>(*fix.change) ||
                          std::holds_alternative<EndTemporary>(*fix.change) ||
                          std::holds_alternative<SetNodeState>(*fix.change));
}

}  // namespace apportion
