// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trial_texts.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

Effect::Hit hitOf(const char* name, Gpu gpu, GpuTime lost, int replicas, int of) {
    Effect::Hit hit;
    hit.workload = name;
    hit.quota = "b";
    hit.gpu = gpu;
    hit.lost = lost;
    hit.replicas = replicas;
    hit.of = of;
    return hit;
}

TEST(TrialTexts, OnARestingPoolWhatIsInUseIsMeantOfThen) {
    Effect trial;
    trial.resting = true;
    trial.submitted = {Effect::Submitted()};
    trial.submitted.front().fate = Effect::Submitted::Fate::waits;
    const auto says = [&trial] { return submissionText(trial, {}); };
    const QString meant = QStringLiteral("what is told as in use is used then");
    EXPECT_FALSE(says().contains(meant)) << "nothing is";
    Reason reason;
    reason.message = {"above-fair-share", {{"placed", Value::ofGpu(400)}}};
    trial.submitted.front().reason = reason;
    EXPECT_TRUE(says().startsWith(QStringLiteral("Nobody runs this pool now.")));
    EXPECT_TRUE(says().contains(meant)) << qPrintable(says());
    trial.resting = false;
    EXPECT_FALSE(says().contains(meant));
}

TEST(TrialTexts, BeforeAPoolGoesLiveWhoStartsAndWhoGoes) {
    LiveStart start;
    EXPECT_EQ(startsText(start), QStringLiteral("Nothing that waits starts at once."));
    EXPECT_TRUE(goesText(start).isEmpty());
    start.effect.started = {"a", "b", "c", "d", "e"};
    start.effect.evicted.push_back(hitOf("f", kOneGpu, 0, 0, 1));
    start.ended = {"g"};
    EXPECT_EQ(startsText(start), QStringLiteral("Starts at once: a, b, c and 2 more."));
    EXPECT_EQ(
        goesText(start),
        QStringLiteral("Is evicted at once: f. Is over, as its time has passed or its command has "
                       "ended: g."));
    start.due = {"Quota1", "Quota2"};
    EXPECT_TRUE(goesText(start).startsWith(
        QStringLiteral("Changes first, as its moment has passed: Quota1, Quota2. Is evicted")))
        << qPrintable(goesText(start));
    start = {};
    start.held = {"h"};
    EXPECT_EQ(goesText(start),
              QStringLiteral("Waits until you let it run, as its approval is not known on this "
                             "machine: h."));
    start = {};
    start.foreign = {"i"};
    EXPECT_EQ(goesText(start),
              QStringLiteral("Counts as running, and its run belongs to another file or is not "
                             "known on this machine: it is given up here, and a command of it that "
                             "runs goes on: i."));
}

TEST(TrialTexts, ACardNamesSomeOfACrowdAndTheTextAll) {
    const std::vector<std::string> evicted{"a", "b", "c", "d"};
    EXPECT_EQ(costTexts(evicted, {}, 2), QStringList{QStringLiteral("Evicts a, b and 2 more.")});
    EXPECT_EQ(costTexts(evicted, {}), QStringList{QStringLiteral("Evicts a, b, c, d.")});
}

// Elastic work that runs on with fewer replicas is told as that, and not as evicted.
TEST(TrialTexts, WhoGivesUpReplicasIsNotSaidToBeEvicted) {
    const QString gives = QStringLiteral("wide gives up 2 of 4 replicas.");
    LiveStart start;
    start.effect.evicted.push_back(hitOf("wide", 8 * kOneGpu, 0, 2, 4));
    EXPECT_EQ(goesText(start), gives);
    EXPECT_EQ(costTexts({"wide"}, {{{"wide", 2, 4}}, {}}), QStringList{gives});
    Effect trial;
    trial.submitted = {Effect::Submitted()};
    trial.submitted.front().fate = Effect::Submitted::Fate::starts;
    trial.evicted.push_back(hitOf("wide", 2 * kOneGpu, 3600 * kSecond * kOneGpu, 2, 4));
    EXPECT_TRUE(victimsOf(trial).empty());
    for (const QString& text : {submissionText(trial, {}), hitsText(trial)}) {
        EXPECT_TRUE(text.contains(gives)) << qPrintable(text);
        EXPECT_FALSE(text.contains(QStringLiteral("evict"))) << qPrintable(text);
        EXPECT_TRUE(text.contains(QStringLiteral("lost"), Qt::CaseInsensitive)) << qPrintable(text);
    }
    EXPECT_EQ(trialSentence(trial), QStringLiteral("1 with fewer replicas: wide"));
    trial.evicted.push_back(hitOf("gone", kOneGpu, 0, 0, 0));
    EXPECT_EQ(victimsOf(trial), std::vector<std::string>{"gone"});
}

// With a grace period its taker is booked, and nothing of it starts at once.
TEST(TrialTexts, WhoWaitsForAGracePeriodDoesNotStartAtOnce) {
    EXPECT_EQ(startText(false, 0), QStringLiteral("Starts at once."));
    EXPECT_EQ(startText(false, 30 * kSecond),
              QStringLiteral("Starts when what has to stop first has stopped, within 30 s."));
    Effect trial;
    trial.started = {"free", "takes"};
    trial.booked = {"takes"};
    trial.grace = 30 * kSecond;
    EXPECT_EQ(
        startsText(trial),
        QStringLiteral("Would start at once: free. Would start when what has to stop first has "
                       "stopped, within 30 s: takes."));
    EXPECT_EQ(trialSentence(trial), QStringLiteral("1 start(s) at once: free · 1 start(s) after a "
                                                   "grace period: takes"));
    LiveStart start;
    start.effect.started = start.effect.booked = {"takes"};
    start.effect.grace = 30 * kSecond;
    EXPECT_EQ(startsText(start),
              QStringLiteral("Starts when what has to stop first has stopped, within "
                             "30 s: takes."));
}

// In one line, and not as two things that become of it.
TEST(TrialTexts, WhoIsEvictedAndStartsAgainIsToldOnce) {
    Effect trial;
    trial.evicted.push_back(hitOf("wide", 12 * kOneGpu, 0, 0, 3));
    trial.evicted.push_back(hitOf("gone", kOneGpu, 0, 0, 1));
    trial.started = {"wide", "next"};
    EXPECT_EQ(trialSentence(trial),
              QStringLiteral("1 evicted: gone · 1 evicted and started again: wide · 1 start(s) at "
                             "once: next"));
    EXPECT_EQ(startsText(trial), QStringLiteral("Would start at once: next."));
    EXPECT_TRUE(hitsText(trial).contains(QStringLiteral("enough for wide to start again at once")))
        << qPrintable(hitsText(trial));
    LiveStart start;
    start.effect = trial;
    EXPECT_EQ(startsText(start), QStringLiteral("Starts at once: next."));
    EXPECT_EQ(goesText(start), QStringLiteral("Is evicted at once: gone. Is evicted, and starts "
                                              "again at once with what is left: wide."));
}

}  // namespace
}  // namespace apportion::ui
