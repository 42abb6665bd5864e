// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_chart.h"

#include <limits>

#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QHelpEvent>
#include <QImage>
#include <QScreen>
#include <QSet>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include "tests/ui/charts/chart_samples.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

class TimeChartTest : public ::testing::Test {
protected:
    TimeChartTest() {
        chart.setWallClock(QTimeZone::utc());
        chart.resize(44 + 600 + 96, 34 + 400 + 26);
        chart.setData(threeTeams());
        chart.show();
    }
    ~TimeChartTest() override { Theme::apply(Theme::Light); }

    QImage drawn() {
        QTest::qWait(20);
        return chart.grab().toImage();
    }

    // Where the plot has this moment and value: 600 by 400 px, 128 GPUs and 4 %.
    QPoint at(double minutesAfterNine, double value) const {
        return {static_cast<int>(44 + minutesAfterNine / 332 * 600),
                static_cast<int>(434 - value / (128 * 1.04) * 400)};
    }

    static bool looksLike(const QColor& seen, const QColor& expected) {
        return std::abs(seen.red() - expected.red()) + std::abs(seen.green() - expected.green()) +
                   std::abs(seen.blue() - expected.blue()) <
               12;
    }
    static QColor layer(int team) { return mix(teamColor(team), color(Role::surface), 0.18); }

    TimeChart chart{QStringLiteral("GPUs per team")};
};

TEST_F(TimeChartTest, StacksTheTeamsFromTheBottom) {
    const QImage image = drawn();
    EXPECT_TRUE(looksLike(image.pixelColor(at(200, 8)), layer(0)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 40)), layer(1)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 100)), layer(2)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(60, 120)), color(Role::surface))) << "free";
    // The dip of Team B at 12:18 lets the free capacity show on top.
    EXPECT_TRUE(looksLike(image.pixelColor(at(204, 124)), color(Role::surface)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(220, 124)), layer(2)));
}

// However short the gap is: its words stand in the card, and are said to who cannot see it.
TEST_F(TimeChartTest, AGapTellsItsWordsAtTheCrosshair) {
    ChartData data = threeTeams();
    const qint64 from = chart.range().from;
    const qint64 to = chart.range().to;
    const qint64 gap = from + (to - from) / 2;
    for (Series& series : data.series) {
        series.at = {from, gap, gap + (to - from) / 100, to};
        series.values = {8, std::numeric_limits<double>::quiet_NaN(), 8, 8};
    }
    data.until = to;
    data.marks.clear();
    chart.setData(data);
    chart.setCrosshair(gap + (to - from) / 200, true);
    const QImage without = drawn();
    data.unknownText = QStringLiteral("not live");
    chart.setData(data);
    chart.setCrosshair({}, true);
    chart.setCrosshair(gap + (to - from) / 200, true);
    EXPECT_TRUE(chart.accessibleDescription().endsWith(QStringLiteral(": not live")))
        << qPrintable(chart.accessibleDescription());
    EXPECT_NE(drawn(), without) << "a card";
}

TEST_F(TimeChartTest, TheFocusRingRunsThroughNothingThatIsRead) {
    ChartData data = threeTeams();
    for (Series& series : data.series)
        series.name = series.shortName = QStringLiteral("a team with a long name");
    chart.setData(data);
    chart.activateWindow();
    chart.clearFocus();
    const QImage before = drawn();
    chart.setAttribute(Qt::WA_KeyboardFocusChange);
    chart.setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(QTest::qWaitFor([this] { return chart.hasFocus(); }));
    const QImage after = drawn();
    const QRgb ground = before.pixel(before.width() / 2, 0);
    int ring = 0;
    for (int y = 0; y < after.height(); ++y)
        for (int x = 0; x < after.width(); ++x)
            if (after.pixel(x, y) != before.pixel(x, y)) {
                ++ring;
                ASSERT_EQ(before.pixel(x, y), ground) << x << ", " << y;
            }
    EXPECT_GT(ring, 1000);
}

