// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/trial_model.h"

#include <cstdlib>
#include <string_view>
#include <unordered_map>

#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

void TrialModel::setTrial(const CommandTrial& trial, const View& view) {
    beginResetModel();
    rows_.clear();
    std::unordered_map<std::string_view, const WorkloadRow*> known;
    for (const auto* rows : {&view.running, &view.waiting})
        for (const WorkloadRow& row : *rows)
            known.emplace(row.name, &row);
    const auto add = [&](const std::string& name, const QString& fate, Icon which, Role ink) {
        Row row{qt(name), {}, -1, 0, fate, which, ink};
        if (const auto found = known.find(name); found != known.end()) {
            row.quota = qt(found->second->quota);
            row.colour = found->second->colour;
            row.gpu = found->second->gpu;
        }
        rows_.push_back(std::move(row));
    };
    for (const CommandTrial::Hit& hit : trial.evicted) {
        add(hit.workload,
            hit.replica ? tr("gives a replica up. %1").arg(messageText(hit.why))
                        : tr("is evicted. %1").arg(messageText(hit.why)),
            Icon::hourglass, Role::err);
        rows_.back().gpu = hit.gpu;
    }
    for (const std::string& name : trial.moved)
        add(name, tr("starts anew elsewhere"), Icon::arrowRight, Role::warn);
    for (const std::string& name : trial.waitsOn)
        add(name, tr("waits on: it would start now otherwise"), Icon::hourglass, Role::err);
    for (const CommandTrial::Shift& shift : trial.shifted)
        if (shift.by > 0)
            add(shift.workload, tr("starts %1 later").arg(TimeText::duration(shift.by)),
                Icon::clock, Role::warn);
    for (const std::string& name : trial.started)
        add(name, tr("starts at once"), Icon::play, Role::good);
    for (const CommandTrial::Shift& shift : trial.shifted)
        if (shift.by < 0)
            add(shift.workload, tr("starts %1 earlier").arg(TimeText::duration(-shift.by)),
                Icon::clock, Role::good);
    endResetModel();
}

int TrialModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TrialModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant TrialModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == CellRole) {
        switch (index.column()) {
            case workloadColumn: {
                Cell name = Cell::name(row.workload, row.quota);
                return QVariant::fromValue(row.colour < 0 ? name : name.withTeam(row.colour, 8));
            }
            case gpuColumn:
                return QVariant::fromValue(Cell::number(gpuNumber(row.gpu)));
            default:
                return QVariant::fromValue(Cell::words(row.fate).withIcon(row.icon, row.ink));
        }
    }
    const bool asText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    if (asText && index.column() == workloadColumn && !row.quota.isEmpty())
        return tr("%1 (%2)", "workload, quota").arg(row.workload, row.quota);
    if (asText)
        return data(index, CellRole).value<Cell>().plainText();
    if (role == Qt::ToolTipRole && index.column() == fateColumn)
        return row.fate;
    return {};
}

QVariant TrialModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == gpuColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case workloadColumn:
            return tr("Workload");
        case gpuColumn:
            return tr("GPUs");
        default:
            return tr("What becomes of it");
    }
}

}  // namespace apportion::ui
