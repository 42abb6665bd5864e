// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells and heads of the tree of quotas show.
#include <QLocale>

#include "core/view/unread_view.h"
#include "ui/limits_only.h"
#include "ui/quota_tree/quota_cells.h"
#include "ui/quota_tree/quota_export.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/reclaim_text.h"
#include "ui/texts.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/export_role.h"

namespace apportion::ui {

QuotaKey QuotaModel::keyOf(int column) {
    switch (column) {
        case nameColumn:
            return QuotaKey::name;
        case teamColumn:
            return QuotaKey::team;
        case usageColumn:
        case usedColumn:
            return QuotaKey::used;
        case waitColumn:
            return QuotaKey::pending;
        case guaranteedColumn:
            return QuotaKey::guaranteed;
        case fairShareColumn:
            return QuotaKey::fairShare;
        case borrowedColumn:
            return QuotaKey::borrowed;
        case lentColumn:
            return QuotaKey::lent;
        case weightColumn:
            return QuotaKey::weight;
        case rankColumn:
            return QuotaKey::rank;
        case limitColumn:
            return QuotaKey::limit;
        default:
            return QuotaKey::file;
    }
}

std::optional<QuotaField> QuotaModel::fieldOf(int column) {
    switch (column) {
        case nameColumn:
            return QuotaField::name;
        case teamColumn:
            return QuotaField::team;
        case usedColumn:
        case guaranteedColumn:
            return QuotaField::guaranteed;
        case weightColumn:
            return QuotaField::weight;
        case rankColumn:
            return QuotaField::rank;
        case limitColumn:
            return QuotaField::limit;
        default:
            return {};
    }
}

namespace {

// What follows from the work, and is not known before it is read.
bool tellsOfWork(int column) {
    switch (column) {
        case QuotaModel::usageColumn:
        case QuotaModel::usedColumn:
        case QuotaModel::waitColumn:
        case QuotaModel::fairShareColumn:
        case QuotaModel::borrowedColumn:
        case QuotaModel::lentColumn:
            return true;
        default:
            return false;
    }
}

}  // namespace

bool QuotaModel::isUnknown(int column) const {
    return isUnread(*view_) && tellsOfWork(column);
}

bool QuotaModel::hasChildren(const QuotaRow& row) const {
    return row.childrenGuaranteed > 0 || row.numbers.below > 0;
}

QVariant QuotaModel::cell(const QuotaRow& row, int column) const {
    if (isUnknown(column) && column != usageColumn)
        return QVariant::fromValue(unknownCell(column == usedColumn ? &row : nullptr));
    switch (column) {
        case nameColumn:
            return QVariant::fromValue(nameCell(row, hasChildren(row)));
        case usageColumn:
            return QVariant::fromValue(Cell::usage(usageOf(*view_, row)));
        case usedColumn:
            return QVariant::fromValue(hasLimitsOnly(*view_)
                                           ? usedOfLimitCell(row, hasChildren(row))
                                           : usedCell(row, hasChildren(row)));
        case waitColumn:
            return QVariant::fromValue(waitCell(row));
        case teamColumn:
            return QVariant::fromValue(
                Cell::words(row.team == row.name ? QString() : qt(row.team)));
        case guaranteedColumn:
            return QVariant::fromValue(amountCell(row.numbers.guaranteed));
        case fairShareColumn:
            return QVariant::fromValue(amountCell(row.numbers.fairShare));
        case borrowedColumn:
            return QVariant::fromValue(amountCell(row.numbers.borrowed));
        case lentColumn:
            return QVariant::fromValue(amountCell(row.numbers.lent));
        case weightColumn:
            return QVariant::fromValue(weightCell(row));
        case rankColumn:
            return QVariant::fromValue(rankCell(row));
        case limitColumn:
            return QVariant::fromValue(limitCell(row));
        case policyColumn:
            return QVariant::fromValue(policyCell(row));
        default:
            return {};
    }
}

QVariant QuotaModel::editValue(const QuotaRow& row, int column) const {
    switch (column) {
        case nameColumn:
            return qt(row.name);
        case teamColumn:
            return row.policy.team.empty() ? QString() : qt(row.policy.team);
        case usedColumn:
        case guaranteedColumn:
            return static_cast<double>(row.numbers.guaranteed) / kOneGpu;
        case weightColumn:
            return row.policy.weight ? QString::number(*row.policy.weight) : QString();
        case rankColumn:
            return row.policy.rank;
        case limitColumn:
            return row.policy.limit.gpu ? gpuNumber(*row.policy.limit.gpu) : QString();
        default:
            return {};
    }
}

QString QuotaModel::pathAbove(const QuotaRow& row) const {
    return row.parent >= 0 ? qt(view_->quotas[static_cast<std::size_t>(row.parent)].name)
                           : QString();
}

QString QuotaModel::barText(const QuotaRow& row) const {
    if (!hasLimitsOnly(*view_))
        return usageBarText(usageOf(*view_, row), pathAbove(row));
    const QString used = gpusText(row.numbers.subtree);
    return row.numbers.limit ? tr("%1 in use, limit %2").arg(used, gpusText(*row.numbers.limit))
                             : tr("%1 in use, no limit").arg(used);
}

QString QuotaModel::toolTip(const QuotaRow& row, int column) const {
    const QuotaNumbers& numbers = row.numbers;
    if (isUnknown(column))
        return tr("Unknown: the workloads are still being read");
    const QString over = isUnknown(usedColumn) ? QString() : overBoundText(row);
    const auto withOver = [&over](const QString& text) {
        return over.isEmpty() ? text : over + QLatin1Char('\n') + text;
    };
    switch (column) {
        case nameColumn: {
            QStringList lines{pathOf(*view_, row), over};
            if (row.reclaim)
                lines << tr("Taken back: %1").arg(reclaimText(*view_, row));
            lines << policiesOf(row);
            lines.removeAll(QString());
            return lines.join(QLatin1Char('\n'));
        }
        case usageColumn:
            return barText(row);
        case usedColumn:
            if (hasLimitsOnly(*view_))
                return barText(row);
            return withOver(tr("%1 in use at or below, %2 guaranteed, fair share now %3\nF2 "
                               "changes the guarantee")
                                .arg(gpusText(numbers.subtree), gpusText(numbers.guaranteed),
                                     gpusText(numbers.fairShare)));
        case waitColumn: {
            const QString asks = tr("Waiting here and below: %Ln workload(s) for %1", nullptr,
                                    numbers.pendingWorkloads)
                                     .arg(gpusText(numbers.pending));
            if (row.unapproved == 0)
                return asks;
            return asks + QLatin1Char('\n') +
                   tr("%Ln more waiting for approval, without a request yet", nullptr,
                      row.unapproved);
        }
        case teamColumn:
            return tr("Shown as %1").arg(qt(row.team));
        case guaranteedColumn:
            return tr("%1 guaranteed, %2 of them to quotas below")
                .arg(gpusText(numbers.guaranteed), gpusText(row.childrenGuaranteed));
        case fairShareColumn:
            return tr("Fair share now: %1").arg(gpusText(numbers.fairShare));
        case borrowedColumn:
            return tr("%1 used above the guarantee").arg(gpusText(numbers.borrowed));
        case lentColumn:
            return tr("%1 of the guarantee idle here and used by others")
                .arg(gpusText(numbers.lent));
        case weightColumn:
            return row.policy.weight ? tr("Its own weight in the surplus")
                                     : tr("Weight in the surplus: that of its guarantee");
        case rankColumn:
            return tr("Higher ranks get surplus first");
        case limitColumn:
            return withOver(
                !numbers.limit ? tr("No limit")
                : row.policy.limit.gpu
                    ? tr("Never more than %1").arg(gpusText(*numbers.limit))
                    : tr("At most %1, by a limit above it").arg(gpusText(*numbers.limit)));
        case policyColumn: {
            const QString policies = policiesOf(row);
            return policies.isEmpty() ? tr("Only default policies") : policies;
        }
        default:
            return {};
    }
}

QVariant QuotaModel::data(const QModelIndex& index, int role) const {
    const QuotaRow* one = row(index);
    if (!one)
        return {};
    switch (role) {
        case CellRole:
            return cell(*one, index.column());
        case Qt::DisplayRole:
            if (isUnknown(index.column()) && index.column() == usageColumn)
                return toolTip(*one, usageColumn);
            if (index.column() == usageColumn)
                return barText(*one);
            if (index.column() == policyColumn)
                return policiesOf(*one).replace(QLatin1Char('\n'), QStringLiteral("; "));
            return cell(*one, index.column()).value<Cell>().plainText();
        case ExportRole: {
            QStringList texts = exportedTexts(*one, index.column());
            if (isUnknown(index.column()))
                texts.fill({});  // as many fields as the head has
            return texts.isEmpty() ? QVariant() : QVariant(texts);
        }
        case Qt::EditRole:
            return isRefused(*one, index.column()) ? refused_->value
                                                   : editValue(*one, index.column());
        case Qt::ToolTipRole:
            return toolTip(*one, index.column());
        case Qt::AccessibleTextRole:
            return index.column() == nameColumn ? qt(one->name) : toolTip(*one, index.column());
        case SortRole: {
            const QuotaKey key = keyOf(index.column());
            if (key == QuotaKey::name || key == QuotaKey::team)
                return qt(key == QuotaKey::name ? one->name : one->team);
            return QVariant::fromValue<qlonglong>(sortValue(*one, key));
        }
        default:
            return {};
    }
}

QVariant QuotaModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columns)
        return {};
    const bool words = section == nameColumn || section == usageColumn || section == teamColumn ||
                       section == policyColumn;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && section == waitColumn)
        return tr("GPUs that waiting workloads request");
    if (role == ExportRole) {
        const QStringList heads = exportedHeads(section);
        return heads.isEmpty() ? QVariant() : QVariant(heads);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case nameColumn:
            return tr("Quota");
        case usageColumn:
            return tr("Usage");
        case usedColumn:
            return view_ && hasLimitsOnly(*view_)
                       ? tr("Used / limit", "GPUs in use and at most")
                       : tr("Used / guar.", "GPUs in use and guaranteed");
        case waitColumn:
            return tr("Asked", "GPUs, by what waits");
        case teamColumn:
            return tr("Team");
        case guaranteedColumn:
            return tr("Guaranteed");
        case fairShareColumn:
            return tr("Fair share");
        case borrowedColumn:
            return tr("Borrowed");
        case lentColumn:
            return tr("Lent");
        case weightColumn:
            return tr("Weight");
        case rankColumn:
            return tr("Rank");
        case limitColumn:
            return tr("Limit");
        case policyColumn:
            return tr("Policies");
        default:
            return {};
    }
}

}  // namespace apportion::ui
