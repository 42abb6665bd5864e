// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_table.h"

#include <utility>

namespace apportion::ui {

CellTable::Row CellTable::rowOfWork(const QString& workload, const QString& quota, int colour) {
    Row row;
    Cell name = Cell::name(workload, quota);
    row.cells.push_back(colour < 0 ? name : name.withTeam(colour, 8));
    if (!quota.isEmpty())
        row.name = tr("%1 (%2)", "workload, quota").arg(workload, quota);
    return row;
}

CellTable::CellTable(std::vector<Head> heads, QObject* parent)
    : QAbstractTableModel(parent), heads_(std::move(heads)) {}

void CellTable::setRows(std::vector<Row> rows) {
    if (rows == rows_)
        return;
    if (rows.size() == rows_.size()) {
        rows_ = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int CellTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CellTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(heads_.size());
}

QVariant CellTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const Cell& cell = row.cells[static_cast<std::size_t>(index.column())];
    switch (role) {
        case CellRole:
            return QVariant::fromValue(cell);
        case Qt::DisplayRole:
            return index.column() == 0 && !row.name.isEmpty() ? row.name : cell.plainText();
        case Qt::AccessibleTextRole:
            // Who hears one cell alone is told of the row by it.
            return index.column() == 0 && row.name.isEmpty() && !row.toolTip.isEmpty()
                       ? row.toolTip
                       : data(index, Qt::DisplayRole);
        case Qt::ToolTipRole:
            return row.toolTip;
        default:
            return {};
    }
}

QVariant CellTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const Head& head = heads_[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (head.right ? Qt::AlignRight : Qt::AlignLeft));
    return role == Qt::DisplayRole ? QVariant(head.text) : QVariant();
}

}  // namespace apportion::ui
