// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of cells that stand among other things on a page, which scrolls in their place.
#pragma once

#include <vector>

#include <QList>

#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_layout.h"

namespace apportion::ui {

class TreeView;

TreeView* makePlainTable(const QString& name, QWidget* parent);

// Another model only where the heads are others: what is selected stays.
void putRows(TreeView* table, const std::vector<CellTable::Head>& heads,
             std::vector<CellTable::Row> rows, const QList<ColumnSpec>& columns);

// As high as its rows, up to so many.
void fitRows(TreeView* table, int most = 1000);

}  // namespace apportion::ui
