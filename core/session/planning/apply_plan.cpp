// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/apply_plan.h"

#include <filesystem>
#include <system_error>

namespace apportion {

ApplyObstacle obstacleTo(const PlanView& view, std::size_t set, const std::string& file) {
    std::error_code none;
    if (file.empty() || view.basePath.empty() ||
        !std::filesystem::equivalent(file, view.basePath, none))
        return ApplyObstacle::otherPool;
    if (view.baseMoved)
        return ApplyObstacle::baseMoved;
    const PlanResults* results = view.results.get();
    for (std::size_t i = 0; results != nullptr && i < results->sets.size(); ++i) {
        if (results->places[i] != set || set >= view.draft.plan.sets.size() ||
            results->sets[i].edits != view.draft.plan.sets[set].edits || !results->runs[i + 1])
            continue;
        return results->runs[i + 1]->refused ? ApplyObstacle::refused : ApplyObstacle::none;
    }
    return ApplyObstacle::notRun;
}

}  // namespace apportion
