// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/try_row.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLabel>
#include <QTest>

#include "tests/ui/widgets/long_texts.h"
#include "ui/preemption/policy_texts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

TEST(TryRow, LongNamesLeaveRoomForTheAnswer) {
    const QString quota = QStringLiteral("Plataforma de Experimentos de Modelos de Linguagem 017");
    TryRow row(quota);
    row.setArrival({8 * kOneGpu, 5, Module::training}, true);
    Effect trial;
    for (int i = 0; i < 3; ++i) {
        Effect::Hit victim;
        victim.workload = "a-rather-long-name-of-a-workload-" + std::to_string(i);
        trial.evicted.push_back(victim);
    }
    row.setTrial(trial, {}, {});
    row.resize(700, row.heightForWidth(700));
    row.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&row));
    row.resize(700, row.sizeHint().height() + 40);
    QCoreApplication::processEvents();
    const TextLabel* words = row.findChild<TextLabel*>();
    ASSERT_NE(words, nullptr);
    EXPECT_GE(words->width(), 400);
    EXPECT_GE(words->height(), words->heightForWidth(words->width())) << "nothing is cut";
    EXPECT_LE(row.check()->sizeHint().width(), row.check()->width())
        << qPrintable(row.check()->text());
    EXPECT_EQ(row.check()->toolTip(), quota);
    EXPECT_TRUE(row.check()->accessibleName().contains(quota));
}

// Why it waits need not be that, but who tries it has to know.
TEST(TryRow, SaysThatThePriorityMayNotTake) {
    TryRow row(QStringLiteral("Q"));
    SelfPreemption policy;
    policy.high = {8, 8};
    policy.low = {1, 7};
    Effect trial;
    trial.submitted.emplace_back().reason =
        Reason{ReasonCode::overLimit, Rule::bounds, {"over-limit", {}}};
    row.setArrival({kOneGpu, 9, Module::training}, true);
    row.setTrial(trial, {}, std::optional(policy));
    EXPECT_TRUE(row.outcome().contains(QStringLiteral("priority 9 cannot evict")))
        << qPrintable(row.outcome());
    row.setArrival({kOneGpu, 8, Module::training}, true);
    row.setTrial(trial, {}, std::optional(policy));
    EXPECT_FALSE(row.outcome().contains(QStringLiteral("cannot evict")));
}

}  // namespace
}  // namespace apportion::ui
