// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says of a quota and of evictions, and that nothing of it outlives its subject.
#include "ui/widgets/fact_texts.h"

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
                    .text.contains(QStringLiteral("It can reclaim that")));
    const QString asks = factText(within(2 * kOneGpu, kOneGpu), time).text;
    EXPECT_FALSE(asks.contains(QStringLiteral("can reclaim"))) << qPrintable(asks);
    EXPECT_TRUE(asks.startsWith(QStringLiteral("Lent of the guarantee: 2"))) << qPrintable(asks);
}

TEST(FactTexts, WhyNobodyDecidesIsToldAsItIs) {
    const auto told = [](const char* why) {
        const FactText text = factText({QuotaFact::Kind::resting,
                                        {},
                                        {{"count", Value::ofCount(2)},
                                         {"gpu", Value::ofGpu(20 * kOneGpu)},
                                         {"why", Value::ofText(why)}},
                                        {}},
                                       TimeText{std::string()});
        return text.title + QStringLiteral(": ") + text.text;
    };
    EXPECT_TRUE(told(rest::kNever).contains(QStringLiteral("live for the first time")));
    EXPECT_TRUE(told(rest::kEnded).contains(QStringLiteral("live again")));
    EXPECT_TRUE(told(rest::kHalted).startsWith(QStringLiteral("Scheduling is halted: ")));
    EXPECT_TRUE(told(rest::kEnded).contains(QStringLiteral("20 GPUs in total")));
}

// As the table of evictions says of the same eviction.
TEST(FactTexts, ALossOfAPartOfASecondIsNoLossOfNothing) {
    QuotaFact fact{QuotaFact::Kind::victims,
                   {},
                   {{"victims", Value::ofList({"w"})},
                    {"count", Value::ofCount(1)},
                    {"gpu", Value::ofGpu(kOneGpu)},
                    {"lost", Value::ofCount(kOneGpu * kSecond / 2)},
                    {"runnerUp", Value::ofList({})},
                    {"worseBy", Value::ofText("")}},
                   {}};
    EXPECT_TRUE(factText(fact, TimeText{std::string()})
                    .text.endsWith(QStringLiteral("%1 lost.").arg(gpuHours(kOneGpu * kSecond / 2))))
        << qPrintable(factText(fact, TimeText{std::string()}).text);
    EXPECT_EQ(hoursNumber(kOneGpu * kSecond / 2), QStringLiteral("< 0.01"));
    EXPECT_TRUE(factText(fact, TimeText{std::string()}).text.startsWith("Smallest set"));
    // Who took back a part of it gave more than the least.
    fact.arguments.push_back({"again", Value::ofList({"w"})});
    const QString told = factText(fact, TimeText{std::string()}).text;
    EXPECT_TRUE(told.endsWith("The rest was enough for w to start again immediately."))
        << qPrintable(told);
    EXPECT_FALSE(told.contains("least")) << qPrintable(told);
}

// What is known of that time is told; else it is said that the numbers are those of now.
TEST(FactTexts, APastClaimIsNotToldInTodaysNumbers) {
    const TimeText time{std::string()};
    QuotaFact fact{QuotaFact::Kind::reclaimRight,
                   {},
                   {{"quota", Value::ofText("b")},
                    {"guaranteed", Value::ofGpu(8 * kOneGpu)},
                    {"share", Value::ofGpu(8 * kOneGpu)}},
                   {}};
    EXPECT_TRUE(factText(fact, time).text.startsWith(QStringLiteral("Guarantee now")));
    fact.arguments.push_back({"from", Value::ofText("a")});
    fact.arguments.push_back({"placed", Value::ofGpu(16 * kOneGpu)});
    fact.arguments.push_back({"bound", Value::ofGpu(12 * kOneGpu)});
    EXPECT_TRUE(factText(fact, time).text.startsWith(QStringLiteral("a had 16")))
        << qPrintable(factText(fact, time).text);
    const QuotaFact policy{QuotaFact::Kind::childPolicy, {}, {{"quota", Value::ofText("a")}}, {}};
    EXPECT_TRUE(factText(policy, time).text.contains(QStringLiteral("changed since")));
    QuotaFact then{QuotaFact::Kind::selfPolicy,
                   {},
                   {{"quota", Value::ofText("a")},
                    {"highFrom", Value::ofCount(6)},
                    {"highTo", Value::ofCount(9)},
                    {"lowFrom", Value::ofCount(1)},
                    {"lowTo", Value::ofCount(4)}},
                   {}};
    EXPECT_EQ(factText(then, time).text, QStringLiteral("Priority 6 to 9 evicts 1 to 4."));
    then.arguments.push_back({"changed", Value::ofCount(1)});
    EXPECT_EQ(
        factText(then, time).text,
        QStringLiteral("Then: priority 6 to 9 evicts 1 to 4. The policy has been changed since."));
}

