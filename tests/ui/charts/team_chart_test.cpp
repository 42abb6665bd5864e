// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with its head as its user meets it: clicks, keys, files.
#include "ui/charts/team_chart.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include "tests/core/view/standing.h"
#include "tests/ui/charts/chart_samples.h"
#include "ui/charts/chart_timeline.h"
#include "ui/charts/range_controls.h"
#include "ui/charts/time_chart.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

View recorded() {
    return *fourTeamsRun();
}

class TeamChartTest : public ::testing::Test {
protected:
    TeamChartTest() {
        timeline.setTicks([this] { return ticks; });
        chart.addRangeControls();
        chart.resize(1100, 400);
        chart.show();
        chart.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&chart));
        timeline.setView(std::make_shared<const View>(recorded()));
    }

    // The same pool as a project that is open since 44 minutes.
    void goLive() {
        View live = recorded();
        stand(live.document, Standing::live);
        timeline.setView(std::make_shared<const View>(live));
    }
    TimeChart& plot() { return *chart.timeChart(); }
    TimeSpan span() { return plot().range(); }
    qint64 length() { return span().to - span().from; }
    RangeControls& ranges() { return *chart.rangeControls(); }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    QString saved(int entry, const QString& path) {
        chart.exportMenu()->actions().value(entry)->trigger();
        auto* dialog = chart.findChild<QFileDialog*>();
        if (dialog == nullptr)
            return QStringLiteral("no dialog");
        proposed = dialog->selectedFiles().value(0);
        dialog->selectFile(path);
        static_cast<QDialog*>(dialog)->accept();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return path;
    }

    qint64 ticks = 0;
    ChartTimeline timeline;
    TeamChart chart{TeamChart::Kind::stacked, QStringLiteral("GPUs per team"), true, &timeline};
    QString proposed;
};

TEST_F(TeamChartTest, RangesArePickedByClickAndByArrow) {
    EXPECT_EQ(length(), 44 * kChartMinute);
    ASSERT_EQ(ranges().ranges()->count(), 3) << "15 min, 1 h, all";
    click(ranges().ranges()->segment(0));
    EXPECT_EQ(length(), 15 * kChartMinute);
    ranges().ranges()->segment(0)->setFocus();
    QTest::keyClick(ranges().ranges()->segment(0), Qt::Key_Right);
    EXPECT_EQ(length(), 60 * kChartMinute);
}

TEST_F(TeamChartTest, AWheelWithoutAKeyIsToldOnceHowToZoom) {
    QSignalSpy said(&chart, &TeamChart::said);
    const QPointF at(plot().rect().center());
    for (int i = 0; i < 2; ++i) {
        QWheelEvent wheel(at, plot().mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot(), &wheel);
    }
    ASSERT_EQ(said.count(), 1);
    EXPECT_TRUE(said.front().front().toString().contains(QStringLiteral("Ctrl+wheel")));
}

// What deleted quotas held, and the queue, are of no team.
TEST(ChartLegend, WhatIsOfNoTeamHasTheColourOfItsLine) {
    Legend legend;
    legend.setEntries({{QStringLiteral("deleted quotas"), -1, false, true, true}});
    legend.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&legend));
    const QAbstractButton& entry = *legend.entry(0);
    const QPoint swatch(entry.x() + 8, entry.geometry().center().y());
    EXPECT_EQ(legend.grab().toImage().pixelColor(swatch).rgb(), color(Role::text2).rgb());
}

TEST_F(TeamChartTest, ZoomShowsTheWayBackAndKeyZeroTakesIt) {
    EXPECT_FALSE(ranges().resetButton()->isVisible());
    QTest::keyClick(&plot(), Qt::Key_Plus);
    EXPECT_LT(length(), 44 * kChartMinute);
    EXPECT_TRUE(ranges().resetButton()->isVisible());
    click(ranges().resetButton());
    EXPECT_EQ(length(), 44 * kChartMinute);
    EXPECT_FALSE(ranges().resetButton()->isVisible());
    QWheelEvent wheel(QPointF(300, 200), plot().mapToGlobal(QPoint(300, 200)), {}, QPoint(0, 120),
                      Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot(), &wheel);
    EXPECT_LT(length(), 44 * kChartMinute);
    QTest::keyClick(&plot(), Qt::Key_0);
    EXPECT_EQ(length(), 44 * kChartMinute);
}

