// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_model.h"

#include <utility>

#include "ui/row_update.h"
#include "ui/texts.h"
#include "ui/workloads/workload_cells.h"

namespace apportion::ui {

WorkloadModel::WorkloadModel(Shape shape, QObject* parent)
    : QAbstractTableModel(parent), shape_(shape) {}

const WorkloadRow& WorkloadModel::workload(const Row& row) const {
    const auto& list = row.group == Group::waiting   ? view_->waiting
                       : row.group == Group::running ? view_->running
                                                     : view_->ended;
    return list[row.index];
}

void WorkloadModel::add(std::vector<Row>& rows, Group group, const WorkTexts& texts) {
    const std::size_t before = rows.size();
    if (shape_ == Shape::groups)
        rows.push_back({group, true, 0, {}});
    if (group == Group::evicted) {
        for (const std::size_t i : orderEvictions(view_->evictions, sort_)) {
            const EvictionRow& row = view_->evictions[i];
            if (filter_.finds(row, texts))
                rows.push_back(
                    {group, false, i, row.record.victim + '@' + std::to_string(row.record.at)});
        }
    } else {
        const auto& list = group == Group::waiting   ? view_->waiting
                           : group == Group::running ? view_->running
                                                     : view_->ended;
        for (const std::size_t i : orderWork(list, sort_, view_->clock))
            if (filter_.finds(list[i], texts))
                rows.push_back({group, false, i, list[i].name});
    }
    const std::size_t heads = shape_ == Shape::groups ? 1 : 0;
    found_[group] = static_cast<int>(rows.size() - before - heads);
    if (found_[group] == 0 || (group_ != Group::all && group_ != group))
        rows.resize(before);
}

int WorkloadModel::found(Group group) const {
    const auto count = found_.find(group);
    return count == found_.end() ? 0 : count->second;
}

std::vector<WorkloadModel::Row> WorkloadModel::build() {
    const WorkTexts texts = workTexts(time_);
    std::vector<Row> rows;
    add(rows, Group::waiting, texts);
    if (shape_ == Shape::groups) {
        add(rows, Group::running, texts);
        add(rows, Group::evicted, texts);
        add(rows, Group::ended, texts);
    }
    return rows;
}

void WorkloadModel::setView(const ViewPtr& view) {
    // Row indexes point into the view: both change together.
    const ViewPtr before = view_;
    view_ = view;
    time_ = TimeText(view->document.epoch);
    filter_ = WorkFilter(typed_, *view);
    std::vector<Row> rows = build();
    roundLost();
    view_ = before;
    const RowUpdate change = rowUpdate(rows_, rows);
    if (change.removed > 0) {
        beginRemoveRows({}, change.first, change.first + change.removed - 1);
        rows_.erase(rows_.begin() + change.first, rows_.begin() + change.first + change.removed);
        endRemoveRows();
    }
    // What is beside new rows keeps its number until those are told of.
    for (std::size_t i = 0; i < rows_.size(); ++i)
        rows[i + (i < static_cast<std::size_t>(change.first)
                      ? 0
                      : static_cast<std::size_t>(change.inserted))]
            .number = rows_[i].number;
    if (change.inserted > 0) {
        beginInsertRows({}, change.first, change.first + change.inserted - 1);
        view_ = view;
        rows_ = std::move(rows);
        endInsertRows();
    } else {
        view_ = view;
        rows_ = std::move(rows);
    }
    countShown();
    if (!rows_.empty())
        emit dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, columns - 1));
}

void WorkloadModel::roundLost() {
    std::vector<GpuTime> lost;
    lost.reserve(view_->evictions.size());
    for (const EvictionRow& row : view_->evictions)
        lost.push_back(row.record.lost);
    lost_ = hoursTexts(lost);
}

void WorkloadModel::setEstimates(std::shared_ptr<const Estimates> estimates) {
    if (estimates == estimates_)
        return;
    estimates_ = std::move(estimates);
    startsChanged();
}

void WorkloadModel::setBrief(bool brief) {
    if (std::exchange(brief_, brief) != brief)
        startsChanged();
}

void WorkloadModel::startsChanged() {
    if (!rows_.empty())
        emit dataChanged(index(0, startColumn), index(rowCount() - 1, startColumn));
}

const StartEstimate* WorkloadModel::estimateOf(const Row& row) const {
    return estimates_ && !row.head && row.group == Group::waiting
               ? estimates_->of(workload(row).name)
               : nullptr;
}

void WorkloadModel::setFilter(Group group, const QString& text) {
    group_ = group;
    typed_ = text.toStdString();
    filter_ = WorkFilter(typed_, *view_);
    update();
}

WorkKey WorkloadModel::keyOf(int column) {
    switch (column) {
        case positionColumn:
            return WorkKey::position;
        case nameColumn:
            return WorkKey::name;
        case teamColumn:
            return WorkKey::team;
        case priorityColumn:
            return WorkKey::priority;
        case gpuColumn:
            return WorkKey::gpu;
        case sinceColumn:
            return WorkKey::since;
        default:
            return WorkKey::view;
    }
}

void WorkloadModel::setSort(const WorkSort& sort) {
    if (sort == sort_)
        return;
    sort_ = sort;
    update();
}

void WorkloadModel::update() {
    beginResetModel();
    rows_ = build();
    countShown();
    endResetModel();
}

QString WorkloadModel::workloadAt(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (row.head)
        return {};
    return row.group == Group::evicted ? qt(view_->evictions[row.index].record.victim)
                                       : qt(workload(row).name);
}

std::optional<Instant> WorkloadModel::evictionAt(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    return row.head || row.group != Group::evicted
               ? std::nullopt
               : std::optional(view_->evictions[row.index].record.at);
}

int WorkloadModel::rowOf(const QString& name, std::optional<Instant> eviction) const {
    int any = -1;
    for (int i = 0; i < rowCount(); ++i) {
        if (workloadAt(index(i, 0)) != name)
            continue;
        if (evictionAt(index(i, 0)) == eviction)
            return i;
        if (any < 0)
            any = i;
    }
    return any;
}

int WorkloadModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int WorkloadModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant WorkloadModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case GroupRole:
            return row.head;
        case CellRole:
            return row.head                      ? headCell(row, index.column())
                   : row.group == Group::evicted ? evictionCell(row, index.column())
                                                 : workloadCell(row, index.column());
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            return data(index, CellRole).value<Cell>().plainText();
        case Qt::ToolTipRole:
            return toolTip(row, index.column());
        default:
            return {};
    }
}

Qt::ItemFlags WorkloadModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool head = rows_[static_cast<std::size_t>(index.row())].head;
    return head ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

}  // namespace apportion::ui
