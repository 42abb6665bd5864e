// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workload_inspector.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace apportion::ui {
namespace {

QString textsOf(const WorkloadInspector& inspector) {
    QString text;
    for (const QLabel* each : inspector.findChildren<QLabel*>())
        text += each->text() + QLatin1Char('\n');
    return text;
}

// Without the record of the eviction nobody knows which of the two it was.
TEST(WorkloadInspector, AnEndByANodeIsNotCalledDown) {
    SessionBridge bridge;
    WorkloadInspector inspector(bridge);
    View view;
    WorkloadRow row;
    row.name = row.quota = row.team = "w";
    view.waiting.push_back(row);
    inspector.setWorkload(view, row, nullptr);
    Explanation explanation;
    explanation.workload = "w";
    explanation.runs.push_back({0, 60 * kSecond, {{"n-1", 8 * kOneGpu}}, "node"});
    inspector.setExplanation(view, explanation);
    const QString text = textsOf(inspector);
    EXPECT_TRUE(text.contains(QStringLiteral("On n-1, its node was drained or went down.")))
        << qPrintable(text);
}

TEST(WorkloadInspector, ASearchThatStoppedIsNotCalledProven) {
    SessionBridge bridge;
    WorkloadInspector inspector(bridge);
    View view;
    WorkloadRow row;
    row.name = row.quota = row.team = "w";
    view.waiting.push_back(row);
    inspector.setWorkload(view, row, nullptr);
    Explanation explanation;
    explanation.workload = "w";
    explanation.state = WorkloadState::pending;
    explanation.reason.emplace().code = ReasonCode::aboveFairShare;
    inspector.setExplanation(view, explanation);
    const QString proven = textsOf(inspector);
    EXPECT_TRUE(proven.contains(QStringLiteral("No single change would"))) << qPrintable(proven);
    explanation.unblockProven = false;
    explanation.unblockTrials = 800;
    inspector.setExplanation(view, explanation);
    const QString stopped = textsOf(inspector);
    EXPECT_FALSE(stopped.contains(QStringLiteral("No single change would")));
    EXPECT_TRUE(stopped.contains(QStringLiteral("not all could be tried"))) << qPrintable(stopped);
}

}  // namespace
}  // namespace apportion::ui
