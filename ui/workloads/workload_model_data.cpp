// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the cells of workloads and evictions.
#include <QLocale>

#include "core/session/local/live_consent.h"
#include "core/session/project_listing.h"
#include "core/view/awaiting_approval.h"
#include "core/view/tables/pool_tables.h"
#include "ui/texts.h"
#include "ui/workloads/workload_cells.h"
#include "ui/workloads/workload_model.h"

namespace apportion::ui {

// What is shown of each group: a filter leaves some of it.
void WorkloadModel::countShown() {
    shown_.clear();
    for (Row& row : rows_) {
        if (row.head)
            continue;
        Shown& shown = shown_[row.group];
        row.number = ++shown.count;
        if (row.group == Group::evicted)
            shown.lost += view_->evictions[row.index].record.lost;
        else
            shown.gpu += workload(row).gpu;
    }
}

QString WorkloadModel::csv() const {
    std::vector<const WorkloadRow*> work;
    std::vector<const EvictionRow*> evictions;
    for (const Row& row : rows_) {
        if (row.head)
            continue;
        if (row.group == Group::evicted)
            evictions.push_back(&view_->evictions[row.index]);
        else
            work.push_back(&workload(row));
    }
    return qt(group_ == Group::evicted ? evictionCsv(*view_, evictions) : workCsv(*view_, work));
}

QVariant WorkloadModel::headCell(const Row& row, int column) const {
    if (column != 0)
        return {};
    const KeyNumbers& key = view_->key;
    const bool some = !filter_.isEmpty();
    const auto found = shown_.find(row.group);
    const Shown shown = found == shown_.end() ? Shown{} : found->second;
    const auto workloads = [&](int all) {
        return some ? tr("%1 of %Ln workload(s)", "shown of all", all)
                          .arg(QLocale().toString(shown.count))
                    : tr("%Ln workload(s)", nullptr, all);
    };
    const auto withGpus = [&](int all, Gpu gpu) {
        return tr("%1, %2", "workloads, GPUs")
            .arg(workloads(all), gpusText(some ? shown.gpu : gpu));
    };
    const auto head = [&](const QString& group, const QString& text) {
        const bool part = view_->document.inPart;
        return QVariant::fromValue(
            Cell::name(group, part ? text + QStringLiteral(" · ") + workInPart() : text));
    };
    switch (row.group) {
        case Group::waiting:
            return head(tr("Waiting"), isListed(*view_) ? workloads(key.waiting)
                                                        : withGpus(key.waiting, key.waitingGpu));
        case Group::running: {
            Gpu held = 0;
            for (const WorkloadRow& one : view_->running)
                held += one.gpu;
            return head(tr("Running"), withGpus(key.running, held));
        }
        case Group::evicted: {
            const QString evictions =
                some ? tr("%1 of %Ln eviction(s)", "shown of all", key.evictions)
                           .arg(QLocale().toString(shown.count))
                     : tr("%Ln eviction(s)", nullptr, key.evictions);
            return head(tr("Evicted"),
                        tr("%1, %2 GPU hours lost", "evictions, work")
                            .arg(evictions, hoursNumber(some ? shown.lost : key.lost)));
        }
        case Group::ended:
        case Group::all:
            return head(tr("Ended"), workloads(key.ended));
    }
    return {};
}

static Cell numberCell(int number) {
    return Cell::number(QLocale().toString(number), Role::text2);
}

QVariant WorkloadModel::workloadCell(const Row& row, int column) const {
    const WorkloadRow& one = workload(row);
    switch (column) {
        case positionColumn:
            return QVariant::fromValue(numberCell(row.number));
        case nameColumn:
            return QVariant::fromValue(Cell::name(qt(one.name), qt(one.user))
                                           .withIcon(moduleIcon(one.module))
                                           .withBothEnds());
        case teamColumn:
            return QVariant::fromValue(Cell::words(qt(one.team))
                                           .withTeam(one.colour)
                                           .withRole(Role::text2)
                                           .withBothEnds());
        case priorityColumn:
            return QVariant::fromValue(Cell::number(QLocale().toString(one.priority)));
        case gpuColumn:
            return QVariant::fromValue(Cell::number(gpuNumber(one.gpu)));
        case sinceColumn:
            return QVariant::fromValue(sinceCell(one, view_->clock, time_));
        case startColumn:
            return QVariant::fromValue(startCell(*view_, one, estimateOf(row), brief_));
        case whyColumn:
            return QVariant::fromValue(whyCell(one, time_));
        default:
            return {};
    }
}

QVariant WorkloadModel::evictionCell(const Row& row, int column) const {
    const EvictionRow& one = view_->evictions[row.index];
    switch (column) {
        case positionColumn:
            return QVariant::fromValue(numberCell(row.number));
        case nameColumn:
            return QVariant::fromValue(
                Cell::name(qt(one.record.victim), time_.minutes(one.record.at))
                    .withIcon(moduleIcon(one.module))
                    .withBothEnds());
        case teamColumn:
            return QVariant::fromValue(Cell::words(qt(one.victim.team))
                                           .withTeam(one.colour)
                                           .withRole(Role::text2)
                                           .withBothEnds());
        case priorityColumn:
            return QVariant::fromValue(
                Cell::number(one.priority ? QLocale().toString(*one.priority) : QString()));
        case gpuColumn:
            return QVariant::fromValue(Cell::number(gpuNumber(one.record.gpu)));
        case sinceColumn:
            return QVariant::fromValue(Cell::number(
                tr("%1 GPU h", "GPU hours lost").arg(lost_[static_cast<qsizetype>(row.index)])));
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
        case positionColumn:
            return one.status.position
                       ? tr("Number %1 in the queue of %2", "place, quota")
                             .arg(QLocale().toString(*one.status.position), qt(one.quota))
                       : QString();
        case teamColumn:
            return tr("Quota %1").arg(qt(one.quota));
        case nameColumn:
            return tr("%1, %2, priority %3")
                .arg(qt(one.name), moduleText(one.module))
                .arg(one.priority);
        case gpuColumn:
            return tr("%Ln replica(s), %1 in total", nullptr, one.replicas).arg(gpusText(one.gpu));
        case startColumn:
            return estimateTip(*view_, one, estimateOf(row));
        case whyColumn:
            return one.status.reason ? messageText(one.status.reason->message, time_)
                                     : nodesText(one.status.placements);
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
    if (role == Qt::ToolTipRole && section == positionColumn)
        return tr("Row number. The tooltip of a row has its position in the queue.");
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
            return queue                      ? tr("Waited", "how long so far")
                   : group_ == Group::evicted ? tr("Lost")
                   : group_ == Group::all     ? tr("Since, or lost")
                                              : tr("Since");
        case startColumn:
            return queue ? tr("Starts", "when it starts, an estimate")
                         : tr("Starts or ends", "when it starts or ends, an estimate");
        case whyColumn:
            return queue ? tr("Why it waits") : tr("Why, or where");
        default:
            return {};
    }
}

}  // namespace apportion::ui
