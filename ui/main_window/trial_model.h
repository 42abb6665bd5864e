// SPDX-License-Identifier: GPL-3.0-or-later
// Whose work a tried command would touch, row by row: who is evicted first, who gains last.
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/session/draft/command_trial.h"
#include "core/session/view.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

class TrialModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { workloadColumn, gpuColumn, fateColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;
    // Colours and sizes are the view's.
    void setTrial(const CommandTrial& trial, const View& view);
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
        QString fate;
        Icon icon = Icon::none;
        Role ink = Role::text2;
    };
    std::vector<Row> rows_;
};

}  // namespace apportion::ui
