// SPDX-License-Identifier: GPL-3.0-or-later
// Who would be moved or evicted by a change of a node's state, row by row.
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/session/draft/node_draft.h"
#include "core/session/view.h"

namespace apportion::ui {

class NodeDraftModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { workloadColumn, gpuColumn, lostColumn, fateColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;
    // Colours are the view's.
    void setDraft(const NodeDraft& draft, const View& view);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString workload;
        QString quota;
        int colour = -1;
        Gpu gpu = 0;
        GpuTime lost = 0;
        Duration runsOn = 0;  // before it stops
        NodeDraft::Fate fate = NodeDraft::Fate::waits;
        QString to;
        QString why;  // it is evicted elsewhere: for whom
    };
    QString fateText(const Row& row) const;

    std::vector<Row> rows_;
    QStringList lost_;  // by row: they add up to what stands below
};

// "2 move, 1 waits again, 4.0 GPU-hours are lost".
QString consequenceOf(const NodeDraft& draft);
// What follows for the pool: capacity and the largest workload that fits, before and after.
QString roomText(const NodeDraft& draft);

}  // namespace apportion::ui
