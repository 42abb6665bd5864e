// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts_page/charts_page.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/session.h"
#include "ui/charts/range_controls.h"
#include "ui/charts/team_chart.h"
#include "ui/charts/time_chart.h"
#include "ui/settings.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

constexpr qint64 kMinute = 60 * 1000;

ViewPtr fourTeams() {
    QFile file(QStringLiteral(APPORTION_SOURCE_DIR "/resources/samples/four-teams.json"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    const auto view = viewOfText(file.readAll().toStdString(), "four-teams");
    EXPECT_TRUE(view);
    return view ? *view : std::make_shared<const View>();
}

class ChartsPageTest : public ::testing::Test {
protected:
    ChartsPageTest() { open(); }
    void open() {
        page = std::make_unique<ChartsPage>(&settings);
        page->resize(900, 900);
        page->show();
        page->setView(fourTeams());
    }
    TimeChart& plot(const char* name) {
        return *page->chart(QString::fromLatin1(name))->timeChart();
    }
    QAction* choice(int entry) { return page->choice()->actions().value(entry); }

    QTemporaryDir profile;
    Settings settings{profile.path()};
    std::unique_ptr<ChartsPage> page;
};

TEST_F(ChartsPageTest, AllChartsShareOneTimeAxisAndOneCrosshair) {
    choice(3)->trigger();
    QTest::mouseClick(page->rangeControls()->ranges()->segment(0), Qt::LeftButton);
    for (const char* name : {"teams", "guarantees", "queue", "utilisation"})
        EXPECT_EQ(plot(name).range().to - plot(name).range().from, 15 * kMinute) << name;
    QTest::keyClick(&plot("queue"), Qt::Key_Plus);
    EXPECT_EQ(plot("teams").range(), plot("queue").range());
    QTest::keyClick(&plot("queue"), Qt::Key_Left);
    ASSERT_TRUE(plot("queue").crosshair());
    EXPECT_EQ(plot("teams").crosshair(), plot("queue").crosshair());
}

TEST_F(ChartsPageTest, WhatIsShownIsChosenAndRemembered) {
    EXPECT_TRUE(page->chart(QStringLiteral("queue"))->isVisible());
    EXPECT_FALSE(page->chart(QStringLiteral("utilisation"))->isVisible());
    choice(2)->trigger();
    choice(3)->trigger();
    open();
    EXPECT_FALSE(page->chart(QStringLiteral("queue"))->isVisible());
    EXPECT_TRUE(page->chart(QStringLiteral("utilisation"))->isVisible());
}

TEST_F(ChartsPageTest, UtilisationIsTheUsedShareOfThePool) {
    choice(3)->trigger();
    const ChartData& data = plot("utilisation").data();
    EXPECT_EQ(data.series[0].values.first(), 0);
    EXPECT_EQ(data.series[0].values.last(), 100) << "16 of 16 GPUs";
    EXPECT_EQ(data.top, 100);
}

TEST_F(ChartsPageTest, AHiddenChartIsUpToDateWhenItIsShown) {
    EXPECT_TRUE(plot("utilisation").data().series.isEmpty()) << "nothing is drawn for nobody";
    choice(3)->trigger();
    EXPECT_FALSE(plot("utilisation").data().series.isEmpty());
    EXPECT_EQ(plot("utilisation").range(), plot("teams").range());
}

}  // namespace
}  // namespace apportion::ui
