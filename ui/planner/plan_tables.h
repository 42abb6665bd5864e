// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the planner, as rows of cells.
#pragma once

#include <vector>

#include <QString>

#include "core/session/planning/plan_view.h"
#include "ui/widgets/cell_table.h"

namespace apportion::ui {

// Variants side by side in the tables that compare them; all have a verdict.
inline constexpr std::size_t kSideBySide = 4;

// The colour of a variant: a team's, by its place in the plan.
int colourOf(const PlanResults& results, std::size_t set);

// A row a variant: the wait of `quota` (empty = of all), how often it is better, who pays.
std::vector<CellTable::Head> verdictHeads(const QString& quota);
std::vector<CellTable::Row> verdictRows(const PlanResults& results, const QString& quota);

// A row a team, a mark a variant.
std::vector<CellTable::Head> gainHeads(const PlanResults& results);
std::vector<CellTable::Row> gainRows(const PlanResults& results);

// A row a metric, of the whole pool and of `quota`.
std::vector<CellTable::Head> metricHeads(const PlanResults& results);
std::vector<CellTable::Row> metricRows(const PlanResults& results, const QString& quota);

// Of the variants side by side; without a text, none of them refuses an event of the base.
Badge refusedBadge(const PlanResults& results);
// The variants that refuse an event of the base, as one sentence; empty = none does.
QString refusedText(const PlanResults& results);

}  // namespace apportion::ui
