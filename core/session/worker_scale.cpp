// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts of a scale on what is open: a recorded run at its clock, or a project as it stands.
#include "core/plan/draft/scale_plan.h"
#include "core/plan/draft/scale_visible.h"
#include "core/session/worker.h"

namespace apportion {

namespace {

// As the person at the project may see it, in the times of the clock.
template <typename Draft>
void show(Draft& draft, OpenProject& project) {
    shiftTimes(draft, project.shift());
    const auto read = project.desk().project();
    if (!read)
        return;
    const Roster roster(**read);
    const std::string& who = project.desk().who();
    keepVisible(
        draft, [&](const std::string& quota) { return roster.may(who, Right::readQuota, {quota}); },
        project.desk().alias());
}

}  // namespace

// The state that is shown and that a command is checked against; nobody has decided on it.
const Engine* Worker::standing() {
    if (project_)
        return &project_->standing();
    return player_ ? &player_->here().engine() : nullptr;
}

std::optional<ScaleCheck> Worker::checkScale(const ScaleTargets& targets) {
    const Engine* now = standing();
    if (now == nullptr)
        return std::nullopt;
    ScaleCheck check = project_
                           ? apportion::checkScale(project_->foresight(*now), now->now(), targets)
                           : apportion::checkScale(*now, player_->clock(), targets);
    if (project_)
        show(check, *project_);
    return check;
}

std::optional<ScaleTrial> Worker::draftScale(const ScaleRequest& request) {
    const Engine* now = standing();
    if (now == nullptr)
        return std::nullopt;
    ScaleTrial trial = project_ ? tryScale(project_->foresight(*now), now->now(), request)
                                : tryScale(*now, player_->clock(), request);
    if (project_) {
        trial.resting = project_->isResting();
        show(trial, *project_);
    }
    return trial;
}

ScaleTargets Worker::suggestScale() {
    const Engine* now = standing();
    if (now == nullptr)
        return {};
    ScaleTargets targets = suggestedTargets(*now);
    if (const auto read = project_ ? project_->desk().project() : Result<const Project*>(nullptr);
        read && *read) {
        const Roster roster(**read);
        for (const auto& [quota, gpu] : targets)
            if (!roster.may(project_->desk().who(), Right::resizeQuota, {quota}))
                return {};
    }
    return targets;
}

Result<void> Worker::saveScaleAsPlan(const ScaleRequest& request,
                                     const std::filesystem::path& file) {
    if (project_)
        return saveScalePlan(request, 0, project_->desk().file().path(), PlanBaseKind::project,
                             file);
    return saveScalePlan(request, player_ ? player_->clock() : 0, document_.file(),
                         PlanBaseKind::scenario, file);
}

}  // namespace apportion
