// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts_page/charts_page.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>

#include "core/view/history/history_points.h"
#include "tests/core/view/standing.h"
#include "tests/ui/charts/chart_samples.h"
#include "tests/ui/widgets/gallery.h"
#include "ui/charts/range_controls.h"
#include "ui/charts/team_chart.h"
#include "ui/charts/time_chart.h"
#include "ui/settings.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

class ChartsPageTest : public ::testing::Test {
protected:
    ChartsPageTest() { open(); }
    void open() {
        page = std::make_unique<ChartsPage>(&settings);
        page->resize(900, 900);
        page->show();
        page->setView(fourTeamsRun());
    }
    TimeChart& plot(const char* name) {
        return *page->chart(QString::fromLatin1(name))->timeChart();
    }
    // The entry of the menu with this text.
    QAction* choice(const char* text) {
        for (QAction* action : page->choice()->actions())
            if (action->text() == QLatin1String(text))
                return action;
        ADD_FAILURE() << text;
        return nullptr;
    }

    QTemporaryDir profile;
    Settings settings{profile.path()};
    std::unique_ptr<ChartsPage> page;
};

// Axes without anything on them say nothing.
TEST_F(ChartsPageTest, WhereThereIsNothingToDrawItSaysSoInWords) {
    const auto* empty = page->findChild<EmptyState*>();
    const auto says = [&](const char* text) {
        for (const QLabel* label : empty->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(QLatin1String(text)))
                return true;
        return false;
    };
    EXPECT_FALSE(empty->isVisible());
    auto view = std::make_shared<View>();
    view->document.open = true;
    stand(view->document, Standing::resting);
    view->history = std::make_shared<const History>();
    page->setView(view);
    EXPECT_TRUE(says("No quota yet"));
    view = std::make_shared<View>(*view);
    view->teams.push_back({"a", "a", 0, -1});
    auto history = std::make_shared<History>();
    startHistory(*history, 1);
    addPoint(*history, 0, unknownMoment(1));
    view->history = history;
    page->setView(view);
    EXPECT_TRUE(says("The pool was never live"));
    page->setView(fourTeamsRun());
    EXPECT_FALSE(empty->isVisible());
}

TEST_F(ChartsPageTest, AllChartsShareOneTimeAxisAndOneCrosshair) {
    choice("Utilization")->trigger();
    QTest::mouseClick(page->rangeControls()->ranges()->segment(0), Qt::LeftButton);
    for (const char* name : {"teams", "guarantees", "queue", "utilisation"})
        EXPECT_EQ(plot(name).range().to - plot(name).range().from, 15 * kChartMinute) << name;
    QTest::keyClick(&plot("queue"), Qt::Key_Plus);
    EXPECT_EQ(plot("teams").range(), plot("queue").range());
    QTest::keyClick(&plot("queue"), Qt::Key_Left);
    ASSERT_TRUE(plot("queue").crosshair());
    EXPECT_EQ(plot("teams").crosshair(), plot("queue").crosshair());
}

TEST_F(ChartsPageTest, WhatIsShownIsChosenAndRemembered) {
    EXPECT_TRUE(page->chart(QStringLiteral("queue"))->isVisible());
    EXPECT_FALSE(page->chart(QStringLiteral("utilisation"))->isVisible());
    choice("Queue")->trigger();
    choice("Utilization")->trigger();
    open();
    EXPECT_FALSE(page->chart(QStringLiteral("queue"))->isVisible());
    EXPECT_TRUE(page->chart(QStringLiteral("utilisation"))->isVisible());
}

// The line is of who has waited longest; most wait less.
TEST_F(ChartsPageTest, TheChartOfWaitsSaysHowLongMostWait) {
    auto view = std::make_shared<View>(*fourTeamsRun());
    view->key.waiting = 2;
    view->key.waitingP50 = 5 * kChartMinute;
    view->key.waitingP90 = 70 * kChartMinute;
    page->setView(view);
    choice("Waiting time")->trigger();
    const auto says = [&](const char* text) {
        const auto labels = page->chart(QStringLiteral("waiting"))->findChildren<TextLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const TextLabel* label) {
            return label->text().contains(QString::fromLatin1(text));
        });
    };
    EXPECT_TRUE(says("now: half up to 5 min, 9 in 10 up to 1 h 10 min"));
    auto empty = std::make_shared<View>(*view);
    empty->clock += kChartMinute;
    empty->key.waiting = 0;
    page->setView(empty);
    EXPECT_TRUE(says("now: nothing waits"));
}

