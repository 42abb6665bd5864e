// SPDX-License-Identifier: GPL-3.0-or-later
// Two small tables: who could be hit by a policy, and what would happen with it.
#pragma once

#include <functional>
#include <vector>

#include "core/plan/draft/policy_draft.h"
#include "core/view/view.h"
#include "ui/widgets/cell_table.h"

namespace apportion::ui {

// Colour of the team of a quota.
using ColourOf = std::function<int(const std::string& quota)>;

std::vector<CellTable::Head> victimHeads();
std::vector<CellTable::Row> victimRows(const std::vector<PolicyVictim>& victims,
                                       const ColourOf& colourOf);
std::vector<CellTable::Head> trialHeads();
// `workOf`: nothing = it stands in no row of the view.
using WorkOf = std::function<const WorkloadRow*(const std::string& workload)>;
std::vector<CellTable::Row> trialRows(const PolicyAnswer& answer, const ColourOf& colourOf,
                                      const WorkOf& workOf);

}  // namespace apportion::ui
