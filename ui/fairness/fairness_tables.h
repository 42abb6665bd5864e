// SPDX-License-Identifier: GPL-3.0-or-later
// What fairness shows, as rows of cells.
#pragma once

#include "core/session/commands/report.h"
#include "core/view/view.h"
#include "ui/charts/chart_data.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {

// `day` may be null: it is not known yet.
QList<KeyNumber> fairNumbers(const PreparedFairness& shown, const report::FairDay* day);

// A row a team in the order of the tree, and their sum.
std::vector<CellTable::Head> fairTeamHeads();
std::vector<CellTable::Row> fairTeamRows(const PreparedFairness& shown, const report::FairDay* day);

// Who lacks GPUs, who has them beyond its share, and why they do not reach the one that lacks them.
std::vector<CellTable::Head> fairPairHeads();
std::vector<CellTable::Row> fairPairRows(const PreparedFairness& shown);

std::vector<CellTable::Head> idleHeads();
std::vector<CellTable::Row> idleRows(const PreparedFairness& shown);

// GPUs below the fair shares over the day, with evictions.
ChartData fairChart(const PreparedFairness& shown, const report::FairDay& day, const View& view);

}  // namespace apportion::ui
