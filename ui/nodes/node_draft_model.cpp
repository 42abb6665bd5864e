// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_draft_model.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/hours_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

namespace {

using Fate = NodeDraft::Fate;

int colourOf(const View& view, const std::string& quota) {
    for (const QuotaRow& row : view.quotas)
        if (row.name == quota)
            return row.colour;
    return -1;
}

int count(const NodeDraft& draft, Fate fate) {
    return static_cast<int>(
        std::count_if(draft.leavers.begin(), draft.leavers.end(),
                      [fate](const NodeDraft::Leaver& each) { return each.fate == fate; }));
}

}  // namespace

void NodeDraftModel::setDraft(const NodeDraft& draft, const View& view) {
    beginResetModel();
    rows_.clear();
    rows_.reserve(draft.leavers.size() + draft.others.size());
    for (const NodeDraft::Leaver& each : draft.leavers)
        rows_.push_back({qt(each.workload),
                         qt(each.quota),
                         colourOf(view, each.quota),
                         each.gpu,
                         each.lost,
                         each.stops - draft.at,
                         each.fate,
                         namesText(each.to),
                         {}});
    for (const NodeDraft::Other& each : draft.others)
        rows_.push_back({qt(each.workload),
                         qt(each.quota),
                         colourOf(view, each.quota),
                         each.gpu,
                         each.lost,
                         0,
                         Fate::waits,
                         {},
                         messageText(each.why)});
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const Row& a, const Row& b) { return a.fate > b.fate; });
    std::stable_partition(rows_.begin(), rows_.end(),
                          [](const Row& row) { return row.fate == Fate::waits; });
    std::vector<GpuTime> lost;
    lost.reserve(rows_.size());
    for (const Row& row : rows_)
        lost.push_back(row.lost);
    lost_ = hoursTexts(lost).parts;
    endResetModel();
}

int NodeDraftModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int NodeDraftModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString NodeDraftModel::fateText(const Row& row) const {
    if (!row.why.isEmpty())
        return row.why;
    switch (row.fate) {
        case Fate::movesOn:
            return row.runsOn > 0 ? tr("stops after %1 and starts anew on %2")
                                        .arg(TimeText::duration(row.runsOn), row.to)
                                  : tr("starts anew on %1").arg(row.to);
        case Fate::waits:
            return row.runsOn > 0
                       ? tr("stops after %1 and waits again").arg(TimeText::duration(row.runsOn))
                       : tr("waits again");
        case Fate::ends:
            return tr("ends by itself before it has to stop");
    }
    return {};
}

QVariant NodeDraftModel::data(const QModelIndex& index, int role) const {
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
            case lostColumn:
                return QVariant::fromValue(
                    Cell::number(row.lost > 0 ? lost_[index.row()] : tr("none")));
            default: {
                const Icon which = row.fate == Fate::movesOn ? Icon::arrowRight
                                   : row.fate == Fate::ends  ? Icon::check
                                                             : Icon::hourglass;
                const Role ink = row.fate == Fate::waits ? Role::err : Role::good;
                return QVariant::fromValue(Cell::words(fateText(row)).withIcon(which, ink));
            }
        }
    }
    const bool asText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    if (asText && index.column() == workloadColumn)
        return tr("%1 (%2)", "workload, quota").arg(row.workload, row.quota);
    if (asText)
        return data(index, CellRole).value<Cell>().plainText();
    if (role == Qt::ToolTipRole && index.column() == fateColumn)
        return fateText(row);
    return {};
}

QVariant NodeDraftModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == gpuColumn || section == lostColumn))
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case workloadColumn:
            return tr("Workload");
        case gpuColumn:
            return tr("GPUs");
        case lostColumn:
            return tr("Lost GPU-hours");
        default:
            return tr("What becomes of it");
    }
}

namespace {

struct DraftTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::DraftTexts)
};

}  // namespace

QString consequenceOf(const NodeDraft& draft) {
    const int moves = count(draft, Fate::movesOn);
    const int waits = count(draft, Fate::waits) + static_cast<int>(draft.others.size());
    const int ends = count(draft, Fate::ends);
    if (moves + waits + ends == 0)
        return DraftTexts::tr("Nothing runs there: nobody is moved");
    std::vector<GpuTime> lost;
    for (const NodeDraft::Leaver& each : draft.leavers)
        lost.push_back(each.lost);
    for (const NodeDraft::Other& each : draft.others)
        lost.push_back(each.lost);
    const bool any = std::any_of(lost.begin(), lost.end(), [](GpuTime each) { return each > 0; });
    QStringList parts;
    if (waits > 0)
        parts << DraftTexts::tr("%Ln wait(s) again", nullptr, waits);
    if (moves > 0)
        parts << DraftTexts::tr("%Ln start(s) anew elsewhere", nullptr, moves);
    if (ends > 0)
        parts << DraftTexts::tr("%Ln end(s) before", nullptr, ends);
    parts << (any ? DraftTexts::tr("%1 GPU-hours lost").arg(hoursTexts(lost).sum)
                  : DraftTexts::tr("nothing is lost"));
    return parts.join(QStringLiteral(" · "));
}

QString roomText(const NodeDraft& draft) {
    return DraftTexts::tr("Capacity %1 → %2 GPUs. Largest workload that fits %3 → %4 GPUs.")
        .arg(gpuNumber(draft.capacityBefore), gpuNumber(draft.capacityAfter))
        .arg(draft.before.largest)
        .arg(draft.after.largest);
}

}  // namespace apportion::ui
