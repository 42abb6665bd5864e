// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_table.h"

#include <gtest/gtest.h>

#include <QEvent>
#include <QtTest/QTest>

namespace apportion::ui {
namespace {

class PaintCount final : public QObject {
public:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
    int count = 0;
};

ViewPtr withWaiting(int works) {
    View view;
    view.document.open = true;
    view.key.waiting = works;
    for (int i = 0; i < works; ++i)
        view.waiting.emplace_back().name = "w" + std::to_string(i);
    return std::make_shared<const View>(std::move(view));
}

// The tab above it counts the same, and is drawn with the next picture.
TEST(WorkloadTable, HeadsAreDrawnAnewWithTheViewTheyCount) {
    WorkloadTable table(WorkloadModel::Shape::groups);
    table.resize(700, 300);
    table.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
    for (const int works : {2, 3, 1}) {
        table.setView(withWaiting(3 - works));
        QTest::qWait(50);
        PaintCount paints;
        table.viewport()->installEventFilter(&paints);
        table.setView(withWaiting(works));
        QCoreApplication::sendPostedEvents(&table, QEvent::UpdateRequest);
        EXPECT_GT(paints.count, 0) << works;
        table.viewport()->removeEventFilter(&paints);
    }
}

}  // namespace
}  // namespace apportion::ui
