// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_table.h"

#include <algorithm>

#include <QHeaderView>

#include "ui/widgets/fonts.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kPlainRow = 28;

}  // namespace

TreeView* makePlainTable(const QString& name, QWidget* parent) {
    auto* table = new TreeView(TreeView::Shape::table, parent);
    table->setAccessibleName(name);
    table->setRootIsDecorated(false);
    table->setFrameShape(QFrame::NoFrame);
    return table;
}

void putRows(TreeView* table, const std::vector<CellTable::Head>& heads,
             std::vector<CellTable::Row> rows, const QList<ColumnSpec>& columns) {
    auto* model = qobject_cast<CellTable*>(table->model());
    bool same = model != nullptr && model->columnCount() == static_cast<int>(heads.size());
    for (int i = 0; same && i < model->columnCount(); ++i)
        same = model->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString() ==
               heads[static_cast<std::size_t>(i)].text;
    if (!same) {
        auto* fresh = new CellTable(heads, table);
        table->setModel(fresh);
        delete model;
        model = fresh;
        table->setColumns(columns);
    }
    model->setRows(std::move(rows));
}

void fitRows(TreeView* table, int most) {
    const int rows = std::min(table->model()->rowCount(), most);
    table->setFixedHeight(table->header()->sizeHint().height() + rows * controlHeight(kPlainRow) +
                          2);
}

}  // namespace apportion::ui
