// SPDX-License-Identifier: GPL-3.0-or-later
// What a view shows as CSV for programs. Heads and codes are the same in every language; times are
// UTC where the pool has a wall clock, else seconds of the run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/view/history/entry_changes.h"
#include "core/view/quota_order.h"
#include "core/view/view.h"

namespace apportion {

// One row a workload, of these and in this order.
std::string workCsv(const View& view, const std::vector<const WorkloadRow*>& rows);
std::string evictionCsv(const View& view, const std::vector<const EvictionRow*>& rows);
// All quotas of the order, whether their parents are open or not. Limit, weight and minimum runtime
// are those that hold, inherited or not; an empty limit is none, and of an empty lend all is lent.
std::string quotaCsv(const View& view, const QuotaOrder& order);
std::string nodeCsv(const View& view, const std::vector<const NodeRow*>& rows);
// The warnings of the file and what the validators found; codes are stable, words are English.
std::string issueCsv(const View& view);
// Times are UTC in any pool.
// `changes` by entry; what is not there has none.
std::string historyCsv(const std::vector<const JournalRow*>& rows,
                       const std::map<Revision, ChangeTexts>& changes);
std::string workspaceCsv(const std::vector<const WorkspaceRow*>& rows);

}  // namespace apportion
