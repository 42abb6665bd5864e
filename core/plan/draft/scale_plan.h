// SPDX-License-Identifier: GPL-3.0-or-later
// A scale kept as a plan file instead of being applied: one set of one edit, on the open file.
#pragma once

#include <filesystem>
#include <string>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/plan/draft/scale_trial.h"

namespace apportion {

enum class PlanBaseKind { scenario, project };

// Of that file, without variants; its path is absolute. Of a project it looks a day ahead. Error:
// plan-base-unsaved where it has no file.
Result<Plan> planOn(const std::filesystem::path& open, PlanBaseKind kind, Instant at);

// `open` is the file that the plan starts from; the plan names it from its own folder. As
// planOn().
Result<Plan> scalePlan(const ScaleRequest& request, Instant at, const std::filesystem::path& open,
                       PlanBaseKind kind, const std::filesystem::path& plan);

// The same, written. Error: not-written too.
Result<void> saveScalePlan(const ScaleRequest& request, Instant at,
                           const std::filesystem::path& open, PlanBaseKind kind,
                           const std::filesystem::path& plan);

// What its file may be called: "Quota1.1 56, Quota1.2 72.plan.json".
std::string planFileName(const ScaleTargets& targets);

}  // namespace apportion
