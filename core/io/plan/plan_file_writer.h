// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as a file, format 1. What has its default is left out, an edit stands in one line, and
// reading gives the same plan again.
#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "core/io/json/writer.h"
#include "core/model/plan.h"
#include "core/model/problem.h"

namespace apportion {

void writePlan(std::ostream& stream, const Plan& plan);
// As it stands in a plan.
void writePlanEdit(json::Writer& out, const PlanEdit& edit);
// Into an object that is open; `came` has a number a goal, or is empty.
void writeAdviceKeys(json::Writer& out, const TakenAdvice& advice,
                     std::span<const std::optional<std::int64_t>> came = {});

// To a file, whole or not at all; see writeOutput().
Result<void> savePlan(const std::string& path, const Plan& plan);

}  // namespace apportion
