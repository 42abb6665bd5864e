// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/hit_models.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>

#include "core/model/short_reason.h"
#include "ui/hours_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/module_icon.h"

namespace apportion::ui {

namespace {

struct HitTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::HitTexts)
};

// Of all rows in one format.
template <typename Rows>
QStringList lostTexts(const Rows& rows) {
    std::vector<GpuTime> lost;
    lost.reserve(rows.size());
    for (const auto& each : rows)
        lost.push_back(each.lost);
    QStringList texts = hoursTexts(lost);
    for (QString& text : texts)
        text = HitTexts::tr("%1 GPU h", "GPU hours").arg(text);
    return texts;
}

Cell quotaCell(const std::string& quota, const ColourOf& colourOf) {
    return Cell::words(qt(quota)).withTeam(colourOf(quota), 8).withRole(Role::text2);
}

QString nameOf(const std::string& workload) {
    return workload.empty() ? HitTexts::tr("the new workload") : qt(workload);
}

}  // namespace

std::vector<CellTable::Head> victimHeads() {
    return {{{}},
            {HitTexts::tr("Workload")},
            {HitTexts::tr("Quota")},
            {HitTexts::tr("Prio", "priority"), true},
            {HitTexts::tr("GPUs"), true},
            {HitTexts::tr("Would lose"), true}};
}

std::vector<CellTable::Row> victimRows(const std::vector<PolicyVictim>& victims,
                                       const ColourOf& colourOf) {
    std::vector<CellTable::Row> rows;
    rows.reserve(victims.size());
    QStringList lost = lostTexts(victims);
    for (const PolicyVictim& each : victims) {
        CellTable::Row row;
        Cell mark = Cell::words({});
        if (each.taken)
            mark.withIcon(Icon::bolt, Role::err);
        const QString second = each.replicasOnly ? HitTexts::tr("replicas above its minimum")
                               : each.neverAgain
                                   ? HitTexts::tr("cannot start again", "a workload, once evicted")
                                   : QString();
        Cell name = each.taken ? Cell::name(qt(each.workload), second)
                               : Cell::words(qt(each.workload), second);
        if (each.taken)
            name.withType(Type::head);
        row.cells = {mark,
                     name.withIcon(moduleIcon(each.module)),
                     quotaCell(each.quota, colourOf),
                     Cell::number(QLocale().toString(each.priority)),
                     Cell::number(gpuNumber(each.gpu)),
                     Cell::number(lost.takeFirst(), Role::text2)};
        row.toolTip = each.taken
                          ? HitTexts::tr("%1 would be evicted").arg(qt(each.workload))
                          : HitTexts::tr("%1 could be evicted, but not now").arg(qt(each.workload));
        if (each.neverAgain)
            row.toolTip += QLatin1Char('\n') + messageText(*each.neverAgain);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CellTable::Head> trialHeads() {
    return {{HitTexts::tr("Workload")},
            {HitTexts::tr("Quota")},
            {HitTexts::tr("What happens")},
            {HitTexts::tr("GPUs"), true},
            {HitTexts::tr("Loses"), true}};
}

std::vector<CellTable::Row> trialRows(const PolicyAnswer& answer, const ColourOf& colourOf,
                                      const WorkOf& workOf) {
    const Effect& effect = answer.trial();
    const Effect::Submitted* arrival =
        effect.submitted.empty() ? nullptr : &effect.submitted.front();
    std::vector<Effect::Hit> hits = effect.evicted;
    hits.insert(hits.end(), effect.moved.begin(), effect.moved.end());
    std::vector<CellTable::Row> rows;
    rows.reserve(hits.size() + effect.started.size() + 1);
    QStringList lost = lostTexts(hits);
    for (const Effect::Hit& each : hits) {
        const bool moved = each.rule == EvictionRule::consolidation;
        const QString rule = QString::number(number(ruleOf(each.rule)));
        const bool isForNew = arrival != nullptr && each.preemptor == arrival->workload;
        CellTable::Row row;
        row.cells = {
            Cell::name(qt(each.workload)).withIcon(Icon::bolt, Role::err),
            quotaCell(each.quota, colourOf),
            Cell::reason({evictionRuleName(each.rule), moved ? Tone::warn : Tone::err,
                          moved ? Icon::arrows : Icon::bolt},
                         HitTexts::tr("for %1 · rule %2")
                             .arg(nameOf(isForNew ? std::string() : each.preemptor), rule)),
            Cell::number(gpuNumber(each.gpu)), Cell::number(lost.takeFirst())};
        row.toolTip = messageText(each.why);
        rows.push_back(std::move(row));
    }
    const auto start = [&](const std::string& name, const std::string& quota, Gpu gpu,
                           bool isBooked, Duration waited) {
        CellTable::Row row;
        row.cells = {
            Cell::name(nameOf(name)).withIcon(Icon::play, Role::good), quotaCell(quota, colourOf),
            Cell::reason(
                {HitTexts::tr("starts"), Tone::good, Icon::play},
                isBooked ? HitTexts::tr("after evicted workloads stop")
                : waited > 0
                    ? HitTexts::tr("immediately, after waiting %1").arg(TimeText::duration(waited))
                    : HitTexts::tr("immediately")),
            Cell::number(gpuNumber(gpu)), Cell::number({})};
        rows.push_back(std::move(row));
    };
    std::vector<std::string> started = startedAnew(effect);
    const std::vector<std::string> again = restartedIn(effect);
    started.insert(started.end(), again.begin(), again.end());
    for (const std::string& name : started) {
        const WorkloadRow* work = workOf(name);
        const bool isBooked =
            std::find(effect.booked.begin(), effect.booked.end(), name) != effect.booked.end();
        start(name, work ? work->quota : std::string(), work ? work->gpu : 0, isBooked,
              work ? work->status.waited : 0);
    }
    if (arrival == nullptr)
        return rows;
    if (!arrival->reason) {
        start({}, arrival->quota, arrival->gpu,
              arrival->fate == Effect::Submitted::Fate::startsAfterGrace, 0);
    } else if (!rows.empty()) {  // alone it is said in a sentence
        CellTable::Row row;
        row.cells = {Cell::name(nameOf({})).withIcon(Icon::clock, Role::warn),
                     quotaCell(answer.quota, colourOf),
                     Cell::reason({HitTexts::tr("waits"), Tone::warn, Icon::clock},
                                  messageText(shortReason(*arrival->reason))),
                     Cell::number({}), Cell::number({})};
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace apportion::ui
