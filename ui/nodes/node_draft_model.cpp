// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_draft_model.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/hours_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"

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

// One whose work is touched, before it is a row.
struct Touched {
    std::string workload;
    std::string quota;
    Gpu gpu = 0;
    GpuTime lost = 0;
    Duration runsOn = 0;  // before it stops
    Fate fate = Fate::waits;
    QString to;
    QString taker;  // it is evicted elsewhere: for whom
    QString why;    // and by which right
};

QString takerIn(const Message& why) {
    for (const Argument& argument : why.arguments)
        if (argument.name == "taker")
            return qt(argument.value.text);
    return {};
}

// The worst first.
std::vector<Touched> touchedBy(const NodeDraft& draft) {
    std::vector<Touched> all;
    all.reserve(draft.leavers.size() + draft.others.size());
    for (const NodeDraft::Leaver& each : draft.leavers)
        all.push_back({each.workload,
                       each.quota,
                       each.gpu,
                       each.lost,
                       each.stops - draft.at,
                       each.fate,
                       namesText(each.to),
                       {},
                       {}});
    for (const NodeDraft::Other& each : draft.others)
        all.push_back({each.workload,
                       each.quota,
                       each.gpu,
                       each.lost,
                       0,
                       Fate::waits,
                       {},
                       takerIn(each.why),
                       messageText(each.why)});
    std::stable_sort(all.begin(), all.end(),
                     [](const Touched& a, const Touched& b) { return a.fate > b.fate; });
    std::stable_partition(all.begin(), all.end(),
                          [](const Touched& each) { return each.fate == Fate::waits; });
    return all;
}

QString fateText(const Touched& work) {
    if (!work.why.isEmpty())
        return work.taker.isEmpty()
                   ? work.why
                   : NodeDraftModel::tr("evicted for %1, waits again").arg(work.taker);
    switch (work.fate) {
        case Fate::movesOn:
            return work.runsOn > 0 ? NodeDraftModel::tr("stops after %1 and starts anew on %2")
                                         .arg(TimeText::duration(work.runsOn), work.to)
                                   : NodeDraftModel::tr("starts anew on %1").arg(work.to);
        case Fate::waits:
            return work.runsOn > 0 ? NodeDraftModel::tr("stops after %1 and waits again")
                                         .arg(TimeText::duration(work.runsOn))
                                   : NodeDraftModel::tr("waits again");
        case Fate::ends:
            return NodeDraftModel::tr("ends by itself before it has to stop");
    }
    return {};
}

}  // namespace

NodeDraftModel::NodeDraftModel(QObject* parent)
    : CellTable({{tr("Workload")},
                 {tr("GPUs"), true},
                 {tr("Lost GPU-hours"), true},
                 {tr("What becomes of it")}},
                parent) {}

void NodeDraftModel::setDraft(const NodeDraft& draft, const View& view) {
    const std::vector<Touched> all = touchedBy(draft);
    std::vector<GpuTime> lost;
    lost.reserve(all.size());
    for (const Touched& each : all)
        lost.push_back(each.lost);
    const QStringList lostTexts = hoursTexts(lost);
    std::vector<Row> rows;
    rows.reserve(all.size());
    for (const Touched& each : all) {
        const QString fate = fateText(each);
        const Icon which = each.fate == Fate::movesOn ? Icon::arrowRight
                           : each.fate == Fate::ends  ? Icon::check
                                                      : Icon::hourglass;
        Row row = rowOfWork(qt(each.workload), qt(each.quota), colourOf(view, each.quota));
        row.cells.push_back(Cell::number(gpuNumber(each.gpu)));
        row.cells.push_back(Cell::number(
            each.lost > 0 ? lostTexts[static_cast<qsizetype>(rows.size())] : tr("none")));
        row.cells.push_back(
            Cell::words(fate).withIcon(which, each.fate == Fate::waits ? Role::err : Role::good));
        row.toolTip = each.why.isEmpty() ? fate : each.why;
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
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
    GpuTime lost = 0;
    for (const NodeDraft::Leaver& each : draft.leavers)
        lost += each.lost;
    for (const NodeDraft::Other& each : draft.others)
        lost += each.lost;
    QStringList parts;
    if (waits > 0)
        parts << DraftTexts::tr("%Ln wait(s) again", nullptr, waits);
    if (moves > 0)
        parts << DraftTexts::tr("%Ln start(s) anew elsewhere", nullptr, moves);
    if (ends > 0)
        parts << DraftTexts::tr("%Ln end(s) before", nullptr, ends);
    parts << (lost > 0 ? DraftTexts::tr("%1 GPU-hours lost").arg(hoursNumber(lost))
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
