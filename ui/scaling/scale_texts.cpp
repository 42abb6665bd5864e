// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/scale_texts.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "core/model/message_arguments.h"
#include "core/model/runner_up.h"
#include "core/plan/draft/scale_event.h"
#include "core/view/awaiting_approval.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

namespace {

struct ScaleTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::ScaleTexts)
};

constexpr qsizetype kMostNamed = 3;

std::vector<const ScaleRow*> changedRows(const ScaleCheck& check) {
    std::vector<const ScaleRow*> rows;
    for (const ScaleLevel& level : check.levels)
        for (const ScaleRow& row : level.rows)
            if (row.target != row.now)
                rows.push_back(&row);
    return rows;
}

QString rulesText(const std::vector<Rule>& rules) {
    QStringList numbers;
    for (const Rule rule : rules)
        numbers << QString::number(number(rule));
    return numbers.size() == 1 ? ScaleTexts::tr("rule %1").arg(numbers.front())
                               : ScaleTexts::tr("rules %1").arg(numbers.join(QStringLiteral(", ")));
}

}  // namespace

ScaleName scaleName(const View& view, const std::string& quota) {
    for (const QuotaRow& row : view.quotas)
        if (row.name == quota)
            return {qt(row.name), row.team == row.name ? QString() : qt(row.team), row.colour};
    return {qt(quota), {}, -1};
}

QString repairText(const ScaleRepair& repair) {
    const QString quota = qt(repair.quota);
    switch (repair.kind) {
        case ScaleRepair::Kind::set:
            return ScaleTexts::tr("Set %1 to %2").arg(quota, gpuNumber(repair.gpu));
        case ScaleRepair::Kind::takeFrom:
            return ScaleTexts::tr("Take %1 from %2").arg(gpuNumber(repair.gpu), quota);
        case ScaleRepair::Kind::raiseParent:
            return ScaleTexts::tr("Raise %1 to %2").arg(quota, gpuNumber(repair.gpu));
    }
    return {};
}

QString obstacleText(const ScaleObstacle& obstacle, bool all) {
    std::vector<std::string> names = obstacle.workloads;
    const int more = all ? 0 : static_cast<int>(names.size()) - static_cast<int>(kMostNamed);
    if (more > 0)
        names.resize(static_cast<std::size_t>(kMostNamed));
    QStringList list;
    for (const std::string& name : names)
        list << qt(name);
    const QString who =
        more > 0
            ? ScaleTexts::tr("%1 and %Ln more", nullptr, more).arg(list.join(QStringLiteral(", ")))
            : namesText(names);
    // What is kept back is no work's.
    if (const Value* keepers = argumentOf(obstacle.message, "keepers")) {
        const QString kept =
            ScaleTexts::tr("%1 in use (%2), %3 not lent by %4.")
                .arg(gpusText(gpuArgumentOf(obstacle.message, "held")), who,
                     gpusText(gpuArgumentOf(obstacle.message, "kept")), namesText(keepers->list));
        return (obstacle.message.code.find("of-nodes") != std::string::npos
                    ? ScaleTexts::tr("The nodes have %1, but %2 would be needed: %3")
                          .arg(gpusText(obstacle.bound), gpusText(obstacle.placed), kept)
                    : ScaleTexts::tr("%1 can use %2, but would have %3 allocated: %4")
                          .arg(qt(obstacle.quota), gpusText(obstacle.bound),
                               gpusText(obstacle.placed), kept));
    }
    return ScaleTexts::tr("Workloads in %1 use %2, %3 above its new guarantee: %4.")
        .arg(qt(obstacle.quota), gpusText(obstacle.placed),
             gpuNumber(obstacle.placed - obstacle.bound), who);
}

QString modeText(ScaleMode mode, Duration after) {
    switch (mode) {
        case ScaleMode::refuse:
            return {};
        case ScaleMode::drain:
            return ScaleTexts::tr("drain");
        case ScaleMode::reclaim:
            return after > 0 ? ScaleTexts::tr("reclaim after %1").arg(TimeText::duration(after))
                             : ScaleTexts::tr("evict immediately");
    }
    return {};
}

QString movesText(const ScaleCheck& check) {
    const auto rows = changedRows(check);
    if (rows.empty())
        return ScaleTexts::tr("No changes yet");
    const QString changes = ScaleTexts::tr("%Ln change(s)", nullptr, static_cast<int>(rows.size()));
    const auto delta = [](const ScaleRow* row) { return row->target - row->now; };
    if (rows.size() == 2 && delta(rows[0]) == -delta(rows[1])) {
        const bool forth = delta(rows[0]) > 0;
        return ScaleTexts::tr("%1 · %2 from %3 to %4", "2 changes · 8 GPUs from A to B")
            .arg(changes, gpusText(std::abs(delta(rows[0]))), qt(rows[forth ? 1 : 0]->quota),
                 qt(rows[forth ? 0 : 1]->quota));
    }
    const auto [more, less] = sumsOf(check.levels);
    if (rows.size() == 1)
        return (more > 0 ? ScaleTexts::tr("%1 · %2 to %3", "1 change · 8 GPUs to A")
                         : ScaleTexts::tr("%1 · %2 from %3", "1 change · 8 GPUs from A"))
            .arg(changes, gpusText(std::max(more, less)), qt(rows[0]->quota));
    if (more == 0 || less == 0)
        return (more > 0 ? ScaleTexts::tr("%1 · +%2", "2 changes · +8 GPUs")
                         : ScaleTexts::tr("%1 · −%2", "2 changes · −8 GPUs"))
            .arg(changes, gpusText(std::max(more, less)));
    return ScaleTexts::tr("%1 · +%2 −%3 GPUs", "3 changes, more and less")
        .arg(changes, gpuNumber(more), gpuNumber(less));
}

