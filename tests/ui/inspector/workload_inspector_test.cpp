// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workload_inspector.h"

#include <gtest/gtest.h>

#include <QEnterEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include "core/plan/draft/estimate.h"
#include "tests/core/view/standing.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/widgets/fact_list.h"
#include "ui/work_forms/explanation_text.h"

namespace apportion::ui {
namespace {

class WorkloadInspectorTest : public ::testing::Test {
protected:
    WorkloadInspectorTest() {
        WorkloadRow row;
        row.name = row.quota = row.team = explanation.workload = "w";
        view.waiting.push_back(row);
        inspector.setWorkload(view, row, nullptr);
    }
    // All that it says of the explanation.
    QString said() {
        inspector.setExplanation(view, {explanation, rises});
        QString text;
        for (const QLabel* each : inspector.findChildren<QLabel*>())
            text += each->text() + QLatin1Char('\n');
        return text;
    }

    QString facts() const {
        QString text;
        for (const Fact& fact : inspector.findChild<FactList*>()->facts())
            text += fact.label + QLatin1Char(' ') + fact.value + QLatin1Char('\n');
        return text;
    }

    // What the cards with a button say, in order.
    QStringList cards() const {
        QStringList titles;
        for (const QPushButton* each : inspector.findChildren<QPushButton*>())
            if (const QString card = each->accessibleDescription();
                !card.isEmpty() && !each->isHidden())
                titles << card;
        return titles;
    }

    SessionBridge bridge;
    WorkloadInspector inspector{bridge};
    View view;
    Explanation explanation;
    PriorityRises rises;
};

// What an elastic one asks for is not what it runs with.
TEST_F(WorkloadInspectorTest, WhatIsAskedForIsNotWhatIsHeld) {
    WorkloadRow row = view.waiting.front();
    row.asked = {2 * kOneGpu, 6, 2};
    row.replicas = 2;
    row.gpu = 4 * kOneGpu;
    row.status.state = WorkloadState::pending;
    inspector.setWorkload(view, row, nullptr);
    const QString asked = QStringLiteral("12 GPUs in 6 replica(s), at least 2");
    EXPECT_TRUE(facts().contains(asked)) << qPrintable(facts());
    EXPECT_FALSE(facts().contains(QStringLiteral("Runs with")));
    row.replicas = 5;
    row.gpu = 10 * kOneGpu;
    row.status.state = WorkloadState::running;
    inspector.setWorkload(view, row, nullptr);
    EXPECT_TRUE(facts().contains(asked)) << qPrintable(facts());
    EXPECT_TRUE(facts().contains(QStringLiteral("10 GPUs in 5 of 6 replica(s)")))
        << qPrintable(facts());
    row.asked.least = 6;
    row.replicas = 6;
    row.gpu = 12 * kOneGpu;
    inspector.setWorkload(view, row, nullptr);
    EXPECT_TRUE(facts().contains(QStringLiteral("12 GPUs in 6 replica(s)\n")))
        << qPrintable(facts());
    EXPECT_FALSE(facts().contains(QStringLiteral("Runs with")));
}

// Without the record of the eviction nobody knows which of the two it was.
TEST_F(WorkloadInspectorTest, AnEndByANodeIsNotCalledDown) {
    explanation.runs.push_back({0, 60 * kSecond, {{"n-1", 8 * kOneGpu}}, "node"});
    const QString text = said();
    EXPECT_TRUE(text.contains(QStringLiteral("On n-1, its node was drained or went down.")))
        << qPrintable(text);
}

TEST_F(WorkloadInspectorTest, ASearchThatStoppedIsNotCalledProven) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::aboveFairShare;
    const QString proven = said();
    EXPECT_TRUE(proven.contains(QStringLiteral("No single change"))) << qPrintable(proven);
    explanation.unblockProven = false;
    explanation.unblockTrials = 800;
    const QString stopped = said();
    EXPECT_FALSE(stopped.contains(QStringLiteral("No single change")));
    EXPECT_TRUE(stopped.contains(QStringLiteral("but others might"))) << qPrintable(stopped);
}

// It stands among the edits, fewest evictions first, and asks with what it would set.
TEST_F(WorkloadInspectorTest, ARiseOfThePriorityIsACardOfItsOwn) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::blockedByHead;
    explanation.unblock.push_back({Event{0, CancelEvent{"head"}}, {"x", "y"}, {"raise-quota", {}}});
    rises.least = PriorityRise{5, 7, {"low"}};
    const QString text = said();
    EXPECT_TRUE(text.contains(QStringLiteral("Raise its priority from 5 to 7.")))
        << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("Evicts low."))) << qPrintable(text);
    QStringList cards;
    QPushButton* rise = nullptr;
    for (QPushButton* each : inspector.findChildren<QPushButton*>())
        if (const QString card = each->accessibleDescription(); !card.isEmpty()) {
            cards << card;
            if (card == QStringLiteral("Raise its priority from 5 to 7."))
                rise = each;
        }
    ASSERT_NE(rise, nullptr);
    EXPECT_EQ(cards.indexOf(rise->accessibleDescription()), 0) << "it evicts fewer than the other";
    QSignalSpy wanted(&inspector, &WorkloadInspector::priorityWanted);
    rise->click();
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), QStringLiteral("w"));
    EXPECT_EQ(wanted[0][1].toInt(), 7);
}

