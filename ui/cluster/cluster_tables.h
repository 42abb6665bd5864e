// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster says of itself, as tables: QOS, accounts, reasons of waiting jobs, figures of its
// scheduler, and checked facts.
#pragma once

#include <string>
#include <vector>

#include <QList>

#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/picture.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_layout.h"

namespace apportion::ui {

class TextLabel;
class TreeView;

struct ClusterTable {
    std::vector<CellTable::Head> heads;
    std::vector<CellTable::Row> rows;
    QList<ColumnSpec> columns;
};

ClusterTable qosTable(const slurm::Picture& picture);
ClusterTable accountsTable(const slurm::Picture& picture);
// Waiting jobs by Slurm's reason, most GPUs first.
ClusterTable reasonsTable(const slurm::Picture& picture);
// `printed`: as readFigures() says.
ClusterTable figuresTable(const std::string& printed);
ClusterTable factsTable(const slurm::Checked& checked);
// "9 good, 2 warnings, 1 error".
QString factsText(const slurm::Checked& checked);

void put(TreeView* table, ClusterTable what);
// Has room for two lines of what a row says in full, to be read and copied.
TextLabel* makeWholeText(QWidget* parent);
// Of the current row of a table, each time that it has got its rows.
void showWhole(TreeView* table, TextLabel* whole);

}  // namespace apportion::ui
