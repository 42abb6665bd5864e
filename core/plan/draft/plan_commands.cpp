// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/plan_commands.h"

#include <algorithm>
#include <numeric>

#include "core/change/event_command.h"

namespace apportion {

std::optional<Change> commandOf(const PlanAction& action) {
    if (const auto* event = std::get_if<EventAction>(&action)) {
        const bool ofWork = std::holds_alternative<CancelEvent>(*event) ||
                            std::holds_alternative<FinishEvent>(*event);
        return ofWork ? std::nullopt : std::optional(changeOf(*event));
    }
    if (const auto* add = std::get_if<AddNodes>(&action))
        return CreateNodes{add->group};
    if (const auto* remove = std::get_if<RemoveNodes>(&action);
        remove != nullptr && remove->nodes.size() == 1)
        return DeleteNodes{remove->nodes.front()};
    if (const auto* quota = std::get_if<AddQuota>(&action)) {
        CreateQuota create;
        create.name = quota->quota.name;
        create.parent = quota->quota.parent;
        create.guaranteed = quota->quota.guaranteed.gpu;
        create.set = differencesOf(quota->quota.policy);
        return create;
    }
    return std::nullopt;
}

PlanCommands commandsOf(const ChangeSet& set) {
    std::vector<std::size_t> order(set.edits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return set.edits[a].at < set.edits[b].at;
    });
    PlanCommands commands;
    for (const std::size_t edit : order)
        if (auto command = commandOf(set.edits[edit].action))
            commands.steps.emplace_back(edit, std::move(*command));
        else
            commands.leftOut.push_back(edit);
    return commands;
}

}  // namespace apportion
