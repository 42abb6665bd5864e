// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workload_inspector.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace apportion::ui {
namespace {

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
    QString text;
    for (const QLabel* each : inspector.findChildren<QLabel*>())
        text += each->text() + QLatin1Char('\n');
    EXPECT_TRUE(text.contains(QStringLiteral("On n-1, its node was drained or went down.")))
        << qPrintable(text);
}

}  // namespace
}  // namespace apportion::ui
