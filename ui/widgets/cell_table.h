// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "ui/widgets/cell.h"

namespace apportion::ui {

// Rows of cells with heads over them; no more than that.
class CellTable : public QAbstractTableModel {
    Q_OBJECT

public:
    struct Head {
        QString text;
        bool right = false;
    };
    struct Row {
        std::vector<Cell> cells;
        QString toolTip;
        QString name = {};  // of the row, as text; empty = what its first cell says
        friend bool operator==(const Row&, const Row&) = default;
    };

    // That begins with work of a quota, which may be empty, in the colour of its team; -1 = none.
    static Row rowOfWork(const QString& workload, const QString& quota, int colour);

    explicit CellTable(std::vector<Head> heads, QObject* parent = nullptr);

    // As many as before stay where they are.
    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Head> heads_;
    std::vector<Row> rows_;
};

}  // namespace apportion::ui
