// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/new_plan.h"

#include <chrono>
#include <filesystem>

#include "core/io/plan/plan_reader.h"
#include "core/io/traces/read_trace.h"
#include "core/plan/draft/plan_place.h"
#include "core/plan/draft/scale_plan.h"
#include "core/session/commands/commands.h"
#include "core/store/project_file.h"

namespace apportion {

Result<Plan> planOf(const NewPlan& wanted) {
    const std::string file = std::filesystem::absolute(wanted.file).string();
    if (isProjectFile(file) && wanted.pastDays > 0) {
        const auto now = std::chrono::system_clock::now();
        const auto midnight = std::chrono::floor<std::chrono::days>(now);
        const auto milliseconds = [](auto at) {
            return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch())
                .count();
        };
        ProjectBase base{file, milliseconds(midnight - std::chrono::days(wanted.pastDays)),
                         milliseconds(midnight)};
        Plan plan;
        plan.until = base.to - base.from;
        plan.base = std::move(base);
        return plan;
    }
    if (isProjectFile(file))
        return planOn(file, PlanBaseKind::project, 0);
    if (const Result<PlanFile> other = readPlan(file)) {
        Plan plan = other->plan;
        plan.sets.clear();
        plan.name.clear();
        moveBase(plan, file, (std::filesystem::current_path() / "plan").string());
        return plan;
    }
    Result<std::string> format = formatOf(file);
    if (!format)
        return tl::unexpected(std::move(format.error()));
    if (format->empty() || *format == kScenarioTrace)
        return planOn(file, PlanBaseKind::scenario, 0);
    TraceBase base;
    base.file = file;
    base.format = *format;
    base.pool = wanted.pool;
    base.quotas = "groups";
    Plan plan;
    plan.base = base;
    return plan;
}

}  // namespace apportion
