// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters side by side, as a table has them.
#pragma once

#include <QList>

#include "ui/cluster_list.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_layout.h"

namespace apportion::ui {

std::vector<CellTable::Head> clusterHeads();
QList<ColumnSpec> clusterColumns();
std::vector<CellTable::Row> clusterRows(const std::vector<ClusterList::Entry>& entries);

}  // namespace apportion::ui