TEST_F(TimeChartTest, DrawsLinesInTheColourOfTheirTeam) {
    chart.setShape(ChartShape::lines);
    const QImage image = drawn();
    const auto findNear = [&](const QPoint& where, const QColor& wanted) {
        for (int y = where.y() - 4; y <= where.y() + 4; ++y)
            if (looksLike(image.pixelColor(where.x(), y), wanted))
                return true;
        return false;
    };
    EXPECT_TRUE(findNear(at(250, 16), teamColor(0)));
    EXPECT_TRUE(findNear(at(250, 64), teamColor(2)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 100)), color(Role::surface)));
}

TEST_F(TimeChartTest, FollowsTheThemeAtRunTime) {
    drawn();
    Theme::apply(Theme::Dark);
    const QImage image = drawn();
    EXPECT_TRUE(looksLike(image.pixelColor(at(60, 125)), Theme::color(Role::surface, true)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 40)), layer(1)));
}

TEST_F(TimeChartTest, AHiddenTeamLeavesTheStack) {
    chart.setSeriesShown(1, false);
    const QImage image = drawn();
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 40)), layer(2)));
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 100)), color(Role::surface)));
}

TEST_F(TimeChartTest, HighlightingFadesTheOthers) {
    chart.highlightSeries(2);
    const QImage image = drawn();
    EXPECT_TRUE(looksLike(image.pixelColor(at(250, 100)), layer(2)));
    EXPECT_FALSE(looksLike(image.pixelColor(at(250, 40)), layer(1)));
}

TEST_F(TimeChartTest, ArrowKeysMoveTheCrosshairFromSampleToSample) {
    const qint64 start = chart.range().from;
    QSignalSpy moved(&chart, &TimeChart::crosshairMoved);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.crosshair(), start);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.crosshair(), start + 12 * kChartMinute);
    EXPECT_EQ(chart.crosshairText(), QStringLiteral("09:12"));
    EXPECT_EQ(chart.accessibleDescription().toStdString(),
              "09:12: Team A \u00b7 Quota1 own 0, Team B \u00b7 Quota1.1 16, "
              "Team C \u00b7 Quota1.2 32");
    QTest::keyClick(&chart, Qt::Key_Left);
    EXPECT_EQ(chart.crosshair(), start);
    QTest::keyClick(&chart, Qt::Key_End);
    EXPECT_EQ(chart.crosshair(), chart.range().to);
    EXPECT_EQ(moved.count(), 4);
    QSignalSpy left(&chart, &TimeChart::crosshairLeft);
    QTest::keyClick(&chart, Qt::Key_Escape);
    EXPECT_FALSE(chart.crosshair().has_value());
    EXPECT_EQ(left.count(), 1);
}

TEST_F(TimeChartTest, TheMouseMovesTheCrosshairInsideThePlotOnly) {
    QTest::mouseMove(&chart, at(166, 50));
    ASSERT_TRUE(chart.crosshair().has_value());
    EXPECT_NEAR(static_cast<double>(*chart.crosshair() - chart.range().from),
                166.0 * static_cast<double>(kChartMinute), static_cast<double>(kChartMinute));
    QTest::mouseMove(&chart, QPoint(10, 200));
    EXPECT_FALSE(chart.crosshair().has_value());
}

TEST_F(TimeChartTest, NothingCoversTheValuesAtTheCrosshair) {
    const auto ask = [this](const QPoint& where) {
        QHelpEvent help(QEvent::ToolTip, where, chart.mapToGlobal(where));
        QApplication::sendEvent(&chart, &help);
        return QToolTip::text();
    };
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("Ctrl+wheel")));
    EXPECT_TRUE(ask({10, 200}).contains(QStringLiteral("Ctrl+wheel"))) << "beside the plot";
    QTest::mouseMove(&chart, at(166, 50));
    ASSERT_TRUE(chart.crosshair().has_value());
    ask(at(166, 50));
    EXPECT_TRUE(QTest::qWaitFor([] { return !QToolTip::isVisible(); }));
}

TEST_F(TimeChartTest, TheCardStaysInsideThePlot) {
    const QImage before = drawn();
    chart.setCrosshair(chart.range().to, true);
    const QImage image = drawn();
    for (int x = 44 + 600 + 6; x < image.width(); ++x)
        for (int y = 40; y < 430; ++y)
            ASSERT_EQ(image.pixel(x, y), before.pixel(x, y)) << x << ' ' << y;
}