// The heads of pages count what waits for an approval; the line does not.
TEST_F(ChartsPageTest, TheChartOfTheQueueSaysWhatItLeavesOut) {
    const auto says = [&](const char* text) {
        const auto labels = page->chart(QStringLiteral("queue"))->findChildren<TextLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const TextLabel* label) {
            return label->isVisible() && label->text().contains(QString::fromLatin1(text));
        });
    };
    EXPECT_FALSE(says("approval"));
    auto view = std::make_shared<View>(*fourTeamsRun());
    view->clock += kChartMinute;
    view->key.unapproved = 2;
    page->setView(view);
    EXPECT_TRUE(says("without 2"));
    EXPECT_TRUE(says("for approval"));
}

TEST_F(ChartsPageTest, UtilisationIsTheUsedShareOfThePool) {
    choice("Utilization")->trigger();
    const ChartData& data = plot("utilisation").data();
    EXPECT_EQ(data.series[0].values.first(), 0);
    EXPECT_EQ(data.series[0].values.last(), 100) << "16 of 16 GPUs";
    EXPECT_EQ(data.top, 100);
}

TEST_F(ChartsPageTest, UsedAndFairShareArePairsThatAreToggledTogether) {
    choice("Used against fair share")->trigger();
    TeamChart* chart = page->chart(QStringLiteral("fair-share"));
    const auto shown = [&](int series) { return plot("fair-share").data().series[series].shown; };
    const ChartData& data = plot("fair-share").data();
    ASSERT_EQ(data.series.size(), 8);
    EXPECT_EQ(data.series[1].name, QStringLiteral("team-a, fair share"));
    EXPECT_EQ(data.series[1].values.last(), 8) << "half of what team-d left, by weight";
    EXPECT_EQ(data.series[7].values.last(), 0) << "team-d wants nothing";
    EXPECT_EQ(data.series[0].team, data.series[1].team);
    const auto click = [&](int entry) {
        QTest::mouseClick(chart->legend()->entry(entry), Qt::LeftButton);
    };
    click(1);
    EXPECT_FALSE(shown(2) || shown(3));
    click(4);
    EXPECT_TRUE(shown(0));
    EXPECT_FALSE(shown(1) || shown(7)) << "all fair shares";
    click(1);
    EXPECT_TRUE(shown(2));
    EXPECT_FALSE(shown(3)) << "they stay hidden";
    click(4);
    EXPECT_TRUE(shown(1) && shown(3));
}

TEST_F(ChartsPageTest, TheLongestWaitGrowsAndFallsWhenItStarts) {
    choice("Waiting time")->trigger();
    const ChartData& data = plot("waiting").data();
    const auto at = [&](int minute) {
        const auto value =
            valueAt(data.series[0], data.series[0].at.first() + minute * kChartMinute);
        return value ? *value : -1;
    };
    // The longest wait begins at 10:20; its work starts again at 10:36.
    EXPECT_EQ(at(19), 0);
    EXPECT_DOUBLE_EQ(at(25), 5);
    EXPECT_DOUBLE_EQ(at(35), 15);
    EXPECT_LT(at(37), 15);
    EXPECT_TRUE(data.unit.endsWith(QStringLiteral("minutes")));
}

TEST_F(ChartsPageTest, WorkloadsAreCountedInWholeNumbers) {
    EXPECT_TRUE(plot("queue").data().whole);
}

TEST(Gallery, ChartsPage) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("charts-page"), [] {
        auto* page = new ChartsPage;
        page->resize(760, 1500);
        for (QAction* action : page->choice()->actions())
            action->setChecked(true);
        page->setView(fourTeamsRun());
        return page;
    }));
}

TEST_F(ChartsPageTest, AHiddenChartIsUpToDateWhenItIsShown) {
    EXPECT_TRUE(plot("utilisation").data().series.isEmpty()) << "nothing is drawn for nobody";
    choice("Utilization")->trigger();
    EXPECT_FALSE(plot("utilisation").data().series.isEmpty());
    EXPECT_EQ(plot("utilisation").range(), plot("teams").range());
}

}  // namespace
}  // namespace apportion::ui
