// SPDX-License-Identifier: GPL-3.0-or-later
// What one entry of the journal changed: a row a value, before and after.
#pragma once

#include <QAbstractTableModel>

#include "core/view/history/entry_changes.h"

namespace apportion::ui {

class EntryModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { objectColumn, keyColumn, beforeColumn, afterColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const EntryChanges& changes);
    bool isEmpty() const { return rows_.empty(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<EntryChange> rows_;
};

}  // namespace apportion::ui
