// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trial_texts.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct TrialTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TrialTexts)
};

using Submitted = Effect::Submitted;

QString fateText(const Submitted& work, Duration grace, const QString& reason) {
    switch (work.fate) {
        case Submitted::Fate::starts:
            return TrialTexts::tr("Starts immediately on %1.").arg(someNames(work.nodes));
        case Submitted::Fate::startsAfterGrace:
            return startText(false, grace);
        case Submitted::Fate::rejected:
            return TrialTexts::tr("Would be rejected. %1").arg(reason);
        case Submitted::Fate::waits:
            break;
    }
    return work.position ? TrialTexts::tr("Waits, number %1 in %2. %3", "place, quota, why")
                               .arg(*work.position)
                               .arg(qt(work.quota), reason)
                         : TrialTexts::tr("Waits. %1", "why").arg(reason);
}

bool tellsUse(const Submitted& work) {
    return work.reason &&
           std::any_of(work.reason->message.arguments.begin(), work.reason->message.arguments.end(),
                       [](const Argument& each) { return each.name == "placed"; });
}

int shiftedIn(const Effect& trial, bool later) {
    return static_cast<int>(
        std::count_if(trial.shifted.begin(), trial.shifted.end(),
                      [later](const Effect::Shift& each) { return (each.by > 0) == later; }));
}

std::vector<RunsOn::Fewer> fewerIn(const Effect& trial) {
    std::vector<RunsOn::Fewer> fewer;
    for (const Effect::Hit& hit : trial.evicted)
        if (hit.replicas > 0)
            fewer.push_back({hit.workload, hit.replicas, hit.of});
    return fewer;
}

std::vector<std::string> without(std::vector<std::string> names,
                                 const std::vector<std::string>& others) {
    std::erase_if(names, [&](const std::string& name) {
        return std::find(others.begin(), others.end(), name) != others.end();
    });
    return names;
}

std::vector<std::string> neverAgainIn(const Effect& trial, NeverAgain::Work work) {
    std::vector<std::string> names;
    for (const NeverAgain& each : trial.neverAgain)
        if (each.work == work)
            names.push_back(each.workload);
    return names;
}

// One sentence a victim that cannot come back, of many one for all.
QStringList neverAgainTexts(const Effect& trial) {
    constexpr std::size_t kMostSentences = 3;
    QStringList sentences;
    std::vector<std::string> names;
    for (const NeverAgain& each : trial.neverAgain)
        if (each.work == NeverAgain::Work::evicted) {
            sentences << messageText(each.why);
            names.push_back(each.workload);
        }
    if (sentences.size() > static_cast<qsizetype>(kMostSentences))
        sentences = {TrialTexts::tr("Cannot start again: %1.").arg(someNames(names))};
    return sentences;
}

// Nothing where none does.
QStringList restartText(const Effect& trial) {
    const std::vector<std::string> again = restartedIn(trial);
    return again.empty()
               ? QStringList()
               : QStringList{TrialTexts::tr("The rest is enough for %1 to start again immediately.")
                                 .arg(someNames(again))};
}

