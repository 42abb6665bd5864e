// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/entry_model.h"

#include <algorithm>

#include "ui/change_text.h"
#include "ui/texts.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

namespace {

// The record has one rule for both ways to lose a node; its sentence tells them apart.
bool isByDrain(const std::vector<EntryChange>& changes, const std::string& victim) {
    return std::any_of(changes.begin(), changes.end(), [&](const EntryChange& each) {
        return each.kind == ObjectKind::eviction && each.name == victim && each.messageAfter &&
               each.messageAfter->code.ends_with(".drained");
    });
}

}  // namespace

void EntryModel::set(const EntryChanges& changes) {
    beginResetModel();
    rows_ = changes.changes;
    for (EntryChange& each : rows_)
        if (each.kind == ObjectKind::eviction && each.key == "rule" && isByDrain(rows_, each.name))
            each.after = kByDrain;
    endResetModel();
}

int EntryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EntryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant EntryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const EntryChange& row = rows_[static_cast<std::size_t>(index.row())];
    Cell cell;
    switch (index.column()) {
        case objectColumn:
            // Nobody gave it the name that it has in the file.
            cell = row.kind == ObjectKind::temporary ? Cell::words(tr("temporary change"))
                                                     : Cell::name(qt(row.name));
            break;
        case keyColumn:
            cell = Cell::words(keyText(row.key)).withRole(Role::text2);
            break;
        case beforeColumn:
            cell = Cell::words(beforeText(row)).withRole(Role::text3);
            break;
        default:
            cell = Cell::words(afterText(row));
    }
    if (role == CellRole)
        return QVariant::fromValue(cell);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return cell.plainText();
    return {};
}

QVariant EntryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString heads[] = {tr("Object"), tr("Value"), tr("Before"), tr("After")};
    return heads[section];
}

}  // namespace apportion::ui
