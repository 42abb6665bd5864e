// SPDX-License-Identifier: GPL-3.0-or-later
// The two tables of what a scale would do: by quota and by workload.
#pragma once

#include <QAbstractTableModel>

#include "ui/scaling/scale_texts.h"
#include "ui/session_bridge.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

class QuotaEffectModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        quotaColumn,
        guaranteedColumn,
        runningColumn,
        shareColumn,
        waitingColumn,
        waitColumn,
        columns
    };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const ViewPtr& view, const Outlook& outlook, const ScaleMoment& moment);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Cell cellAt(const ScaleQuotaEffect& effect, int column) const;
    QString about(int column) const;
    Cell waitCell(const ScaleQuotaEffect& effect) const;
    int depthOf(const ScaleQuotaEffect& effect) const;

    ViewPtr view_ = std::make_shared<const View>();
    Outlook outlook_;
    std::vector<ScaleQuotaEffect> rows_;
};

class WorkloadEffectModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        effectColumn,
        workloadColumn,
        quotaColumn,
        gpuColumn,
        whenColumn,
        whyColumn,
        columns
    };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const ViewPtr& view, const Outlook& outlook, bool onlyChanged);
    const ScaleWorkloadEffect& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Cell cellAt(const ScaleWorkloadEffect& effect, int column) const;

    ViewPtr view_ = std::make_shared<const View>();
    TimeText time_;
    std::vector<ScaleWorkloadEffect> rows_;
};

}  // namespace apportion::ui