// Who loses most by it comes first.
QString joined(const Effect& trial, bool named) {
    QStringList parts;
    const auto add = [&](const QString& text, const std::vector<std::string>& names) {
        if (names.empty())
            return;
        parts << (named ? TrialTexts::tr("%1: %2", "how many of which fate, who")
                              .arg(text, someNames(names, 2))
                        : text);
    };
    const auto size = [](const auto& names) { return static_cast<int>(names.size()); };
    const std::vector<std::string> again = restartedIn(trial);
    const std::vector<std::string> evicted = without(victimsOf(trial), again);
    add(TrialTexts::tr("%Ln evicted", nullptr, size(evicted)), evicted);
    add(TrialTexts::tr("%Ln evicted and started again", nullptr, size(again)), again);
    std::vector<std::string> shrunk;
    for (const RunsOn::Fewer& each : fewerIn(trial))
        shrunk.push_back(each.workload);
    add(TrialTexts::tr("%Ln with fewer replicas", nullptr, size(shrunk)), shrunk);
    using Work = NeverAgain::Work;
    std::vector<std::string> barred = neverAgainIn(trial, Work::evicted);
    const std::vector<std::string> running = neverAgainIn(trial, Work::running);
    barred.insert(barred.end(), running.begin(), running.end());
    add(TrialTexts::tr("%Ln cannot start again", nullptr, size(barred)), barred);
    const std::vector<std::string> waiting = neverAgainIn(trial, Work::waiting);
    add(TrialTexts::tr("%Ln cannot start", nullptr, size(waiting)), waiting);
    add(TrialTexts::tr("%Ln moved", nullptr, size(trial.moved)), namesIn(trial.moved));
    const std::vector<std::string> started = startedAnew(trial);
    const std::vector<std::string> now = without(started, trial.booked);
    const std::vector<std::string> behind = without(started, now);
    add(TrialTexts::tr("%Ln start(s) immediately", nullptr, size(now)), now);
    add(TrialTexts::tr("%Ln start(s) after a grace period", nullptr, size(behind)), behind);
    const int later = shiftedIn(trial, true) + size(trial.waitsOn);
    const int earlier = shiftedIn(trial, false);
    if (later > 0)
        parts << TrialTexts::tr("%Ln start(s) later", nullptr, later);
    if (earlier > 0)
        parts << TrialTexts::tr("%Ln start(s) earlier", nullptr, earlier);
    const QString all = parts.join(QStringLiteral(" · "));
    if (all.isEmpty())
        return trial.resting ? TrialTexts::tr("No effect on workloads once the pool is live")
                             : TrialTexts::tr("No effect on workloads now");
    return onceLive(trial.resting, all);
}

}  // namespace

QString onceLive(bool resting, const QString& what) {
    return resting
               ? TrialTexts::tr("As soon as the pool is live: %1", "what becomes of whom").arg(what)
               : what;
}

std::vector<std::string> victimsOf(const Effect& trial) {
    std::vector<std::string> names;
    for (const Effect::Hit& hit : trial.evicted)
        if (hit.replicas == 0)
            names.push_back(hit.workload);
    return names;
}

QString someNames(const std::vector<std::string>& names, std::size_t most) {
    if (names.size() <= most || names.size() == most + 1)
        return namesText(names);
    QStringList shown;
    for (std::size_t i = 0; i < most; ++i)
        shown << qt(names[i]);
    return TrialTexts::tr("%1 and %Ln more", nullptr, static_cast<int>(names.size() - most))
        .arg(shown.join(QStringLiteral(", ")));
}

namespace {

// Of several, who meets which fate.
QStringList fatesText(const Effect& trial, const TimeText& time) {
    using Fate = Submitted::Fate;
    const auto namesOf = [&](Fate fate) {
        std::vector<std::string> names;
        for (const Submitted& each : trial.submitted)
            if (each.fate == fate)
                names.push_back(each.workload);
        return names;
    };
    QStringList sentences;
    if (const auto names = namesOf(Fate::starts); !names.empty())
        sentences << TrialTexts::tr("Start immediately: %1.", "names").arg(someNames(names));
    if (const auto names = namesOf(Fate::startsAfterGrace); !names.empty())
        sentences << TrialTexts::tr("Start within %1, after evicted workloads stop: %2.")
                         .arg(TimeText::duration(trial.grace), someNames(names));
    for (const Fate fate : {Fate::waits, Fate::rejected}) {
        const auto names = namesOf(fate);
        if (names.empty())
            continue;
        sentences << (fate == Fate::waits ? TrialTexts::tr("Wait: %1.", "names")
                                          : TrialTexts::tr("Are rejected: %1.", "names"))
                         .arg(someNames(names));
        const auto first =
            std::find_if(trial.submitted.begin(), trial.submitted.end(),
                         [fate](const Submitted& each) { return each.fate == fate; });
        if (first->reason)
            sentences << messageText(first->reason->message, time);
    }
    return sentences;
}

}  // namespace

