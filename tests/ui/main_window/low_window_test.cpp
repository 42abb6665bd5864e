// SPDX-License-Identifier: GPL-3.0-or-later
// A window of 1280 by 720 with the issues open: the overview covers and squeezes nothing.
#include <algorithm>

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include "tests/ui/main_window/project_console.h"
#include "ui/charts/team_chart.h"
#include "ui/overview/overview_page.h"
#include "ui/preemption/try_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/workloads/workload_table.h"

namespace apportion::ui {
namespace {

class LowWindowTest : public ProjectConsole {
protected:
    void lower() {
        window->resize(1280, 720);
        ASSERT_TRUE(window->showView(QStringLiteral("overview")));
        ASSERT_TRUE(window->showView(QStringLiteral("issues")));
        page = window->findChild<OverviewPage*>();
        ASSERT_TRUE(waitFor([this] { return page->isVisible() && page->height() < 400; }))
            << page->height();
        QApplication::processEvents();
    }
    QRect placeOf(const QWidget* part) const { return {part->mapTo(page, QPoint()), part->size()}; }
    OverviewPage* page = nullptr;
};

TEST_F(LowWindowTest, TheChartLeavesTheQueueItsRoom) {
    open(sample("crowded.json"));
    lower();
    const auto* chart = page->findChild<TeamChart*>();
    const auto* queue = page->findChild<WorkloadTable*>();
    ASSERT_TRUE(queue->isVisible());
    EXPECT_GE(chart->height(), chart->minimumHeight());
    EXPECT_LE(placeOf(chart).bottom(), placeOf(queue).top());
    EXPECT_GE(queue->viewport()->height(),
              2 * queue->visualRect(queue->model()->index(0, 0)).height());
    // What lies below is scrolled to.
    const auto* area = page->findChild<QScrollArea*>();
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    EXPECT_LE(placeOf(queue).bottom(), page->height());
}

TEST_F(LowWindowTest, WhatAnEmptyQueueOffersIsReadWhole) {
    makePool();
    lower();
    int offered = 0;
    for (const auto* state : page->findChildren<EmptyState*>())
        for (const auto* each : state->findChildren<QPushButton*>())
            if (each->isVisible()) {
                ++offered;
                EXPECT_GE(each->height(), each->sizeHint().height()) << qPrintable(each->text());
                EXPECT_GE(placeOf(each).top(), placeOf(page->findChild<TeamChart*>()).bottom());
            }
    EXPECT_GT(offered, 0);
}

TEST_F(LowWindowTest, TheTrialOfAPolicyIsReadWholeAtTheFootOfItsDialog) {
    open(sample("pool-128.json"));
    window->resize(1280, 800);
    for (const char* dialog : {"dialog:self-preemption", "dialog:child-preemption"}) {
        ASSERT_TRUE(window->showView(QString::fromLatin1(dialog)));
        ASSERT_TRUE(waitFor([this] { return window->isSettled(); }));
        const TryRow* row = window->findChildren<TryRow*>().back();
        ASSERT_TRUE(waitFor([row] { return row->isVisible(); }));
        QApplication::processEvents();
        EXPECT_EQ(row->visibleRegion().boundingRect(), row->rect()) << dialog;
        row->window()->close();
    }
}

}  // namespace
}  // namespace apportion::ui
