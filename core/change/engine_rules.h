// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says of a change of the configuration. Declared here and defined in core/view, as
// no command knows the engine.
#pragma once

#include <optional>
#include <string>

#include "core/model/event.h"
#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

class EngineRules {
public:
    virtual ~EngineRules() = default;
    // Why the engine refuses an event on this state (rule 21); nothing if it applies it.
    virtual std::optional<Message> refusalOf(const Project& project, const EventAction& action,
                                             Moment now) const = 0;
    // The same for the sizes of `after`, with mode "refuse" and on the nodes there will be: nothing
    // but work that would not fit them (below-usage).
    virtual std::optional<Message> belowUsage(const Project& before, const Project& after,
                                              Moment now) const = 0;
    // Warnings that name the waiting and the running workloads that lose their right. Work that is
    // not `who`'s to know is not named.
    virtual Problems lostRights(const Project& before, const Project& after, const std::string& who,
                                Moment now) const = 0;
};

}  // namespace apportion