QString submissionText(const Effect& trial, const TimeText& time) {
    if (trial.submitted.empty())
        return {};
    const Submitted& work = trial.submitted.front();
    const bool several = trial.submitted.size() > 1;
    QStringList sentences;
    if (trial.resting)
        sentences << (tellsUse(work)
                          ? TrialTexts::tr(
                                "The pool is not live. The preview shows the effect after it goes "
                                "live, with the workloads that start before this one.")
                          : TrialTexts::tr("The pool is not live. The preview shows the effect "
                                           "after it goes live."));
    using Fate = Submitted::Fate;
    const bool starts = work.fate == Fate::starts || work.fate == Fate::startsAfterGrace;
    if (several)
        sentences << fatesText(trial, time);
    else if (!trial.missing || !starts)
        sentences << fateText(work, trial.grace,
                              work.reason ? messageText(work.reason->message, time) : QString());
    if (trial.missing && work.fate != Fate::rejected)
        sentences << messageText(*trial.missing);
    if (const auto victims = victimsOf(trial); !victims.empty())
        sentences << TrialTexts::tr("Would evict %Ln workload(s): %1.", nullptr,
                                    static_cast<int>(victims.size()))
                         .arg(someNames(victims));
    sentences << neverAgainTexts(trial);
    sentences << restartText(trial);
    sentences << fewerTexts(fewerIn(trial));
    if (const GpuTime lost = trial.lost(); lost > 0)
        sentences << TrialTexts::tr("Lost with that: %1.").arg(gpuHours(lost));
    if (!trial.moved.empty())
        sentences
            << TrialTexts::tr("Would move %1 to make room.").arg(someNames(namesIn(trial.moved)));
    if (!trial.waitsOn.empty())
        sentences << TrialTexts::tr("Starts before %1, which would otherwise start now.")
                         .arg(someNames(trial.waitsOn));
    return sentences.join(QLatin1Char(' '));
}

QString trialSummary(const Effect& trial) {
    return joined(trial, false);
}

QString trialSentence(const Effect& trial) {
    const QString what = joined(trial, true);
    return trial.delay > 0
               ? what + QLatin1Char(' ') + TrialTexts::tr("Shown at the end of the delay.")
               : what;
}

QString withTrial(const QString& sentence, const Effect& trial) {
    return trial.touchesOthers() ? sentence + QLatin1Char(' ') + trialSentence(trial) : sentence;
}

QString hitsText(const Effect& trial) {
    QStringList sentences;
    if (const auto waiting = neverAgainIn(trial, NeverAgain::Work::waiting); !waiting.empty())
        sentences << TrialTexts::tr("%Ln waiting workload(s) would not start: %1.", nullptr,
                                    static_cast<int>(waiting.size()))
                         .arg(someNames(waiting));
    if (const auto running = neverAgainIn(trial, NeverAgain::Work::running); !running.empty())
        sentences << TrialTexts::tr(
                         "%Ln running workload(s) could not start again after an eviction: %1.",
                         nullptr, static_cast<int>(running.size()))
                         .arg(someNames(running));
    const std::vector<std::string> victims = victimsOf(trial);
    const GpuTime lost = trial.lost();
    if (!victims.empty())
        sentences << (trial.resting || trial.delay > 0
                          ? TrialTexts::tr("Would evict %1 then, and lose %2 of work.")
                          : TrialTexts::tr("Would evict %1 now, and lose %2 of work."))
                         .arg(someNames(victims), gpuHours(lost));
    sentences << neverAgainTexts(trial);
    sentences << restartText(trial);
    sentences << fewerTexts(fewerIn(trial));
    if (victims.empty() && lost > 0)
        sentences << TrialTexts::tr("%1 of work would be lost.").arg(gpuHours(lost));
    if (trial.resting && !sentences.isEmpty())
        sentences.prepend(TrialTexts::tr("The pool is not live."));
    return sentences.join(QLatin1Char(' '));
}

QStringList fewerTexts(const std::vector<RunsOn::Fewer>& fewer) {
    constexpr std::size_t kMostSentences = 3;
    QStringList sentences;
    std::vector<std::string> names;
    for (const RunsOn::Fewer& each : fewer) {
        sentences << TrialTexts::tr("%1 releases %2 of %3 replicas.", "work that runs on")
                         .arg(qt(each.workload))
                         .arg(each.replicas)
                         .arg(each.of);
        names.push_back(each.workload);
    }
    if (fewer.size() <= kMostSentences)
        return sentences;
    return {TrialTexts::tr("Continue with fewer replicas: %1.").arg(someNames(names))};
}

