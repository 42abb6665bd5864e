// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_draft_model.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <QCoreApplication>

#include "ui/hours_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/trial_texts.h"

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
    int sum = 0;
    for (const auto* list : {&draft.leavers, &draft.others})
        sum += static_cast<int>(
            std::count_if(list->begin(), list->end(),
                          [fate](const NodeDraft::Leaver& each) { return each.fate == fate; }));
    return sum;
}

QString takerIn(const Message& why) {
    for (const Argument& argument : why.arguments)
        if (argument.name == "taker")
            return qt(argument.value.text);
    return {};
}

// The worst first.
std::vector<NodeDraft::Leaver> touchedBy(const NodeDraft& draft) {
    constexpr std::array kWorstFirst{Fate::waits, Fate::shrinks, Fate::ends, Fate::movesOn};
    std::vector<NodeDraft::Leaver> all;
    all.reserve(draft.leavers.size() + draft.others.size());
    for (const Fate fate : kWorstFirst)
        for (const auto* list : {&draft.leavers, &draft.others})
            std::copy_if(list->begin(), list->end(), std::back_inserter(all),
                         [fate](const NodeDraft::Leaver& each) { return each.fate == fate; });
    return all;
}

// Of one on the node itself.
QString leaverText(const NodeDraft::Leaver& work, Duration runsOn) {
    switch (work.fate) {
        case Fate::movesOn:
            return runsOn > 0 ? NodeDraftModel::tr("stops after %1 and starts anew on %2")
                                    .arg(TimeText::duration(runsOn), namesText(work.to))
                              : NodeDraftModel::tr("starts anew on %1").arg(namesText(work.to));
        case Fate::shrinks:
        case Fate::waits:
            return runsOn > 0 ? NodeDraftModel::tr("stops after %1 and waits again")
                                    .arg(TimeText::duration(runsOn))
                              : NodeDraftModel::tr("waits again");
        case Fate::ends:
            return NodeDraftModel::tr("ends by itself before it has to stop");
    }
    return {};
}

// Of one that is evicted elsewhere, for `taker`.
QString otherText(const NodeDraft::Leaver& work, const QString& taker) {
    switch (work.fate) {
        case Fate::movesOn:
            return NodeDraftModel::tr("evicted for %1, starts anew on %2")
                .arg(taker, namesText(work.to));
        case Fate::shrinks:
            return NodeDraftModel::tr("gives up %1 of %2 replicas to %3, runs on")
                .arg(work.replicas)
                .arg(work.of)
                .arg(taker);
        case Fate::waits:
            return NodeDraftModel::tr("evicted for %1, waits again").arg(taker);
        case Fate::ends:
            return NodeDraftModel::tr("gives way to %1, ends by itself before").arg(taker);
    }
    return {};
}

QString fateText(const NodeDraft::Leaver& work, Instant now) {
    const QString taker = work.why ? takerIn(*work.why) : QString();
    const QString fate = !work.why         ? leaverText(work, work.stops - now)
                         : taker.isEmpty() ? messageText(*work.why)
                                           : otherText(work, taker);
    return work.never
               ? NodeDraftModel::tr("%1. %2", "what becomes of it, why it cannot start again")
                     .arg(fate, messageText(*work.never))
               : fate;
}

Icon iconOf(Fate fate) {
    switch (fate) {
        case Fate::movesOn:
            return Icon::arrowRight;
        case Fate::shrinks:
            return Icon::minus;
        case Fate::waits:
            return Icon::hourglass;
        case Fate::ends:
            return Icon::check;
    }
    return Icon::hourglass;
}

}  // namespace

NodeDraftModel::NodeDraftModel(QObject* parent)
    : CellTable({{tr("Workload")},
                 {tr("GPUs"), true},
                 {tr("Lost GPU-hours"), true},
                 {tr("What becomes of it")}},
                parent) {}

void NodeDraftModel::setDraft(const NodeDraft& draft, const View& view) {
    const std::vector<NodeDraft::Leaver> all = touchedBy(draft);
    std::vector<GpuTime> lost;
    lost.reserve(all.size());
    for (const NodeDraft::Leaver& each : all)
        lost.push_back(each.lost);
    const QStringList lostTexts = hoursTexts(lost);
    std::vector<Row> rows;
    rows.reserve(all.size());
    for (const NodeDraft::Leaver& each : all) {
        const QString fate = fateText(each, draft.at);
        const bool isWorse = each.fate == Fate::waits || each.fate == Fate::shrinks;
        Row row = rowOfWork(qt(each.workload), qt(each.quota), colourOf(view, each.quota));
        row.cells.push_back(Cell::number(gpuNumber(each.gpu)));
        row.cells.push_back(Cell::number(
            each.lost > 0 ? lostTexts[static_cast<qsizetype>(rows.size())] : tr("none")));
        row.cells.push_back(
            Cell::words(fate).withIcon(iconOf(each.fate), isWorse ? Role::err : Role::good));
        row.toolTip = each.why ? messageText(*each.why) : fate;
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
    const int waits = count(draft, Fate::waits);
    const int shrinks = count(draft, Fate::shrinks);
    const int ends = count(draft, Fate::ends);
    if (draft.leavers.empty() && draft.others.empty())
        return DraftTexts::tr("Nothing runs there: nobody is moved");
    GpuTime lost = 0;
    for (const auto* list : {&draft.leavers, &draft.others})
        for (const NodeDraft::Leaver& each : *list)
            lost += each.lost;
    QStringList parts;
    if (waits > 0)
        parts << DraftTexts::tr("%Ln wait(s) again", nullptr, waits);
    if (shrinks > 0)
        parts << DraftTexts::tr("%Ln go(es) on with fewer replicas", nullptr, shrinks);
    if (moves > 0)
        parts << DraftTexts::tr("%Ln start(s) anew elsewhere", nullptr, moves);
    if (ends > 0)
        parts << DraftTexts::tr("%Ln end(s) before", nullptr, ends);
    parts << (lost > 0 ? DraftTexts::tr("%1 GPU-hours lost").arg(hoursNumber(lost))
                       : DraftTexts::tr("nothing is lost"));
    return onceLive(draft.resting, parts.join(QStringLiteral(" · ")));
}

bool makesWorse(const NodeDraft& draft) {
    return count(draft, Fate::waits) + count(draft, Fate::shrinks) > 0;
}

QString roomText(const NodeDraft& draft) {
    return DraftTexts::tr(
               "GPUs of the pool: %1 → %2. GPUs of the largest workload that fits: %3 → %4.")
        .arg(gpuNumber(draft.capacityBefore), gpuNumber(draft.capacityAfter))
        .arg(draft.before.largest)
        .arg(draft.after.largest);
}

}  // namespace apportion::ui