QStringList allChanges(const ScaleCheck& check) {
    QStringList changes;
    for (const ScaleRow* row : changedRows(check))
        changes << ScaleTexts::tr("%1 %2 → %3", "a quota, before and after")
                       .arg(qt(row->quota), gpuNumber(row->now), gpuNumber(row->target));
    return changes;
}

QString changesText(const ScaleCheck& check) {
    const QStringList all = allChanges(check);
    if (all.size() <= kMostNamed)
        return all.join(QStringLiteral(", "));
    return ScaleTexts::tr("%1 and %Ln more", nullptr, static_cast<int>(all.size() - kMostNamed))
        .arg(all.mid(0, kMostNamed).join(QStringLiteral(", ")));
}

Badge effectBadge(ScaleEffect effect) {
    switch (effect) {
        case ScaleEffect::evicted:
            return {ScaleTexts::tr("evicted"), Tone::err, Icon::bolt};
        case ScaleEffect::fewerReplicas:
            return {ScaleTexts::tr("fewer replicas"), Tone::warn, Icon::minus};
        case ScaleEffect::moved:
            return {ScaleTexts::tr("moved"), Tone::info, Icon::arrows};
        case ScaleEffect::starts:
            return {ScaleTexts::tr("starts"), Tone::good, Icon::play};
        case ScaleEffect::startsEarlier:
            return {ScaleTexts::tr("starts earlier"), Tone::good, Icon::play};
        case ScaleEffect::startsLater:
            return {ScaleTexts::tr("waits longer"), Tone::warn, Icon::hourglass};
        case ScaleEffect::waitsOn:
            return {ScaleTexts::tr("does not start"), Tone::warn, Icon::hourglass};
        case ScaleEffect::spared:
            return {ScaleTexts::tr("spared"), Tone::good, Icon::shield};
        case ScaleEffect::keepsReplicas:
            return {ScaleTexts::tr("keeps replicas"), Tone::good, Icon::shield};
        case ScaleEffect::startsAnyway:
            return {ScaleTexts::tr("starts anyway"), Tone::neutral, Icon::play};
        case ScaleEffect::neverStarts:
            return {ScaleTexts::tr("too large"), Tone::err, Icon::error};
        case ScaleEffect::otherReason:
            return {ScaleTexts::tr("waits, other reason"), Tone::neutral, Icon::hourglass};
        case ScaleEffect::unchanged:
            return {ScaleTexts::tr("unchanged"), Tone::neutral, Icon::none};
    }
    return {};
}

namespace {

// Of so many: the verb goes with the number.
QString countedEffect(ScaleEffect effect, int count) {
    switch (effect) {
        case ScaleEffect::evicted:
            return ScaleTexts::tr("%Ln evicted", nullptr, count);
        case ScaleEffect::fewerReplicas:
            return ScaleTexts::tr("%Ln with fewer replicas", nullptr, count);
        case ScaleEffect::moved:
            return ScaleTexts::tr("%Ln moved", nullptr, count);
        case ScaleEffect::starts:
            return ScaleTexts::tr("%Ln start(s)", nullptr, count);
        case ScaleEffect::startsEarlier:
            return ScaleTexts::tr("%Ln start(s) earlier", nullptr, count);
        case ScaleEffect::startsLater:
            return ScaleTexts::tr("%Ln wait(s) longer", nullptr, count);
        case ScaleEffect::waitsOn:
            return ScaleTexts::tr("%Ln not started", nullptr, count);
        case ScaleEffect::spared:
            return ScaleTexts::tr("%Ln spared", nullptr, count);
        case ScaleEffect::keepsReplicas:
            return ScaleTexts::tr("%Ln keep(s) replicas", nullptr, count);
        case ScaleEffect::startsAnyway:
            return ScaleTexts::tr("%Ln start(s) anyway", nullptr, count);
        case ScaleEffect::neverStarts:
            return ScaleTexts::tr("%Ln too large", nullptr, count);
        case ScaleEffect::otherReason:
            return ScaleTexts::tr("%Ln wait(s) for another reason", nullptr, count);
        case ScaleEffect::unchanged:
            return ScaleTexts::tr("%Ln unchanged", nullptr, count);
    }
    return {};
}

}  // namespace

