// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/scale_texts.h"

#include <gtest/gtest.h>

#include "ui/scaling/effect_models.h"
#include "ui/texts.h"

namespace apportion::ui {
namespace {

TEST(ScaleTexts, NoChangeIsLeftOutUncounted) {
    ScaleCheck check;
    check.levels.emplace_back();
    for (int i = 1; i <= 5; ++i) {
        ScaleRow row;
        row.quota = "q" + std::to_string(i);
        row.now = 8 * kOneGpu;
        row.target = 4 * kOneGpu;
        check.levels.back().rows.push_back(row);
    }
    EXPECT_EQ(changesText(check), QStringLiteral("q1 8 → 4, q2 8 → 4, q3 8 → 4 and 2 more"));
    EXPECT_EQ(allChanges(check).size(), 5);
    EXPECT_EQ(allChanges(check).back(), QStringLiteral("q5 8 → 4"));
    check.levels.back().rows.resize(3);
    EXPECT_EQ(changesText(check), QStringLiteral("q1 8 → 4, q2 8 → 4, q3 8 → 4"));
}

TEST(ScaleTexts, WhoStandsInTheWayIsNamedWhole) {
    ScaleObstacle obstacle;
    obstacle.quota = "A";
    obstacle.placed = 16 * kOneGpu;
    obstacle.bound = 8 * kOneGpu;
    obstacle.workloads = {"w1", "w2", "w3", "w4", "w5"};
    EXPECT_TRUE(obstacleText(obstacle).contains(QStringLiteral("w1, w2, w3 and 2 more")))
        << qPrintable(obstacleText(obstacle));
    EXPECT_TRUE(obstacleText(obstacle, true).contains(QStringLiteral("w5")))
        << qPrintable(obstacleText(obstacle, true));
}

TEST(ScaleTexts, WhatIsKeptBackIsNoWorks) {
    ScaleObstacle obstacle;
    obstacle.quota = "A";
    obstacle.placed = 9 * kOneGpu;
    obstacle.bound = 8 * kOneGpu;
    obstacle.workloads = {"w1"};
    obstacle.message = {"below-usage.kept-of-nodes",
                        {{"held", Value::ofGpu(6 * kOneGpu)},
                         {"kept", Value::ofGpu(3 * kOneGpu)},
                         {"keepers", Value::ofList({"A.fix"})}}};
    EXPECT_EQ(obstacleText(obstacle),
              QStringLiteral("The nodes have 8 GPUs, but 9 GPUs would be needed: 6 GPUs in use "
                             "(w1), 3 GPUs not lent by A.fix."));
    obstacle.message.code = "below-usage.kept";
    EXPECT_EQ(obstacleText(obstacle),
              QStringLiteral("A can use 8 GPUs, but would have 9 GPUs allocated: 6 GPUs in use "
                             "(w1), 3 GPUs not lent by A.fix."));
}

TEST(ScaleTexts, OfWhatIsTakenItIsToldThatItCouldNotStartAgain) {
    ScaleWorkloadEffect effect;
    effect.effect = ScaleEffect::evicted;
    effect.workload = "gang";
    effect.neverAgain = Message{"scale-never-again",
                                {{"quota", Value::ofText("A")},
                                 {"requested", Value::ofGpu(12 * kOneGpu)},
                                 {"bound", Value::ofGpu(8 * kOneGpu)}}};
    EXPECT_TRUE(effectStory(effect, TimeText()).contains(QStringLiteral("never start again")))
        << qPrintable(effectStory(effect, TimeText()));
}

TEST(ScaleTexts, WhatADelayPutsOffDoesNotHappenAsSoonAsThePoolIsLive) {
    Effect whole;
    whole.resting = true;
    Outlook& trial = whole.outlook.emplace();
    trial.at = 100 * kSecond;
    trial.request.mode = ScaleMode::reclaim;
    trial.request.after = 600 * kSecond;
    ScaleWorkloadEffect evicted;
    evicted.effect = ScaleEffect::evicted;
    evicted.at = trial.at + trial.request.after;
    trial.workloads = {evicted};
    EXPECT_EQ(effectsText(whole), QStringLiteral("10 min after the pool goes live: 1 evicted"));
    ScaleWorkloadEffect anyway;
    anyway.effect = ScaleEffect::startsAnyway;
    anyway.at = trial.at;
    trial.workloads.push_back(anyway);
    EXPECT_TRUE(effectsText(whole).startsWith(
        QStringLiteral("As soon as the pool is live, and 10 min later: 1 evicted, ")))
        << qPrintable(effectsText(whole));
    trial.request.after = 0;
    trial.workloads[0].at = trial.at;
    EXPECT_TRUE(effectsText(whole).startsWith(QStringLiteral("As soon as the pool is live: ")));
}

TEST(ScaleTexts, OfElasticWorkThatRunsOnTellReplicas) {
    ScaleWorkloadEffect effect;
    effect.workload = "wide";
    effect.effect = ScaleEffect::fewerReplicas;
    effect.replicas = 2;
    effect.of = 4;
    EXPECT_TRUE(effectStory(effect, TimeText()).contains("wide releases 2 of 4 replicas."));
    effect.effect = ScaleEffect::keepsReplicas;
    EXPECT_TRUE(effectStory(effect, TimeText()).contains("would release 2 of 4 replicas without"));
    EXPECT_FALSE(effectBadge(effect.effect).text.contains("spared"));
}

TEST(ScaleTexts, OfAnotherReasonTheOneBeforeIsInTheTipAndTheStory) {
    ScaleWorkloadEffect effect;
    effect.workload = "late";
    effect.quota = "A";
    effect.effect = ScaleEffect::otherReason;
    effect.why = Message{"runner-up-none", {}};
    effect.whyWithout = Message{"scale-too-long", {}};
    effect.rules = {Rule::placement};
    const QString before =
        QStringLiteral("Without these targets: ") + messageText(*effect.whyWithout);
    EXPECT_TRUE(effectStory(effect, TimeText())
                    .startsWith(QStringLiteral("late still waits, for another reason. ")));
    EXPECT_TRUE(effectStory(effect, TimeText()).endsWith(before));
    Effect whole;
    Outlook& trial = whole.outlook.emplace();
    trial.workloads = {effect};
    EXPECT_EQ(effectsText(whole), QStringLiteral("1 wait(s) for another reason"));
    auto view = std::make_shared<View>();
    view->quotas.emplace_back().name = "A";
    WorkloadEffectModel model;
    model.set(view, trial, true);
    ASSERT_EQ(model.rowCount(), 1);
    const QModelIndex why = model.index(0, WorkloadEffectModel::whyColumn);
    EXPECT_FALSE(why.data().toString().contains(before));
    EXPECT_TRUE(why.data(Qt::ToolTipRole).toString().endsWith(before));
}

}  // namespace
}  // namespace apportion::ui