TEST_F(TimeChartTest, ZoomsAroundTheMouseAndPansByDrag) {
    QSignalSpy spy(&chart, &TimeChart::rangeChanged);
    const TimeSpan all = chart.range();
    const QPointF middle = at(166, 50);
    QWheelEvent plain(middle, chart.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&chart, &plain);
    EXPECT_FALSE(plain.isAccepted()) << "the page scrolls";
    EXPECT_EQ(chart.range(), all);
    QWheelEvent wheel(middle, chart.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&chart, &wheel);
    ASSERT_EQ(spy.count(), 1);
    const TimeSpan zoomed = chart.range();
    EXPECT_NEAR(static_cast<double>(zoomed.to - zoomed.from),
                static_cast<double>(all.to - all.from) / 1.25, 2000);
    QTest::mousePress(&chart, Qt::LeftButton, {}, middle.toPoint());
    QTest::mouseMove(&chart, middle.toPoint() + QPoint(30, 0));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, middle.toPoint() + QPoint(30, 0));
    EXPECT_LT(chart.range().from, zoomed.from);
    EXPECT_EQ(chart.range().to - chart.range().from, zoomed.to - zoomed.from);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, middle.toPoint());
    EXPECT_EQ(chart.range(), all);
}

TEST_F(TimeChartTest, TheRingComesAndGoesWithTheFocus) {
    QWidget window;
    TimeChart first(QStringLiteral("first"), &window);
    TimeChart second(QStringLiteral("second"), &window);
    first.setGeometry(0, 0, 300, 150);
    second.setGeometry(0, 160, 300, 150);
    window.resize(300, 320);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    // What stands on the screen, not what it would paint anew.
    const auto edge = [&window](int y) {
        return window.screen()->grabWindow(window.winId()).toImage().pixelColor(150, y);
    };
    first.setFocus(Qt::TabFocusReason);
    window.setAttribute(Qt::WA_KeyboardFocusChange);
    const QColor plain = edge(160);
    QTest::keyClick(&window, Qt::Key_Tab);
    ASSERT_TRUE(second.hasFocus());
    EXPECT_TRUE(QTest::qWaitFor([&] { return edge(160) != plain || edge(161) != plain; }));
    QTest::keyClick(&window, Qt::Key_Tab);
    ASSERT_TRUE(first.hasFocus());
    EXPECT_TRUE(QTest::qWaitFor([&] { return edge(160) == plain; })) << "no ring stays behind";
}

TEST_F(TimeChartTest, TheKeyboardZoomsAndPansAsWell) {
    const TimeSpan all = chart.range();
    QTest::keyClick(&chart, Qt::Key_Plus);
    const TimeSpan zoomed = chart.range();
    EXPECT_LT(zoomed.to - zoomed.from, all.to - all.from);
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_GT(chart.range().from, zoomed.from);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(chart.range().to, all.to) << "not beyond the data";
    QTest::keyClick(&chart, Qt::Key_0);
    EXPECT_EQ(chart.range(), all);
}

TEST_F(TimeChartTest, LiveSamplesMoveTheRangeAlong) {
    const TimeSpan before = chart.range();
    const qint64 now = before.to + 5 * kChartMinute;
    chart.append(now, {16, 48, 64});
    EXPECT_EQ(chart.range(), (TimeSpan{before.from, now})) << "all is shown, so all still is";
    chart.setRange(now - 60 * kChartMinute, now);
    chart.append(now + kChartMinute, {0, 48, 72});
    EXPECT_EQ(chart.range(), (TimeSpan{now - 59 * kChartMinute, now + kChartMinute}));
    chart.setRange(before.from, before.from + 60 * kChartMinute);
    chart.append(now + 2 * kChartMinute, {0, 48, 72});
    EXPECT_EQ(chart.range(), (TimeSpan{before.from, before.from + 60 * kChartMinute}))
        << "whoever looks at the past is left alone";
}

TEST_F(TimeChartTest, AppendingDrawsTheSameAsSettingAll) {
    ChartData whole = chart.data();
    const qint64 now = chart.range().to + 20 * kChartMinute;
    chart.append(now - 10 * kChartMinute, {16, 40, 72});
    chart.append(now, {0, 48, 64});
    TimeChart other(QStringLiteral("other"));
    other.setWallClock(QTimeZone::utc());
    other.resize(chart.size());
    other.setData(chart.data());
    other.show();
    const QImage appended = drawn();
    EXPECT_EQ(appended, other.grab().toImage());
}

