// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_model.h"

#include <algorithm>
#include <cmath>

#include <QLocale>

#include "ui/quota_tree/quota_cells.h"
#include "ui/texts.h"

namespace apportion::ui {

QuotaModel::QuotaModel(QObject* parent) : QAbstractItemModel(parent) {
    buildTree();
}

bool QuotaModel::sameTree(const View& view) const {
    return std::equal(view.quotas.begin(), view.quotas.end(), view_->quotas.begin(),
                      view_->quotas.end(), [](const QuotaRow& a, const QuotaRow& b) {
                          return a.name == b.name && a.parent == b.parent;
                      });
}

void QuotaModel::buildTree() {
    children_.assign(view_->quotas.size() + 1, {});
    place_.assign(view_->quotas.size(), 0);
    for (std::size_t i = 0; i < view_->quotas.size(); ++i) {
        const int parent = flat_ ? -1 : view_->quotas[i].parent;
        auto& siblings = children_[static_cast<std::size_t>(parent + 1)];
        place_[i] = static_cast<int>(siblings.size());
        siblings.push_back(static_cast<int>(i));
    }
}

void QuotaModel::setView(const ViewPtr& view) {
    if (!sameTree(*view)) {
        beginResetModel();
        view_ = view;
        buildTree();
        endResetModel();
        return;
    }
    const ViewPtr before = std::exchange(view_, view);
    // One signal a parent: what proxies and views can bear at any size.
    for (const auto& siblings : children_) {
        const auto differs = [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            return !(before->quotas[at] == view_->quotas[at]);
        };
        const auto first = std::find_if(siblings.begin(), siblings.end(), differs);
        if (first == siblings.end())
            continue;
        const auto last = std::find_if(siblings.rbegin(), siblings.rend(), differs);
        emit dataChanged(at(*first, 0), at(*last, columns - 1));
    }
}

void QuotaModel::setFlat(bool flat) {
    if (flat == flat_)
        return;
    beginResetModel();
    flat_ = flat;
    buildTree();
    endResetModel();
}

QModelIndex QuotaModel::at(int row, int column) const {
    return createIndex(place_[static_cast<std::size_t>(row)], column, static_cast<quintptr>(row));
}

const QuotaRow* QuotaModel::row(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() >= view_->quotas.size())
        return nullptr;
    return &view_->quotas[index.internalId()];
}

QModelIndex QuotaModel::indexOf(const std::string& quota, int column) const {
    for (std::size_t i = 0; i < view_->quotas.size(); ++i)
        if (view_->quotas[i].name == quota)
            return at(static_cast<int>(i), column);
    return {};
}

QModelIndex QuotaModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= columns || parent.column() > 0)
        return {};
    const std::size_t above = parent.isValid() ? parent.internalId() + 1 : 0;
    if (above >= children_.size() || row >= static_cast<int>(children_[above].size()))
        return {};
    return createIndex(row, column,
                       static_cast<quintptr>(children_[above][static_cast<std::size_t>(row)]));
}

QModelIndex QuotaModel::parent(const QModelIndex& index) const {
    const QuotaRow* one = row(index);
    if (!one || flat_ || one->parent < 0)
        return {};
    return at(one->parent, 0);
}

int QuotaModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0)
        return 0;
    const std::size_t above = parent.isValid() ? parent.internalId() + 1 : 0;
    return above < children_.size() ? static_cast<int>(children_[above].size()) : 0;
}

int QuotaModel::columnCount(const QModelIndex&) const {
    return columns;
}

QVariant QuotaModel::cell(const QuotaRow& row, int column) const {
    const bool hasChildren = row.childrenGuaranteed > 0 || row.numbers.below > 0;
    switch (column) {
        case nameColumn:
            return QVariant::fromValue(nameCell(row, hasChildren));
        case usageColumn:
            return QVariant::fromValue(Cell::usage(usageOf(*view_, row)));
        case usedColumn:
            return QVariant::fromValue(usedCell(row, hasChildren));
        case waitColumn:
            return QVariant::fromValue(waitCell(row));
        default:
            return {};
    }
}

QString QuotaModel::toolTip(const QuotaRow& row, int column) const {
    switch (column) {
        case nameColumn:
            return (pathOf(*view_, row) + QLatin1Char('\n') + policiesOf(row)).trimmed();
        case usageColumn: {
            const QString above = row.parent >= 0
                                      ? qt(view_->quotas[static_cast<std::size_t>(row.parent)].name)
                                      : QString();
            return usageBarText(usageOf(*view_, row), above);
        }
        case usedColumn:
            return tr("%1 in use at or below, %2 guaranteed, fair share now %3\nF2 changes the "
                      "guarantee")
                .arg(gpusText(row.numbers.subtree), gpusText(row.numbers.guaranteed),
                     gpusText(row.numbers.fairShare));
        case waitColumn:
            return tr("%n workload(s) wait at or below for %1", nullptr,
                      row.numbers.pendingWorkloads)
                .arg(gpusText(row.numbers.pending));
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
            return index.column() == usageColumn
                       ? usageBarText(usageOf(*view_, *one))
                       : cell(*one, index.column()).value<Cell>().plainText();
        case Qt::EditRole:
            // A whole number gets a field without decimals.
            if (one->numbers.guaranteed % kOneGpu == 0)
                return static_cast<int>(one->numbers.guaranteed / kOneGpu);
            return static_cast<double>(one->numbers.guaranteed) / kOneGpu;
        case Qt::ToolTipRole:
            return toolTip(*one, index.column());
        case Qt::AccessibleTextRole:
            return index.column() == nameColumn ? qt(one->name) : toolTip(*one, index.column());
        case SortRole:
            // What the filter reads.
            return QStringList{qt(one->name), qt(one->team), policiesOf(*one)}.join(
                QLatin1Char('\n'));
        default:
            return {};
    }
}

QVariant QuotaModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section >= usedColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section == waitColumn)
        return tr("GPUs that waiting workloads ask for");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case nameColumn:
            return tr("Quota");
        case usageColumn:
            return tr("Usage");
        case usedColumn:
            return tr("Used / guar.", "GPUs in use and guaranteed");
        case waitColumn:
            return tr("Wait", "GPUs waited for");
        default:
            return {};
    }
}

Qt::ItemFlags QuotaModel::flags(const QModelIndex& index) const {
    if (!row(index))
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == usedColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool QuotaModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QuotaRow* one = row(index);
    if (!one || role != Qt::EditRole || index.column() != usedColumn)
        return false;
    const auto gpu = static_cast<Gpu>(std::llround(value.toDouble() * kOneGpu));
    if (gpu == one->numbers.guaranteed)
        return false;
    emit guaranteeEdited(qt(one->name), gpu);
    return true;
}

}  // namespace apportion::ui