namespace {

// What waits for the delay of the mode does not happen as soon as somebody runs the pool.
QString whenLive(const Effect& effect, const QString& what) {
    const Outlook& outlook = *effect.outlook;
    const Duration after = outlook.request.after;
    bool atOnce = false, later = false;
    for (const ScaleWorkloadEffect& each : outlook.workloads)
        if (each.effect != ScaleEffect::unchanged && each.at)
            (*each.at < outlook.at + after ? atOnce : later) = true;
    if (!effect.resting || after == 0 || !later)
        return onceLive(effect.resting, what);
    const QString delay = TimeText::duration(after);
    return atOnce ? ScaleTexts::tr("As soon as the pool is live, and %1 later: %2",
                                   "a delay, and what becomes of whom")
                        .arg(delay, what)
                  : ScaleTexts::tr("%1 after the pool goes live: %2",
                                   "a delay, and what becomes of whom")
                        .arg(delay, what);
}

}  // namespace

QString effectsText(const Effect& effect) {
    const Outlook& outlook = *effect.outlook;
    constexpr std::size_t kKinds = static_cast<std::size_t>(ScaleEffect::unchanged) + 1;
    std::array<int, kKinds> counts{};
    for (const ScaleWorkloadEffect& each : outlook.workloads)
        ++counts[static_cast<std::size_t>(each.effect)];
    QStringList parts;
    for (std::size_t i = 0; i < kKinds; ++i)
        if (counts[i] > 0)
            parts << countedEffect(static_cast<ScaleEffect>(i), counts[i]);
    return parts.isEmpty() ? ScaleTexts::tr("No workload runs or waits")
                           : whenLive(effect, parts.join(QStringLiteral(", ")));
}

QString unapprovedText(int workloads) {
    if (workloads == 0)
        return {};
    return ScaleTexts::tr("Not included: %Ln workload(s) waiting for approval.", nullptr,
                          workloads);
}

QString whenText(const ScaleWorkloadEffect& effect, const TimeText& time) {
    if (effect.by && *effect.by > 0)
        return ScaleTexts::tr("+%1", "so much later").arg(TimeText::duration(*effect.by));
    if (effect.by)
        return ScaleTexts::tr("−%1", "so much earlier").arg(TimeText::duration(-*effect.by));
    return effect.at ? time.seconds(*effect.at) : QString();
}

QString whyText(const ScaleWorkloadEffect& effect, const TimeText& time) {
    QString why = effect.why ? messageText(*effect.why, time) : QString();
    if (effect.rules.empty() || why.isEmpty())
        return why;
    const QString rules = rulesText(effect.rules);
    // What is taken says first what it costs: the sentence may be cut, and is whole below the
    // table.
    if (effect.effect == ScaleEffect::fewerReplicas)
        return ScaleTexts::tr("%1 of %2 replicas · %3 · %4", "given up, rules, and why")
            .arg(effect.replicas)
            .arg(effect.of)
            .arg(rules, why);
    if (effect.effect == ScaleEffect::evicted)
        return ScaleTexts::tr("loses %1 · %2 · %3", "work lost, rules, and why")
            .arg(gpuHours(effect.lost), rules, why);
    return ScaleTexts::tr("%1 · %2", "rules, and why").arg(rules, why);
}

QString whyWithoutText(const ScaleWorkloadEffect& effect, const TimeText& time) {
    return effect.whyWithout ? ScaleTexts::tr("Without these targets: %1")
                                   .arg(messageText(*effect.whyWithout, time))
                             : QString();
}

QString effectStory(const ScaleWorkloadEffect& effect, const TimeText& time) {
    const QString name = qt(effect.workload);
    const QString what =
        effect.effect == ScaleEffect::unchanged
            ? (effect.running ? ScaleTexts::tr("runs on") : ScaleTexts::tr("waits on"))
            : effectBadge(effect.effect).text;
    QStringList sentences;
    if (effect.effect == ScaleEffect::fewerReplicas)
        sentences = fewerTexts({{effect.workload, effect.replicas, effect.of}});
    else if (effect.effect == ScaleEffect::keepsReplicas)
        sentences << ScaleTexts::tr("%1 would release %2 of %3 replicas without these targets.")
                         .arg(name)
                         .arg(effect.replicas)
                         .arg(effect.of);
    else if (effect.effect == ScaleEffect::otherReason)
        sentences << ScaleTexts::tr("%1 still waits, for another reason.").arg(name);
    else
        sentences
            << ScaleTexts::tr("%1, %2.", "a workload, and what happens to it").arg(name, what);
    if (effect.why)
        sentences << messageText(*effect.why, time);
    if (effect.whyWithout)
        sentences << whyWithoutText(effect, time);
    if (effect.neverAgain)
        sentences << messageText(*effect.neverAgain, time);
    if (effect.lost > 0)
        sentences << ScaleTexts::tr("Lost work: %1.").arg(gpuHours(effect.lost));
    if (effect.record)
        sentences << (effect.record->runnerUp.empty() ? messageText({"runner-up-none", {}})
                                                      : nextBestText(*effect.record));
    return sentences.join(QLatin1Char(' '));
}

QString nextBestText(const Eviction& record) {
    return messageText(runnerUpMessage(record));
}

}  // namespace apportion::ui
