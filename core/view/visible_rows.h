// SPDX-License-Identifier: GPL-3.0-or-later
// What of a view somebody may see who may not see the whole pool (core/access): what the command
// line tells him.
#pragma once

#include <string>
#include <vector>

#include "core/access/redaction.h"
#include "core/model/project.h"
#include "core/view/explain/quota_explanation.h"
#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

bool seesAll(const std::string& who, const Project& project);

// Of the quotas that `who` may read, each below the nearest one above it that he may read.
std::vector<TeamInfo> visibleTeams(const std::string& who, const Project& project);

// The project must outlive it, as it is.
Readable readableWork(const std::string& who, const Project& project);

// Of a view that was made of what is readable: quotas, nodes and sums that `who` may not see are
// left out; where rows of his own name the work of others it goes by module and quota.
void keepVisible(View& view, const std::string& who, const Project& project, const Alias& alias);
// Also without the numbers of quotas that `who` may not read.
void redactNames(QuotaExplanation& explanation, const std::string& who, const Project& project,
                 const Alias& alias);

}  // namespace apportion
