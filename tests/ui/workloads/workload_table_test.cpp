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

ViewPtr withNames(const std::vector<std::string>& names) {
    View view;
    view.document.open = true;
    for (const std::string& name : names)
        view.waiting.emplace_back().name = name;
    return std::make_shared<const View>(std::move(view));
}

// A live pool moves rows at any time: what is asked of several is asked of them.
TEST(WorkloadTable, SeveralStayChosenWhereverTheirRowsGo) {
    WorkloadTable table(WorkloadModel::Shape::groups);
    table.resize(700, 300);
    table.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
    table.setView(withNames({"a", "b", "c", "d"}));
    const auto click = [&](const char* name, Qt::KeyboardModifiers modifiers) {
        const int row = table.workloads().rowOf(QString::fromLatin1(name));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, modifiers,
                          table.visualRect(table.model()->index(row, 0)).center());
    };
    click("a", Qt::NoModifier);
    click("c", Qt::ControlModifier);
    click("d", Qt::ControlModifier);
    const auto chosen = [&] {
        QStringList names = table.selectedAll();
        names.sort();
        return names.join(QLatin1Char(' ')).toStdString();
    };
    ASSERT_EQ(chosen(), "a c d");
    table.setView(withNames({"new", "d", "b", "a", "c"}));
    EXPECT_EQ(chosen(), "a c d");
    EXPECT_EQ(table.selected(), QStringLiteral("d"));
    table.setView(withNames({"c", "new", "a", "b"}));
    EXPECT_EQ(chosen(), "a c") << "d is gone";
}

}  // namespace
}  // namespace apportion::ui
