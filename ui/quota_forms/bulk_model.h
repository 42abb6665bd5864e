// SPDX-License-Identifier: GPL-3.0-or-later
// What would become of each quota that is edited with others: a row a quota, before and after.
#pragma once

#include <QAbstractTableModel>

#include "core/model/event.h"
#include "core/view/view.h"

namespace apportion::ui {

class BulkModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { quota, weight, rank, limit, beyond, lend, queueing, columns };

    BulkModel(std::vector<QuotaRow> rows, QObject* parent = nullptr);

    void setChange(const PolicyChange& change);
    // How many of them would be different.
    int changed() const;
    const std::vector<QuotaRow>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<QuotaRow> rows_;
    PolicyChange change_;
};

// A value of a policy in one or two words.
QString policyWord(const QuotaPolicy& policy, BulkModel::Column column);

}  // namespace apportion::ui
