// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says of a quota and of evictions, and that nothing of it outlives its subject.
#include "ui/inspector/fact_texts.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QLabel>

#include "ui/inspector/quota_inspector.h"
#include "ui/rule_sentence.h"
#include "ui/texts.h"

namespace apportion::ui {
namespace {

QuotaFact within(Gpu lent, Gpu pending) {
    return {QuotaFact::Kind::within,
            {},
            {{"used", Value::ofGpu(4 * kOneGpu)},
             {"guaranteed", Value::ofGpu(8 * kOneGpu)},
             {"lent", Value::ofGpu(lent)},
             {"pending", Value::ofGpu(pending)}},
            {}};
}

TEST(FactTexts, WhatIsLentComesBackOnlyWhereNothingAsks) {
    const TimeText time{std::string()};
    EXPECT_TRUE(factText(within(2 * kOneGpu, 0), time)
                    .text.contains(QStringLiteral("come back when it asks")));
    const QString asks = factText(within(2 * kOneGpu, kOneGpu), time).text;
    EXPECT_FALSE(asks.contains(QStringLiteral("come back"))) << qPrintable(asks);
    EXPECT_TRUE(asks.startsWith(QStringLiteral("2"))) << qPrintable(asks);
}

TEST(FactTexts, SaysWhoElseCouldHaveGone) {
    Eviction eviction;
    EXPECT_TRUE(runnerUpText(eviction).isEmpty());
    eviction.runnerUp = {"nb-01", "nb-03"};
    eviction.worseBy = "d";
    const QString text = runnerUpText(eviction);
    EXPECT_TRUE(text.contains(QStringLiteral("nb-03"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("more GPUs"))) << qPrintable(text);
}

TEST(RuleSentence, EveryRuleSaysSomething) {
    QStringList said;
    for (int rule = number(Rule::tree); rule <= number(Rule::oneEngine); ++rule) {
        said << ruleSentence(static_cast<Rule>(rule));
        EXPECT_GT(said.back().size(), 40) << rule;
        EXPECT_TRUE(said.back().endsWith(QLatin1Char('.'))) << rule;
    }
    EXPECT_EQ(said.removeDuplicates(), 0);
    EXPECT_TRUE(ruleText(Rule::childLevel).startsWith(QStringLiteral("Rule\u00a016")))
        << "no line ends between them";
}

TEST(QuotaInspector, WhatWasSaidOfAnotherIsGoneAtOnce) {
    QuotaInspector page;
    const auto says = [&page](const QString& text) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains(text))
                return true;
        return false;
    };
    QuotaExplanation explanation;
    explanation.facts = {within(2 * kOneGpu, 0)};
    page.setExplanation({}, explanation);
    ASSERT_TRUE(says(QStringLiteral("It uses")));
    page.clearExplanation();
    EXPECT_FALSE(says(QStringLiteral("It uses")));
    EXPECT_TRUE(says(QStringLiteral("Looking for the reasons")));
}

}  // namespace
}  // namespace apportion::ui