QStringList costTexts(const std::vector<std::string>& evicts, const RunsOn& runsOn,
                      std::size_t most) {
    QStringList costs;
    if (const auto evicted = losingTheirRun(evicts, runsOn); !evicted.empty())
        costs << TrialTexts::tr("Evicts %1.").arg(someNames(evicted, most));
    costs << fewerTexts(runsOn.fewer);
    if (!runsOn.moved.empty())
        costs << TrialTexts::tr("Moves and restarts %1.").arg(someNames(runsOn.moved, most));
    return costs;
}

QString startText(bool resting, Duration grace) {
    if (grace > 0)
        return (resting
                    ? TrialTexts::tr(
                          "Once the pool is live, starts after evicted workloads stop, within %1.")
                    : TrialTexts::tr("Starts after the evicted workloads stop, within %1."))
            .arg(TimeText::duration(grace));
    return resting ? TrialTexts::tr("Starts once the pool is live.")
                   : TrialTexts::tr("Starts immediately.");
}

QString startsText(const Effect& trial) {
    const std::vector<std::string> started = startedAnew(trial);
    QStringList sentences;
    if (const auto now = without(started, trial.booked); !now.empty())
        sentences << (trial.resting ? TrialTexts::tr("Would start once the pool is live: %1.")
                                    : TrialTexts::tr("Would start immediately: %1."))
                         .arg(someNames(now));
    if (const auto later = without(started, without(started, trial.booked)); !later.empty())
        sentences << TrialTexts::tr("Would start after evicted workloads stop, within %1: %2.")
                         .arg(TimeText::duration(trial.grace), someNames(later));
    return sentences.join(QLatin1Char(' '));
}

QString startsText(const LiveStart& start) {
    const std::vector<std::string> started = startedAnew(start.effect);
    const std::vector<std::string> now = without(started, start.effect.booked);
    const std::vector<std::string> later = without(started, now);
    QStringList sentences;
    if (!now.empty())
        sentences << TrialTexts::tr("Starts immediately: %1.").arg(someNames(now));
    if (!later.empty())
        sentences << TrialTexts::tr("Starts after evicted workloads stop, within %1: %2.")
                         .arg(TimeText::duration(start.effect.grace), someNames(later));
    return sentences.empty() ? TrialTexts::tr("No waiting workload starts immediately.")
                             : sentences.join(QLatin1Char(' '));
}

QString goesText(const LiveStart& start) {
    QStringList sentences;
    const auto add = [&](const QString& text, const std::vector<std::string>& names) {
        if (!names.empty())
            sentences << text.arg(someNames(names));
    };
    const std::vector<std::string> again = restartedIn(start.effect);
    add(TrialTexts::tr("Changes first, because its time has passed: %1."), start.due);
    add(TrialTexts::tr("Is evicted immediately: %1."), without(victimsOf(start.effect), again));
    add(TrialTexts::tr("Is evicted and restarts immediately with fewer replicas: %1."), again);
    sentences << fewerTexts(fewerIn(start.effect));
    add(TrialTexts::tr("Moves to other nodes: %1."), namesIn(start.effect.moved));
    for (const NeverAgain& each : start.effect.neverAgain)
        if (each.work == NeverAgain::Work::evicted)
            sentences << messageText(each.why);
    add(TrialTexts::tr("Is rejected: %1."), start.effect.rejected);
    add(TrialTexts::tr("Has ended, or its time has passed: %1."), start.ended);
    add(TrialTexts::tr("Belongs to another file, or is unknown on this machine. This file stops "
                       "tracking it, and its command continues: %1."),
        start.foreign);
    add(TrialTexts::tr("Waits for your approval, because none is known on this machine: %1."),
        start.held);
    return sentences.join(QLatin1Char(' '));
}

QString roomText(const Effect& trial) {
    return TrialTexts::tr(
               "GPUs of the pool: %1 → %2. GPUs of the largest workload that fits: %3 → %4.")
        .arg(gpuNumber(trial.before.capacity), gpuNumber(trial.after.capacity))
        .arg(trial.before.room.largest)
        .arg(trial.after.room.largest);
}

}  // namespace apportion::ui