TEST(FactTexts, AShareIsNotClaimedAsOnesOwn) {
    const TimeText time{std::string()};
    QuotaFact fact{QuotaFact::Kind::reclaimRight,
                   {},
                   {{"quota", Value::ofText("b")},
                    {"guaranteed", Value::ofGpu(kOneGpu)},
                    {"share", Value::ofGpu(2 * kOneGpu)},
                    {"claim", Value::ofText(claim::kOwn)}},
                   {}};
    EXPECT_EQ(factText(fact, time).title, QStringLiteral("b reclaims its guarantee"));
    fact.arguments.back().value = Value::ofText(claim::kShare);
    EXPECT_EQ(factText(fact, time).title, QStringLiteral("b reclaims its fair share"));
}

TEST(FactTexts, ASurplusByRankSaysSo) {
    const TimeText time{std::string()};
    QuotaFact fact{QuotaFact::Kind::surplus,
                   {},
                   {{"gpu", Value::ofGpu(2 * kOneGpu)},
                    {"quotas", Value::ofList({"a", "b"})},
                    {"weights", Value::ofList({"1", "1"})},
                    {"shares", Value::ofList({"1", "3"})}},
                   {}};
    EXPECT_TRUE(factText(fact, time).title.endsWith(QStringLiteral("go by weight 1 : 1")));
    fact.arguments.push_back({"ranks", Value::ofList({"0", "2"})});
    EXPECT_TRUE(factText(fact, time).title.endsWith(QStringLiteral("by rank, then by weight")));
    EXPECT_TRUE(factText(fact, time).text.contains(QStringLiteral("b\u00a02")));
    fact.arguments.push_back({"by", Value::ofText("b")});
    fact.arguments.push_back({"rank", Value::ofCount(2)});
    fact.arguments.push_back({"quota", Value::ofText("a")});
    fact.arguments.push_back({"ownRank", Value::ofCount(0)});
    EXPECT_TRUE(factText(fact, time).title.endsWith(QStringLiteral("go to b first, by rank 2")));
    EXPECT_EQ(factText(fact, time).text, QStringLiteral("None is left for a (rank 0)."));
}

TEST(FactTexts, WhatIsProtectedBeyondTheShareIsToldByItsTime) {
    const TimeText time{std::string()};
    const QuotaFact fact{QuotaFact::Kind::within,
                         {},
                         {{"used", Value::ofGpu(12 * kOneGpu)},
                          {"share", Value::ofGpu(6 * kOneGpu)},
                          {"count", Value::ofCount(6)},
                          {"time", Value::ofSeconds(600 * kSecond)},
                          {"left", Value::ofSeconds(60 * kSecond)}},
                         Rule::minimumRuntime};
    EXPECT_TRUE(factText(fact, time).text.contains(QStringLiteral("minimum runtime of 10 min")));
    EXPECT_TRUE(factText(fact, time).text.endsWith(QStringLiteral("for another 1 min.")))
        << qPrintable(factText(fact, time).text);
}

TEST(FactTexts, ADrainedQuotaIsNotSaidToBorrow) {
    const TimeText time{std::string()};
    const QuotaFact fact{QuotaFact::Kind::drains,
                         {},
                         {{"quota", Value::ofText("a")},
                          {"used", Value::ofGpu(16 * kOneGpu)},
                          {"bound", Value::ofGpu(8 * kOneGpu)},
                          {"by", Value::ofText(drain_bound::kSize)}},
                         {}};
    EXPECT_EQ(factText(fact, time).title, QStringLiteral("a starts nothing until it fits"));
    EXPECT_TRUE(factText(fact, time).text.contains(QStringLiteral("no borrowing")));
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
