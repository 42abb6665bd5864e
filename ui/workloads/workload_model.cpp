// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_model.h"

#include <QLocale>

#include "core/session/live/live_consent.h"
#include "ui/row_update.h"
#include "ui/texts.h"
#include "ui/workloads/workload_cells.h"

namespace apportion::ui {

namespace {

bool matches(const QString& text, std::initializer_list<const std::string*> fields) {
    if (text.isEmpty())
        return true;
    for (const std::string* field : fields)
        if (qt(*field).contains(text, Qt::CaseInsensitive))
            return true;
    return false;
}

}  // namespace

WorkloadModel::WorkloadModel(Shape shape, QObject* parent)
    : QAbstractTableModel(parent), shape_(shape) {}

const WorkloadRow& WorkloadModel::workload(const Row& row) const {
    const auto& list = row.group == Group::waiting   ? view_->waiting
                       : row.group == Group::running ? view_->running
                                                     : view_->ended;
    return list[row.index];
}

void WorkloadModel::add(std::vector<Row>& rows, Group group) const {
    if (group_ != Group::all && group_ != group)
        return;
    const std::size_t before = rows.size();
    if (shape_ == Shape::groups)
        rows.push_back({group, true, 0, {}});
    if (group == Group::evicted) {
        for (std::size_t i = 0; i < view_->evictions.size(); ++i) {
            const EvictionRow& row = view_->evictions[i];
            if (matches(text_, {&row.record.victim, &row.record.preemptor, &row.team}))
                rows.push_back(
                    {group, false, i, row.record.victim + '@' + std::to_string(row.record.at)});
        }
    } else {
        const auto& list = group == Group::waiting   ? view_->waiting
                           : group == Group::running ? view_->running
                                                     : view_->ended;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (matches(text_, {&list[i].name, &list[i].team, &list[i].quota, &list[i].user}))
                rows.push_back({group, false, i, list[i].name});
    }
    if (shape_ == Shape::groups && rows.size() == before + 1)
        rows.resize(before);
}

std::vector<WorkloadModel::Row> WorkloadModel::build() const {
    std::vector<Row> rows;
    add(rows, Group::waiting);
    if (shape_ == Shape::groups) {
        add(rows, Group::running);
        add(rows, Group::evicted);
        add(rows, Group::ended);
    }
    return rows;
}

void WorkloadModel::setView(const ViewPtr& view) {
    // Row indexes point into the view: both change together.
    const ViewPtr before = view_;
    view_ = view;
    time_ = TimeText(view->document.epoch);
    std::vector<Row> rows = build();
    view_ = before;
    const RowUpdate change = rowUpdate(rows_, rows);
    if (change.removed > 0) {
        beginRemoveRows({}, change.first, change.first + change.removed - 1);
        rows_.erase(rows_.begin() + change.first, rows_.begin() + change.first + change.removed);
        endRemoveRows();
    }
    if (change.inserted > 0) {
        beginInsertRows({}, change.first, change.first + change.inserted - 1);
        view_ = view;
        rows_ = std::move(rows);
        endInsertRows();
    } else {
        view_ = view;
        rows_ = std::move(rows);
    }
    if (!rows_.empty())
        emit dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, columns - 1));
}

void WorkloadModel::setFilter(Group group, const QString& text) {
    group_ = group;
    text_ = text;
    update();
}