TEST_F(TeamChartTest, ALiveAxisMovesThoughNothingChanges) {
    goLive();
    click(ranges().ranges()->segment(0));
    const TimeSpan before = span();
    EXPECT_EQ(before.to - before.from, 15 * kChartMinute);
    ticks += 3000;
    ASSERT_TRUE(QTest::qWaitFor([&] { return span().to > before.to; }, 2000));
    EXPECT_EQ(span(), (TimeSpan{before.from + 3000, before.to + 3000}));
    EXPECT_EQ(plot().data().until, before.to + 3000) << "the last values hold to now";
}

TEST_F(TeamChartTest, PausedItStaysAndFollowsAgain) {
    goLive();
    click(ranges().ranges()->segment(0));
    click(ranges().follow());
    const TimeSpan before = span();
    ticks += 60'000;
    QTest::qWait(500);
    EXPECT_EQ(span(), before);
    goLive();
    EXPECT_EQ(span(), before) << "new values do not move it either";
    click(ranges().follow());
    EXPECT_GT(span().to, before.to - 1);
    ticks += 60'000;
    ASSERT_TRUE(QTest::qWaitFor([&] { return span().to > before.to + 50'000; }, 2000));
}

TEST_F(TeamChartTest, WhatCannotBeFollowedIsHatchedFromItsLastMoment) {
    View stale = recorded();
    stand(stale.document, Standing::live);
    stale.document.trouble.push_back({});
    timeline.setView(std::make_shared<const View>(stale));
    ticks += 10'000;
    ASSERT_TRUE(QTest::qWaitFor([&] { return plot().data().until > timeline.at(stale.clock); }));
    EXPECT_EQ(plot().data().staleSince, timeline.at(stale.clock));
}

TEST_F(TeamChartTest, ThePastIsAskedForWhereItIsLookedAt) {
    QSignalSpy wanted(&timeline, &ChartTimeline::pastWanted);
    const auto show = [&](Instant exactSince) {
        View live = recorded();
        auto history = std::make_shared<History>(*live.history);
        history->exactSince = exactSince;
        live.history = history;
        stand(live.document, Standing::live);
        timeline.setView(std::make_shared<const View>(live));
    };
    show(0);
    EXPECT_TRUE(wanted.isEmpty()) << "all of it is exact";
    show(40 * kChartMinute);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].value<Instant>(), 0);
    EXPECT_EQ(wanted[0][1].value<Instant>(), 40 * kChartMinute);
    show(40 * kChartMinute);
    EXPECT_EQ(wanted.count(), 1) << "it was asked for";
    click(ranges().ranges()->segment(0));
    ASSERT_EQ(wanted.count(), 2) << "more of a shorter time";
    EXPECT_GE(wanted[1][0].value<Instant>(), 44 * kChartMinute - 23 * kChartMinute);
    click(ranges().follow());
    timeline.look(timeline.at(10 * kChartMinute), timeline.at(25 * kChartMinute));
    EXPECT_EQ(wanted.count(), 3) << "another time";
    chart.hide();
    chart.show();
    EXPECT_EQ(wanted.count(), 4) << "another page may have asked meanwhile";
}

TEST_F(TeamChartTest, ChipsToggleTeamsByMouseAndKey) {
    ASSERT_TRUE(chart.legend()->isVisible());
    click(chart.legend()->entry(1));
    EXPECT_FALSE(plot().data().series[1].shown);
    QTest::keyClick(chart.legend()->entry(1), Qt::Key_Space);
    EXPECT_TRUE(plot().data().series[1].shown);
    click(chart.legend()->entry(2));
    timeline.setView(std::make_shared<const View>(recorded()));
    EXPECT_FALSE(plot().data().series[2].shown) << "new values leave it hidden";
    EXPECT_FALSE(chart.legend()->entry(2)->isChecked());
}

TEST_F(TeamChartTest, LinesHaveTheGuaranteesAsAChip) {
    click(chart.shapes()->segment(1));
    EXPECT_EQ(plot().shape(), ChartShape::lines);
    const QString guaranteed = QStringLiteral(",team-a guaranteed,team-b guaranteed");
    EXPECT_TRUE(plot().toCsv().contains(guaranteed)) << qPrintable(plot().toCsv().left(200));
    ASSERT_NE(chart.legend()->entry(4), nullptr);
    click(chart.legend()->entry(4));
    EXPECT_FALSE(plot().data().guaranteesShown);
    EXPECT_FALSE(plot().toCsv().contains(guaranteed));
}

TEST_F(TeamChartTest, WithLittleRoomTheRangesAndTeamsAreMenus) {
    chart.resize(430, 300);
    EXPECT_FALSE(ranges().ranges()->isVisible());
    EXPECT_FALSE(chart.legend()->isVisible());
    auto* button = ranges().findChild<QPushButton*>();
    ASSERT_TRUE(button && button->isVisible());
    button->menu()->actions().value(0)->trigger();
    EXPECT_EQ(length(), 15 * kChartMinute);
}

TEST_F(TeamChartTest, SavesPicturesAndValuesThatCanBeReadBack) {
    QTemporaryDir folder;
    QSignalSpy said(&chart, &TeamChart::said);
    EXPECT_EQ(QImage(saved(0, folder.filePath(QStringLiteral("a.png")))).size(), QSize(2400, 1200));
    EXPECT_TRUE(proposed.endsWith(QStringLiteral("GPUs per team.png")));
    EXPECT_TRUE(QSvgRenderer(saved(1, folder.filePath(QStringLiteral("a.svg")))).isValid());
    QFile pdf(saved(2, folder.filePath(QStringLiteral("a.pdf"))));
    ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
    EXPECT_TRUE(pdf.readAll().startsWith("%PDF"));
    QFile csv(saved(4, folder.filePath(QStringLiteral("a.csv"))));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(csv.readAll()).split(QStringLiteral("\r\n"));
    EXPECT_EQ(lines[0], QStringLiteral("time_utc,team-a,team-b,team-c,team-d"));
    EXPECT_EQ(lines[lines.size() - 2].section(QLatin1Char(','), 1), QStringLiteral("8,4,4,0"));
    EXPECT_EQ(said.count(), 4);
}

TEST_F(TeamChartTest, SaysWhyAFileWasNotWritten) {
    QSignalSpy failed(&chart, &TeamChart::failed);
    // Nothing of the system: the dialogs to come begin where this one was, and look into each file
    // for its kind, also into those that never end.
    const QTemporaryDir folder;
    QFile plain(folder.filePath(QStringLiteral("plain")));
    ASSERT_TRUE(plain.open(QIODevice::WriteOnly));
    plain.close();
    const QString within = folder.filePath(QStringLiteral("plain/a.csv"));
    saved(4, within);
    if (failed.isEmpty()) {
        // The dialog itself refuses folders that are none.
        auto* dialog = chart.findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        emit dialog->fileSelected(within);
    }
    ASSERT_EQ(failed.count(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("a.csv cannot be written")));
}

TEST_F(TeamChartTest, CopiesTheValuesInView) {
    click(ranges().ranges()->segment(0));
    QTest::keyClick(&plot(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QStringLiteral("\r\n"));
    EXPECT_EQ(lines[0], QStringLiteral("time_utc\tteam-a\tteam-b\tteam-c\tteam-d"));
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("2026-11-20T10:29:00.000Z")))
        << qPrintable(lines[1]);
}

// "All" beside a plot of ten minutes would not be true.
TEST_F(TeamChartTest, WhatWasZoomedByHandIsNoneOfTheRanges) {
    const int all = ranges().ranges()->currentIndex();
    ASSERT_GE(all, 0);
    QTest::keyClick(&plot(), Qt::Key_Plus);
    EXPECT_EQ(ranges().ranges()->currentIndex(), -1);
    for (int i = 0; i < ranges().ranges()->count(); ++i)
        EXPECT_FALSE(ranges().ranges()->segment(i)->isChecked()) << i;
    click(ranges().resetButton());
    EXPECT_EQ(ranges().ranges()->currentIndex(), all);
    QTest::keyClick(&plot(), Qt::Key_Plus);
    click(ranges().ranges()->segment(all));
    EXPECT_EQ(ranges().ranges()->currentIndex(), all) << "the chosen one again";
    EXPECT_EQ(length(), 44 * kChartMinute);
}

}  // namespace
}  // namespace apportion::ui
