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

using Submitted = CommandTrial::Submitted;

QString fateText(const Submitted& work, const QString& reason) {
    switch (work.fate) {
        case Submitted::Fate::starts:
            return TrialTexts::tr("Starts at once on %1.").arg(someNames(work.nodes));
        case Submitted::Fate::startsAfterGrace:
            return TrialTexts::tr("Starts when the grace period of whom it takes from is over.");
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

int shiftedIn(const CommandTrial& trial, bool later) {
    return static_cast<int>(
        std::count_if(trial.shifted.begin(), trial.shifted.end(),
                      [later](const CommandTrial::Shift& each) { return (each.by > 0) == later; }));
}

}  // namespace

GpuTime lostIn(const CommandTrial& trial) {
    GpuTime lost = 0;
    for (const CommandTrial::Hit& hit : trial.evicted)
        lost += hit.lost;
    return lost;
}

std::vector<std::string> victimsOf(const CommandTrial& trial) {
    std::vector<std::string> names;
    for (const CommandTrial::Hit& hit : trial.evicted)
        if (std::find(names.begin(), names.end(), hit.workload) == names.end())
            names.push_back(hit.workload);
    return names;
}

QString someNames(const std::vector<std::string>& names, std::size_t most) {
    if (names.size() <= most + 1)
        return namesText(names);
    QStringList shown;
    for (std::size_t i = 0; i < most; ++i)
        shown << qt(names[i]);
    return TrialTexts::tr("%1 and %Ln more", nullptr, static_cast<int>(names.size() - most))
        .arg(shown.join(QStringLiteral(", ")));
}

QString submissionText(const CommandTrial& trial, PoolMode mode) {
    if (!trial.submitted)
        return {};
    const Submitted& work = *trial.submitted;
    QStringList sentences;
    sentences << fateText(work, work.reason ? messageText(work.reason->message) : QString());
    if (const auto victims = victimsOf(trial); !victims.empty()) {
        const GpuTime lost = lostIn(trial);
        sentences << TrialTexts::tr("Would evict %Ln workload(s): %1.", nullptr,
                                    static_cast<int>(victims.size()))
                         .arg(someNames(victims));
        if (lost > 0)
            sentences << TrialTexts::tr("%1 are lost.").arg(gpuHours(lost));
    }
    if (!trial.moved.empty())
        sentences << TrialTexts::tr("Would move %1 to make room.").arg(someNames(trial.moved));
    if (!trial.waitsOn.empty())
        sentences << TrialTexts::tr("Comes before %1, which would start now otherwise.")
                         .arg(someNames(trial.waitsOn));
    if (mode == PoolMode::resting)
        sentences << TrialTexts::tr("Nobody runs this pool now: so it goes once it is live.");
    return sentences.join(QLatin1Char(' '));
}

QString trialSummary(const CommandTrial& trial) {
    QStringList parts;
    const auto add = [&](int count, const QString& text) {
        if (count > 0)
            parts << text;
    };
    const auto evicted = static_cast<int>(victimsOf(trial).size());
    const auto moved = static_cast<int>(trial.moved.size());
    const auto started = static_cast<int>(trial.started.size());
    const int later = shiftedIn(trial, true) + static_cast<int>(trial.waitsOn.size());
    const int earlier = shiftedIn(trial, false);
    add(evicted, TrialTexts::tr("%Ln evicted", nullptr, evicted));
    add(moved, TrialTexts::tr("%Ln moved", nullptr, moved));
    add(started, TrialTexts::tr("%Ln start(s) at once", nullptr, started));
    add(later, TrialTexts::tr("%Ln start(s) later", nullptr, later));
    add(earlier, TrialTexts::tr("%Ln start(s) earlier", nullptr, earlier));
    return parts.isEmpty() ? TrialTexts::tr("Nobody's work changes by it now")
                           : parts.join(QStringLiteral(" · "));
}

QString roomText(const CommandTrial& trial) {
    return TrialTexts::tr("Capacity %1 → %2 GPUs. Largest workload that fits %3 → %4 GPUs.")
        .arg(gpuNumber(trial.capacityBefore), gpuNumber(trial.capacityAfter))
        .arg(trial.before.largest)
        .arg(trial.after.largest);
}

}  // namespace apportion::ui