// What one is about to press stays where it is; what is as of now comes when the pointer leaves.
TEST_F(WorkloadInspectorTest, CardsStayWhileThePointerIsOverThem) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::blockedByHead;
    rises.least = PriorityRise{5, 7, {}};
    said();
    ASSERT_EQ(cards().size(), 1);
    auto* list = inspector.findChild<CardList*>();
    ASSERT_NE(list, nullptr);
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QCoreApplication::sendEvent(list, &enter);
    explanation.unblock.push_back({Event{0, CancelEvent{"head"}}, {}, {"raise-quota", {}}});
    said();
    EXPECT_EQ(cards(), QStringList{QStringLiteral("Raise its priority from 5 to 7.")});
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(list, &leave);
    EXPECT_EQ(cards().size(), 2);
    // Another workload is no refresh, and neither is one that waits no more.
    QCoreApplication::sendEvent(list, &enter);
    explanation.workload = "other";
    explanation.unblock.clear();
    said();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(cards().size(), 1);
    explanation.state = WorkloadState::running;
    said();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(cards().size(), 0);
}

// Waiting, the own, what costs none, what others lose, hardware.
TEST_F(WorkloadInspectorTest, WaysStandInTheOrderOfWhatTheyCost) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::aboveFairShare;
    const auto end = [&](const std::string& name, Gpu gpu, const std::string& user) {
        Unblock edit{Event{0, FinishEvent{name}},
                     {},
                     {"end-workload",
                      {{"workload", Value::ofText(name)},
                       {"quota", Value::ofText("q")},
                       {"gpu", Value::ofGpu(gpu)}}}};
        edit.ends = EndedWork{name, "q", user, Module::training, gpu, true};
        return edit;
    };
    NodesToAdd nodes;
    nodes.node.name = "added";
    explanation.unblock = {{nodes, {}, {"add-node", {{"gpu", Value::ofGpu(8 * kOneGpu)}}}},
                           end("a", 8 * kOneGpu, "bob"),
                           end("b", 8 * kOneGpu, "bob")};
    explanation.further = {end("small", kOneGpu, "bob"), end("own", 8 * kOneGpu, "ana")};
    explanation.less =
        LessAsked{2 * kOneGpu, 1, {"ask-less", {{"gpu", Value::ofGpu(2 * kOneGpu)}}}};
    rises.least = PriorityRise{5, 7, {"low"}};
    view.waiting.front().user = "ana";
    StartEstimate estimate{
        "w", "q", {}, {}, {}, Message{"start-not-before", {{"workload", Value::ofText("small")}}}};
    Estimates estimates;
    estimates.waiting = {estimate};
    said();
    inspector.setWorkload(view, view.waiting.front(), &estimates);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QStringList titles;
    const QStringList known{QStringLiteral("Wait"),
                            QStringLiteral("End own, which holds 8 GPUs in q."),
                            QStringLiteral("Submit it again with 2 GPUs."),
                            QStringLiteral("End small, which holds 1 GPU in q."),
                            QStringLiteral("End any of 2 trainings of q with 8 GPUs each"),
                            QStringLiteral("Raise its priority from 5 to 7."),
                            QStringLiteral("Add a node with 8 GPUs.")};
    for (const QLabel* each : inspector.findChild<CardList*>()->findChildren<QLabel*>())
        if (const QString text = each->text().section(QLatin1Char(':'), 0, 0); known.contains(text))
            titles << text;
    EXPECT_EQ(titles, known) << qPrintable(titles.join(QLatin1Char('\n')));
}

