// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_draft_model.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "ui/hours_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

namespace {

using Fate = Effect::Hit::Fate;

int colourOf(const View& view, const std::string& quota) {
    for (const QuotaRow& row : view.quotas)
        if (row.name == quota)
            return row.colour;
    return -1;
}

// The worst first.
std::vector<Effect::Hit> touchedBy(const Effect& effect) {
    std::vector<Effect::Hit> all = effect.evicted;
    all.insert(all.end(), effect.moved.begin(), effect.moved.end());
    const auto badness = [](const Effect::Hit& hit) {
        constexpr std::array kWorstFirst{Fate::waits, Fate::shrinks, Fate::ends, Fate::runsOn};
        return std::find(kWorstFirst.begin(), kWorstFirst.end(), hit.fate);
    };
    std::stable_sort(all.begin(), all.end(), [&](const Effect::Hit& a, const Effect::Hit& b) {
        return badness(a) < badness(b);
    });
    return all;
}

int count(const Effect& effect, Fate fate) {
    const auto all = touchedBy(effect);
    return static_cast<int>(std::count_if(
        all.begin(), all.end(), [fate](const Effect::Hit& each) { return each.fate == fate; }));
}

// Of one on the node itself.
QString leaverText(const Effect::Hit& work) {
    const Duration runsOn = work.stopsAfter;
    switch (work.fate) {
        case Fate::runsOn:
            return runsOn > 0 ? NodeDraftModel::tr("stops after %1 and restarts on %2")
                                    .arg(TimeText::duration(runsOn), namesText(work.nodes))
                              : NodeDraftModel::tr("restarts on %1").arg(namesText(work.nodes));
        case Fate::shrinks:
        case Fate::waits:
            return runsOn > 0 ? NodeDraftModel::tr("stops after %1 and waits again")
                                    .arg(TimeText::duration(runsOn))
                              : NodeDraftModel::tr("waits again");
        case Fate::ends:
            return NodeDraftModel::tr("ends before it has to stop");
    }
    return {};
}

// Of one that is evicted elsewhere, for `taker`.
QString otherText(const Effect::Hit& work, const QString& taker) {
    switch (work.fate) {
        case Fate::runsOn:
            return NodeDraftModel::tr("evicted for %1, restarts on %2")
                .arg(taker, namesText(work.nodes));
        case Fate::shrinks:
            return NodeDraftModel::tr("releases %1 of %2 replicas to %3, continues")
                .arg(work.replicas)
                .arg(work.of)
                .arg(taker);
        case Fate::waits:
            return NodeDraftModel::tr("evicted for %1, waits again").arg(taker);
        case Fate::ends:
            return NodeDraftModel::tr("stops for %1, ends before").arg(taker);
    }
    return {};
}

QString fateText(const Effect::Hit& work, const Effect& effect) {
    const QString fate = work.rule == EvictionRule::node || work.rule == EvictionRule::consolidation
                             ? leaverText(work)
                         : work.preemptor.empty() ? messageText(work.why)
                                                  : otherText(work, qt(work.preemptor));
    const auto never = std::find_if(
        effect.neverAgain.begin(), effect.neverAgain.end(), [&](const NeverAgain& each) {
            return each.work == NeverAgain::Work::evicted && each.workload == work.workload;
        });
    return work.fate != Fate::waits || never == effect.neverAgain.end()
               ? fate
               : NodeDraftModel::tr("%1. %2", "what becomes of it, why it cannot start again")
                     .arg(fate, messageText(never->why));
}

Icon iconOf(Fate fate) {
    switch (fate) {
        case Fate::runsOn:
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
                 {tr("Lost GPU hours"), true},
                 {tr("What becomes of it")}},
                parent) {}

void NodeDraftModel::setEffect(const Effect& effect, const View& view) {
    const std::vector<Effect::Hit> all = touchedBy(effect);
    std::vector<GpuTime> lost;
    lost.reserve(all.size());
    for (const Effect::Hit& each : all)
        lost.push_back(each.lost);
    const QStringList lostTexts = hoursTexts(lost);
    std::vector<Row> rows;
    rows.reserve(all.size());
    for (const Effect::Hit& each : all) {
        const QString fate = fateText(each, effect);
        const bool isWorse = each.fate == Fate::waits || each.fate == Fate::shrinks;
        Row row = rowOfWork(qt(each.workload), qt(each.quota), colourOf(view, each.quota));
        row.cells.push_back(Cell::number(gpuNumber(each.gpu)));
        row.cells.push_back(Cell::number(
            each.lost > 0 ? lostTexts[static_cast<qsizetype>(rows.size())] : tr("none")));
        row.cells.push_back(
            Cell::words(fate).withIcon(iconOf(each.fate), isWorse ? Role::err : Role::good));
        row.toolTip = each.rule == EvictionRule::node ? fate : messageText(each.why);
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

namespace {

struct DraftTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::DraftTexts)
};

}  // namespace

QString consequenceOf(const Effect& effect) {
    const int moves = count(effect, Fate::runsOn);
    const int waits = count(effect, Fate::waits);
    const int shrinks = count(effect, Fate::shrinks);
    const int ends = count(effect, Fate::ends);
    if (effect.evicted.empty() && effect.moved.empty())
        return DraftTexts::tr("No workload runs there");
    const GpuTime lost = effect.lost() + lostIn(effect.moved);
    QStringList parts;
    if (waits > 0)
        parts << DraftTexts::tr("%Ln wait(s) again", nullptr, waits);
    if (shrinks > 0)
        parts << DraftTexts::tr("%Ln with fewer replicas", nullptr, shrinks);
    if (moves > 0)
        parts << DraftTexts::tr("%Ln restart(s) elsewhere", nullptr, moves);
    if (ends > 0)
        parts << DraftTexts::tr("%Ln end(s) before", nullptr, ends);
    parts << (lost > 0 ? DraftTexts::tr("%1 GPU hours lost").arg(hoursNumber(lost))
                       : DraftTexts::tr("nothing is lost"));
    return onceLive(effect.resting, parts.join(QStringLiteral(" · ")));
}

bool makesWorse(const Effect& effect) {
    return count(effect, Fate::waits) + count(effect, Fate::shrinks) > 0;
}

}  // namespace apportion::ui
