// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workload_inspector.h"

#include <gtest/gtest.h>

#include <QLabel>

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
        inspector.setExplanation(view, explanation);
        QString text;
        for (const QLabel* each : inspector.findChildren<QLabel*>())
            text += each->text() + QLatin1Char('\n');
        return text;
    }

    SessionBridge bridge;
    WorkloadInspector inspector{bridge};
    View view;
    Explanation explanation;
};

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
    EXPECT_TRUE(proven.contains(QStringLiteral("No single change would"))) << qPrintable(proven);
    explanation.unblockProven = false;
    explanation.unblockTrials = 800;
    const QString stopped = said();
    EXPECT_FALSE(stopped.contains(QStringLiteral("No single change would")));
    EXPECT_TRUE(stopped.contains(QStringLiteral("not all could be tried"))) << qPrintable(stopped);
}

}  // namespace
}  // namespace apportion::ui