TEST_F(WorkloadInspectorTest, WhatIsBookedNeedsNoChange) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::waitingForVictims;
    explanation.holders.push_back(
        {"v",
         "b",
         kOneGpu,
         false,
         {"stopping-for-it", {{"until", Value::ofSeconds(5 * kSecond)}}}});
    const QString text = said();
    EXPECT_TRUE(text.contains(QStringLiteral("starts automatically after these stop")))
        << qPrintable(text);
    EXPECT_FALSE(text.contains(QStringLiteral("No single change")));
}

// What only waits for somebody who runs the engine is helped by that.
TEST_F(WorkloadInspectorTest, WhatWaitsForTheEngineAloneIsHelpedByGoingLive) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::notLive;
    view.document.open = true;
    stand(view.document, Standing::resting);
    view.document.allowed = {"settings"};
    EXPECT_FALSE(said().contains(QStringLiteral("No single change")));
    QSignalSpy wanted(&inspector, &WorkloadInspector::liveWanted);
    ASSERT_EQ(cards(), QStringList{QStringLiteral("Go live")});
    for (QPushButton* each : inspector.findChildren<QPushButton*>())
        if (each->text() == QStringLiteral("Go live…"))
            each->click();
    EXPECT_EQ(wanted.size(), 1);
    view.document.allowed.clear();
    const QString text = said();
    EXPECT_TRUE(text.contains(QStringLiteral("Go live"))) << qPrintable(text);
    EXPECT_TRUE(cards().isEmpty()) << "there is no button for who may not";
    EXPECT_FALSE(text.contains(QStringLiteral("Starts once the pool is live.")));
}

TEST_F(WorkloadInspectorTest, WhereOnlyAPriorityHelpsNobodySaysThatNothingWould) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::blockedByHead;
    rises.least = PriorityRise{5, 6, {}};
    EXPECT_FALSE(said().contains(QStringLiteral("No single change")));
    rises = {{}, false, 3};
    EXPECT_TRUE(said().contains(QStringLiteral("but others might")));
}

TEST_F(WorkloadInspectorTest, ARiseOfThePriorityIsCopied) {
    rises.least = PriorityRise{5, 7, {"low"}};
    const QString text = explanationText(view, view.waiting.front(), {explanation, rises});
    EXPECT_TRUE(text.contains(QStringLiteral("- Raise its priority from 5 to 7. Evicts low.")))
        << qPrintable(text);
}

// Being moved, or running on with fewer replicas, is no eviction, and not nothing either.
TEST_F(WorkloadInspectorTest, WhoRunsOnIsNotSaidToBeEvicted) {
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::blockedByHead;
    explanation.unblock.push_back(
        {Event{0, CancelEvent{"head"}}, {}, {"raise-quota", {}}, {{}, {"run8"}}});
    EXPECT_TRUE(said().contains(QStringLiteral("Moves and restarts run8."))) << qPrintable(said());
    EXPECT_FALSE(said().contains(QStringLiteral("Evicts")));
    explanation.unblock[0].evicts = {"e", "lost"};
    explanation.unblock[0].runsOn = {{{"e", 3, 5}}, {}};
    const QString text = said();
    EXPECT_TRUE(text.contains(QStringLiteral("Evicts lost. e releases 3 of 5 replicas.")))
        << qPrintable(text);
    const QString copied = explanationText(view, view.waiting.front(), {explanation, rises});
    EXPECT_TRUE(copied.contains(QStringLiteral("Evicts lost. e releases 3 of 5 replicas.")));
}

}  // namespace
}  // namespace apportion::ui
