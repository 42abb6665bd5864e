// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/plan_commands.h"

#include <algorithm>
#include <numeric>

#include "core/change/apply_edits.h"
#include "core/plan/draft/scale_level.h"

namespace apportion {

PlanCommand commandOf(const ChangeSet& set) {
    std::vector<std::size_t> order(set.edits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return set.edits[a].at < set.edits[b].at;
    });
    PlanCommand command;
    command.apply.variant = set.name;
    for (const std::size_t edit : order) {
        if (commandsOf(set.edits[edit].action).empty()) {
            command.leftOut.push_back(edit);
            continue;
        }
        command.edits.push_back(edit);
        command.apply.edits.emplace_back(PlanEdit{0, set.edits[edit].action});
    }
    return command;
}

std::optional<ScaleRequest> scaleOf(const PlanCommand& command) {
    ScaleTargets targets;
    for (const Read<PlanEdit>& edit : command.apply.edits) {
        const auto* event = std::get_if<EventAction>(&edit->action);
        const auto* scale = event != nullptr ? std::get_if<ScaleEvent>(event) : nullptr;
        if (scale == nullptr)
            return std::nullopt;
        for (const auto& [quota, to] : targetsOf(*scale)) {
            std::erase_if(targets,
                          [&name = quota](const auto& each) { return each.first == name; });
            targets.emplace_back(quota, to);
        }
    }
    const EditModes modes = modesOf(command.apply);
    return ScaleRequest{std::move(targets), modes.sizes, modes.after};
}

}  // namespace apportion
