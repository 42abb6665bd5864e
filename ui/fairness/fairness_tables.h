// SPDX-License-Identifier: GPL-3.0-or-later
// What fairness shows, as rows of cells.
#pragma once

#include "core/session/commands/report.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {

QList<KeyNumber> fairNumbers(const PreparedFairness& shown);

// A row a team in the order of the tree, and their sum.
std::vector<CellTable::Head> fairTeamHeads();
std::vector<CellTable::Row> fairTeamRows(const PreparedFairness& shown);

// Who lacks GPUs, and who has them beyond its share.
std::vector<CellTable::Head> fairPairHeads();
std::vector<CellTable::Row> fairPairRows(const PreparedFairness& shown);

std::vector<CellTable::Head> idleHeads();
std::vector<CellTable::Row> idleRows(const PreparedFairness& shown);

}  // namespace apportion::ui
