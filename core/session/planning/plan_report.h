// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a plan: question and verdicts, then assumptions, tables, a chart, and the workloads
// that differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/document.h"
#include "core/session/commands/plan.h"
#include "core/session/planning/plan_view.h"

namespace apportion {

// Where the report comes from.
struct PlanReportSource {
    std::string file;      // of the plan, without its folder; empty = it is not saved
    std::string planHash;  // of that file; empty = it is not saved as it was run
    std::string version;   // of the program
    Moment made = 0;       // 0 = not told: the same input gives the same bytes
};

// Of a plan as it stands in that file, made now.
PlanReportSource reportSource(const std::string& file, std::string version);

// `results` are complete, `compared` has their sets. Without a subject the verdicts are about the
// waits of all.
report::Document documentOf(const Plan& plan, const PlanResults& results,
                            const std::vector<SetComparison>& compared, const std::string& subject,
                            const PlanReportSource& source);

// Runs the sets of the plan and compares them; on as many futures as the page does, if the plan
// does not say. Nothing if the control ended it.
std::optional<report::Document> planReport(PreparedPlan plan, RunControl& control,
                                           const PlanReportSource& source);

}  // namespace apportion
