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
    const QString meant = QStringLiteral("with the workloads that start before this one");
    EXPECT_FALSE(says().contains(meant)) << "nothing is";
    Reason reason;
    reason.message = {"above-fair-share", {{"placed", Value::ofGpu(400)}}};
    trial.submitted.front().reason = reason;
    EXPECT_TRUE(says().startsWith(QStringLiteral("The pool is not live.")));
    EXPECT_TRUE(says().contains(meant)) << qPrintable(says());
    trial.resting = false;
    EXPECT_FALSE(says().contains(meant));
}

TEST(TrialTexts, BeforeAPoolGoesLiveWhoStartsAndWhoGoes) {
    LiveStart start;
    EXPECT_EQ(startsText(start), QStringLiteral("No waiting workload starts immediately."));
    EXPECT_TRUE(goesText(start).isEmpty());
    start.effect.started = {"a", "b", "c", "d", "e"};
    start.effect.evicted.push_back(hitOf("f", kOneGpu, 0, 0, 1));
    start.ended = {"g"};
    EXPECT_EQ(startsText(start), QStringLiteral("Starts immediately: a, b, c and 2 more."));
    EXPECT_EQ(goesText(start),
              QStringLiteral("Is evicted immediately: f. Has ended, or its time has passed: g."));
    start.due = {"Quota1", "Quota2"};
    EXPECT_TRUE(goesText(start).startsWith(
        QStringLiteral("Changes first, because its time has passed: Quota1, Quota2. Is evicted")))
        << qPrintable(goesText(start));
    start = {};
    start.held = {"h"};
    EXPECT_EQ(goesText(start),
              QStringLiteral("Waits for your approval, because none is known on this machine: h."));
    start = {};
    start.foreign = {"i"};
    EXPECT_EQ(goesText(start),
              QStringLiteral("Belongs to another file, or is unknown on this machine. This file "
                             "stops tracking it, and its command continues: i."));
}

TEST(TrialTexts, ACardNamesSomeOfACrowdAndTheTextAll) {
    const std::vector<std::string> evicted{"a", "b", "c", "d"};
    EXPECT_EQ(costTexts(evicted, {}, 2), QStringList{QStringLiteral("Evicts a, b and 2 more.")});
    EXPECT_EQ(costTexts(evicted, {}), QStringList{QStringLiteral("Evicts a, b, c, d.")});
}

// Elastic work that runs on with fewer replicas is told as that, and not as evicted.
TEST(TrialTexts, WhoGivesUpReplicasIsNotSaidToBeEvicted) {
    const QString gives = QStringLiteral("wide releases 2 of 4 replicas.");
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
    EXPECT_EQ(startText(false, 0), QStringLiteral("Starts immediately."));
    EXPECT_EQ(startText(false, 30 * kSecond),
              QStringLiteral("Starts after the evicted workloads stop, within 30 s."));
    Effect trial;
    trial.started = {"free", "takes"};
    trial.booked = {"takes"};
    trial.grace = 30 * kSecond;
    EXPECT_EQ(startsText(trial), QStringLiteral("Would start immediately: free. Would start after "
                                                "evicted workloads stop, within 30 s: takes."));
    EXPECT_EQ(
        trialSentence(trial),
        QStringLiteral("1 start(s) immediately: free · 1 start(s) after a grace period: takes"));
    LiveStart start;
    start.effect.started = start.effect.booked = {"takes"};
    start.effect.grace = 30 * kSecond;
    EXPECT_EQ(startsText(start),
              QStringLiteral("Starts after evicted workloads stop, within 30 s: takes."));
}

// In one line, and not as two things that become of it.
TEST(TrialTexts, WhoIsEvictedAndStartsAgainIsToldOnce) {
    Effect trial;
    trial.evicted.push_back(hitOf("wide", 12 * kOneGpu, 0, 0, 3));
    trial.evicted.push_back(hitOf("gone", kOneGpu, 0, 0, 1));
    trial.started = {"wide", "next"};
    EXPECT_EQ(
        trialSentence(trial),
        QStringLiteral(
            "1 evicted: gone · 1 evicted and started again: wide · 1 start(s) immediately: next"));
    EXPECT_EQ(startsText(trial), QStringLiteral("Would start immediately: next."));
    EXPECT_TRUE(
        hitsText(trial).contains(QStringLiteral("enough for wide to start again immediately")))
        << qPrintable(hitsText(trial));
    LiveStart start;
    start.effect = trial;
    EXPECT_EQ(startsText(start), QStringLiteral("Starts immediately: next."));
    EXPECT_EQ(goesText(start), QStringLiteral("Is evicted immediately: gone. Is evicted and "
                                              "restarts immediately with fewer replicas: wide."));
}

}  // namespace
}  // namespace apportion::ui
