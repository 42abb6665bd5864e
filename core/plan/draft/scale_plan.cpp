// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_plan.h"

#include <algorithm>

#include "core/io/plan/plan_file_writer.h"
#include "core/model/bounds.h"
#include "core/model/number_text.h"
#include "core/plan/draft/plan_place.h"
#include "core/plan/draft/scale_event.h"

namespace apportion {

namespace {

// Work of a live pool may state no end at all: then nothing would ever change.
constexpr Duration kHorizon = 24 * 3600 * kSecond;

// "Quota1.1 56, Quota1.2 72"; where that is longer than a name may be, the sizes alone, and of many
// how many.
std::string nameOf(const ScaleTargets& targets) {
    std::string names, sizes;
    for (const auto& [quota, gpu] : targets) {
        names += (names.empty() ? "" : ", ") + quota + " " + gpuText(gpu);
        sizes += (sizes.empty() ? "" : " / ") + gpuText(gpu);
    }
    return names.size() <= kLongestName   ? names
           : sizes.size() <= kLongestName ? sizes
                                          : std::to_string(targets.size()) + " quotas";
}

}  // namespace

Result<Plan> planOn(const std::filesystem::path& open, PlanBaseKind kind, Instant at) {
    if (open.empty()) {
        Problem problem;
        problem.message = {"plan-base-unsaved", {}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    const std::string file = std::filesystem::absolute(open).string();
    Plan made;
    if (kind == PlanBaseKind::project) {
        made.base = ProjectBase{file};
        made.until = at + kHorizon;
    } else {
        made.base = ScenarioBase{file};
    }
    return made;
}

Result<Plan> scalePlan(const ScaleRequest& request, Instant at, const std::filesystem::path& open,
                       PlanBaseKind kind, const std::filesystem::path& plan) {
    Result<Plan> made = planOn(open, kind, at);
    if (!made)
        return made;
    moveBase(*made, {}, plan.string());
    made->name = planName(plan.string());
    const ScaleEvent event = scaleEvent(request.targets, request.mode, request.after);
    made->sets.push_back({nameOf(request.targets), {{at, EventAction{event}}}});
    return made;
}

Result<void> saveScalePlan(const ScaleRequest& request, Instant at,
                           const std::filesystem::path& open, PlanBaseKind kind,
                           const std::filesystem::path& plan) {
    const auto made = scalePlan(request, at, open, kind, plan);
    if (!made)
        return tl::unexpected(made.error());
    return savePlan(plan.string(), *made);
}

std::string planFileName(const ScaleTargets& targets) {
    std::string name = targets.empty() ? "scale" : nameOf(targets);
    std::replace(name.begin(), name.end(), '/', '-');  // between sizes that stand alone
    return name + ".plan.json";
}

}  // namespace apportion