// Up to a quarter of the width; then they are cut by their middle.
TEST_F(TimeChartTest, LongNamesHaveRoomAtTheEnds) {
    const auto plotEnds = [&] {
        chart.resize(1000, 300);
        QApplication::processEvents();
        const QImage image = chart.grab().toImage();
        int last = 0;  // of the axis below
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, image.height() - 60) != color(Role::surface))
                last = std::max(last, x);
        return last;
    };
    chart.setEndNames({QStringLiteral("a")});
    const int narrow = plotEnds();
    chart.setEndNames({QStringLiteral("Bioinformatics and drug")});
    const int wide = plotEnds();
    EXPECT_LT(wide, narrow);
    chart.setEndNames({QString(200, QLatin1Char('m'))});
    EXPECT_GE(plotEnds(), 740) << "three quarters are the chart's";
    chart.setEndLabelsShown(false);
    EXPECT_GE(plotEnds(), 970) << "without them all is the chart's";
}

TEST_F(TimeChartTest, AMarkCanBeActivated) {
    QSignalSpy spy(&chart, &TimeChart::markActivated);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(at(130, 0).x(), 17));
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.first().first().toInt(), 0);
}

TEST_F(TimeChartTest, ExportsInTheLightThemeWhateverTheScreen) {
    QTemporaryDir folder;
    Theme::apply(Theme::Dark);
    const QString png = folder.filePath(QStringLiteral("c.png"));
    ASSERT_EQ(QString(), chart.exportTo(png, TimeChart::Format::png, QStringLiteral("GPUs")));
    const QImage image(png);
    EXPECT_EQ(image.size(), QSize(2400, 1200));
    EXPECT_EQ(image.pixelColor(4, 4), Theme::color(Role::surface, false));
    const QString svg = folder.filePath(QStringLiteral("c.svg"));
    ASSERT_EQ(QString(), chart.exportTo(svg, TimeChart::Format::svg, QStringLiteral("GPUs")));
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
    QFile drawing(svg);
    ASSERT_TRUE(drawing.open(QIODevice::ReadOnly));
    const QByteArray written = drawing.readAll();
    EXPECT_TRUE(written.contains(QDateTime::currentDateTime().timeZoneAbbreviation().toUtf8()))
        << "the times have a zone";
    const QString pdf = folder.filePath(QStringLiteral("c.pdf"));
    ASSERT_EQ(QString(), chart.exportTo(pdf, TimeChart::Format::pdf, QStringLiteral("GPUs")));
    QFile file(pdf);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().startsWith("%PDF"));
    EXPECT_TRUE(looksLike(drawn().pixelColor(at(60, 125)), Theme::color(Role::surface, true)))
        << "the screen is dark again";
    EXPECT_FALSE(
        chart.exportTo(QStringLiteral("/nowhere/c.png"), TimeChart::Format::png, {}).isEmpty());
}

TEST_F(TimeChartTest, FromTheNinthTeamOnAPatternTellsThemApart) {
    const auto coloursOf = [&](int team) {
        ChartData data = threeTeams();
        for (Series& series : data.series)
            series.team = team;
        data.marks.clear();
        chart.setData(data);
        const QImage image = drawn();
        const QPoint middle = at(250, 26);
        QSet<QRgb> colours;
        for (int x = 0; x < 24; ++x)
            colours.insert(image.pixel(middle.x() + x, middle.y()));
        return colours.size();
    };
    EXPECT_EQ(coloursOf(0), 1);
    EXPECT_GT(coloursOf(8), 1) << "the same colour, hatched";
    // Also where it is crowded.
    ChartData dense = crowded(20000);
    for (Series& series : dense.series)
        series.team = 8;
    chart.setData(dense);
    chart.setShape(ChartShape::lines);
    EXPECT_FALSE(drawn().isNull());
}

TEST(TimeChart, IsEmptyWithoutData) {
    TimeChart chart(QStringLiteral("GPUs"));
    chart.resize(400, 200);
    chart.show();
    EXPECT_EQ(chart.accessibleName(), QStringLiteral("GPUs"));
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Plus);
    EXPECT_FALSE(chart.grab().isNull());
}

}  // namespace
}  // namespace apportion::ui