void WorkloadModel::update() {
    beginResetModel();
    rows_ = build();
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

int WorkloadModel::rowOf(const QString& name) const {
    for (int i = 0; i < rowCount(); ++i)
        if (workloadAt(index(i, 0)) == name)
            return i;
    return -1;
}

int WorkloadModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int WorkloadModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant WorkloadModel::headCell(const Row& row, int column) const {
    if (column != 0)
        return {};
    const KeyNumbers& key = view_->key;
    Gpu held = 0;
    for (const WorkloadRow& one : view_->running)
        held += one.gpu;
    switch (row.group) {
        case Group::waiting:
            return QVariant::fromValue(Cell::name(
                tr("Waiting"),
                tr("%n workload(s), %1", nullptr, key.waiting).arg(gpusText(key.waitingGpu))));
        case Group::running:
            return QVariant::fromValue(Cell::name(
                tr("Running"), tr("%n workload(s), %1", nullptr, key.running).arg(gpusText(held))));
        case Group::evicted:
            return QVariant::fromValue(Cell::name(
                tr("Evicted"),
                tr("%n eviction(s), %1 lost", nullptr, key.evictions).arg(gpuHours(key.lost))));
        case Group::ended:
        case Group::all:
            return QVariant::fromValue(
                Cell::name(tr("Ended"), tr("%n workload(s)", nullptr, key.ended)));
    }
    return {};
}

QVariant WorkloadModel::workloadCell(const Row& row, int column) const {
    const WorkloadRow& one = workload(row);
    switch (column) {
        case positionColumn:
            // What waits for an approval stands beside the queue.
            return QVariant::fromValue(
                row.group == Group::waiting && !waitsForApproval(one)
                    ? Cell::number(QLocale().toString(static_cast<int>(row.index) + 1), Role::text2)
                    : Cell::number({}));
        case nameColumn:
            return QVariant::fromValue(
                Cell::name(qt(one.name), qt(one.user)).withIcon(moduleIcon(one.module)));
        case teamColumn:
            return QVariant::fromValue(
                Cell::words(qt(one.team)).withTeam(one.colour).withRole(Role::text2));
        case priorityColumn:
            return QVariant::fromValue(Cell::number(QLocale().toString(one.priority)));
        case gpuColumn:
            return QVariant::fromValue(Cell::number(gpuNumber(one.gpu)));
        case sinceColumn:
            return QVariant::fromValue(sinceCell(one, view_->clock, time_));
        case whyColumn:
            return QVariant::fromValue(whyCell(one, time_));
        default:
            return {};
    }
}

QVariant WorkloadModel::evictionCell(const Row& row, int column) const {
    const EvictionRow& one = view_->evictions[row.index];
    switch (column) {
        case nameColumn:
            return QVariant::fromValue(
                Cell::name(qt(one.record.victim), time_.minutes(one.record.at))
                    .withIcon(moduleIcon(one.module)));
        case teamColumn:
            return QVariant::fromValue(
                Cell::words(qt(one.team)).withTeam(one.colour).withRole(Role::text2));
        case priorityColumn:
            return QVariant::fromValue(Cell::number(QLocale().toString(one.priority)));
        case gpuColumn:
            return QVariant::fromValue(Cell::number(gpuNumber(one.record.gpu)));
        case sinceColumn:
            return QVariant::fromValue(
                Cell::number(tr("%1 GPU-h", "GPU-hours lost").arg(hoursNumber(one.record.lost))));
        case whyColumn:
            return QVariant::fromValue(evictionWhyCell(one));
        default:
            return QVariant::fromValue(Cell::number({}));
    }
}

QString WorkloadModel::toolTip(const Row& row, int column) const {
    if (row.head)
        return {};
    if (row.group == Group::evicted) {
        const Eviction& record = view_->evictions[row.index].record;
        return column == whyColumn ? messageText(record.why) : QString();
    }
    const WorkloadRow& one = workload(row);
    switch (column) {
        case teamColumn:
            return tr("Quota %1").arg(qt(one.quota));
        case nameColumn:
            return tr("%1, %2, priority %3")
                .arg(qt(one.name), moduleText(one.module))
                .arg(one.priority);
        case gpuColumn:
            return tr("%n replica(s), %1 in all", nullptr, one.replicas).arg(gpusText(one.gpu));
        case whyColumn:
            return one.status.reason ? messageText(one.status.reason->message)
                                     : nodesText(one.status.placements);
        default:
            return {};
    }
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

QVariant WorkloadModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const bool right =
        section == positionColumn || (section >= priorityColumn && section <= sinceColumn);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    const bool queue = shape_ == Shape::queue;
    switch (section) {
        case positionColumn:
            return tr("#");
        case nameColumn:
            return tr("Workload");
        case teamColumn:
            return tr("Team");
        case priorityColumn:
            return tr("Prio", "priority");
        case gpuColumn:
            return tr("GPUs");
        case sinceColumn:
            return queue ? tr("Waits") : tr("Since");
        case whyColumn:
            return queue ? tr("Why it waits") : tr("Why, or where");
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
