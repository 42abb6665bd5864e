// SPDX-License-Identifier: GPL-3.0-or-later
// A report about a part of what its reader may see: a quota with all below it, or one user. All
// else stays as totals without names, so that sums are still those of the pool.
#pragma once

#include <string>

#include "core/model/problem.h"
#include "core/report/usage.h"

namespace apportion::report {

// "quota:NAME" or "user:NAME"; empty = all of it. Error: report-scope.
Result<void> narrow(Usage& usage, const std::string& scope);

// Takes the names out of a job, and out of quotas that are hidden.
void takeNamesOut(UsageJob& job);
void takeNamesOut(std::vector<UsageQuota>& quotas);

}  // namespace apportion::report
