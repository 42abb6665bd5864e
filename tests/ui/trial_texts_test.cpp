// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trial_texts.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

TEST(TrialTexts, OnARestingPoolWhatIsInUseIsMeantOfThen) {
    CommandTrial trial;
    trial.resting = true;
    trial.submitted.emplace();
    trial.submitted->fate = CommandTrial::Submitted::Fate::waits;
    const auto says = [&trial] { return submissionText(trial, {}); };
    const QString meant = QStringLiteral("what is told as in use is used then");
    EXPECT_FALSE(says().contains(meant)) << "nothing is";
    Reason reason;
    reason.message = {"above-fair-share", {{"placed", Value::ofGpu(400)}}};
    trial.submitted->reason = reason;
    EXPECT_TRUE(says().startsWith(QStringLiteral("Nobody runs this pool now.")));
    EXPECT_TRUE(says().contains(meant)) << qPrintable(says());
    trial.resting = false;
    EXPECT_FALSE(says().contains(meant));
}

TEST(TrialTexts, BeforeAPoolGoesLiveWhoStartsAndWhoGoes) {
    LiveStart start;
    EXPECT_EQ(startsText(start), QStringLiteral("Nothing that waits starts at once."));
    EXPECT_TRUE(goesText(start).isEmpty());
    start.started = {"a", "b", "c", "d", "e"};
    start.evicted = {"f"};
    start.ended = {"g"};
    EXPECT_EQ(startsText(start), QStringLiteral("Starts at once: a, b, c and 2 more."));
    EXPECT_EQ(goesText(start),
              QStringLiteral("Is evicted at once: f. Is over, as its time has passed: g."));
}

}  // namespace
}  // namespace apportion::ui
