// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/bulk_model.h"

#include <algorithm>

#include <QLocale>

#include "ui/texts.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

QString policyWord(const QuotaPolicy& policy, BulkModel::Column column) {
    switch (column) {
        case BulkModel::weight:
            return policy.weight ? QLocale().toString(static_cast<qlonglong>(*policy.weight))
                                 : BulkModel::tr("as guaranteed");
        case BulkModel::rank:
            return QLocale().toString(policy.rank);
        case BulkModel::limit:
            return policy.limit.gpu ? gpuNumber(*policy.limit.gpu) : BulkModel::tr("none");
        case BulkModel::beyond:
            return policy.overQuota == OverQuota::on    ? BulkModel::tr("on")
                   : policy.overQuota == OverQuota::off ? BulkModel::tr("off")
                                                        : BulkModel::tr("idle only");
        case BulkModel::lend:
            return policy.lend ? gpuNumber(*policy.lend) : BulkModel::tr("all");
        case BulkModel::queueing:
            return queueingText(policy.queueing);
        case BulkModel::quota:
        case BulkModel::columns:
            break;
    }
    return {};
}

BulkModel::BulkModel(std::vector<QuotaRow> rows, QObject* parent)
    : QAbstractTableModel(parent), rows_(std::move(rows)) {}

void BulkModel::setChange(const PolicyChange& change) {
    change_ = change;
    if (!rows_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

int BulkModel::changed() const {
    return static_cast<int>(std::count_if(rows_.begin(), rows_.end(), [this](const QuotaRow& row) {
        return change_.appliedTo(row.policy) != row.policy;
    }));
}

int BulkModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BulkModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant BulkModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != CellRole && role != Qt::DisplayRole))
        return {};
    const QuotaRow& row = rows_[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    if (column == quota) {
        const Cell cell = Cell::name(qt(row.name)).withTeam(row.colour, 8);
        return role == CellRole ? QVariant::fromValue(cell) : QVariant(cell.text);
    }
    const QString before = policyWord(row.policy, column);
    const QString after = policyWord(change_.appliedTo(row.policy), column);
    if (role == CellRole)
        return QVariant::fromValue(Cell::change(before, after));
    //: a value before and after
    return before == after ? before : tr("%1 → %2").arg(before, after);
}

QVariant BulkModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == quota ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case quota:
            return tr("Quota");
        case weight:
            return tr("Weight");
        case rank:
            return tr("Rank");
        case limit:
            return tr("Limit");
        case beyond:
            return tr("Beyond");
        case lend:
            return tr("Lends");
        case queueing:
            return tr("Queueing");
        default:
            return {};
    }
}

}  // namespace apportion::ui
