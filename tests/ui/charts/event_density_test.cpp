// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/event_density.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "ui/playback/time_slider.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

TEST(EventDensity, BinsAddUpToAll) {
    std::vector<TimedEvent> events;
    for (int i = 0; i <= 960; ++i)
        events.push_back({i, i % 3 == 0, 1 + i % 2});
    events.push_back({-1, true, 100});
    events.push_back({961, true, 100});
    const EventDensity density = densityOf(events, {0, 960});
    int sum = 0;
    int red = 0;
    int most = 0;
    for (const auto& bin : density.bins) {
        sum += bin.events;
        red += bin.red;
        most = std::max(most, bin.events);
    }
    EXPECT_EQ(sum, 961 + 480) << "what is outside does not count";
    EXPECT_EQ(density.all.events, sum);
    EXPECT_EQ(density.all.red, red);
    EXPECT_EQ(density.most, most);
    EXPECT_EQ(densityBin(960, {0, 960}), kDensityBins - 1) << "the end belongs to the last one";
    EXPECT_EQ(densityBin(0, {0, 0}), -1);
}

TEST(EventDensity, AHeightIsANumberAndRedIsAPartOfIt) {
    std::vector<TimedEvent> events{{5, false, 30}, {5, true, 10}, {15, false, 4}, {25, true, 1}};
    QImage image(96 * 4, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    {
        QPainter painter(&image);
        paintDensity(painter, QRectF(image.rect()), densityOf(events, {0, 960}), false);
    }
    const auto heightOf = [&](int bin, Role ink) {
        int height = 0;
        for (int y = 0; y < image.height(); ++y)
            height += image.pixelColor(bin * 4 + 1, y) == Theme::color(ink, false);
        return height;
    };
    EXPECT_EQ(heightOf(0, Role::err), 10);
    EXPECT_EQ(heightOf(0, Role::info), 30) << "with the red ones 40";
    EXPECT_EQ(heightOf(1, Role::info), 4);
    EXPECT_EQ(heightOf(2, Role::err), 2) << "one of 40 is seen, too";
    EXPECT_EQ(heightOf(3, Role::info), 0);
}

View runWith(int evictions) {
    auto history = std::make_shared<History>();
    for (int i = 0; i < evictions; ++i) {
        apportion::Mark mark;
        mark.at = i * kSecond;
        history->marks.push_back(mark);
    }
    View view;
    view.history = history;
    view.play.end = 1000 * kSecond;
    view.play.complete = true;
    return view;
}

int redPixels(TimeSlider& slider) {
    const QImage image = slider.grab().toImage();
    int red = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            red += image.pixelColor(x, y) == color(Role::err);
    return red;
}

// 700 evictions were one solid bar of red.
TEST(TimeSlider, ManyMarksAreADensityWithCounts) {
    TimeSlider slider;
    slider.resize(400, 26);
    View view = runWith(700);
    slider.setView(view);
    EXPECT_EQ(slider.textAt(200).split(QLatin1Char('\n')).size(), 3);
    EXPECT_TRUE(slider.textAt(10).contains(QStringLiteral("event(s)")))
        << slider.textAt(10).toStdString();
    auto history = std::make_shared<History>(*view.history);
    for (std::size_t i = 0; i < history->marks.size(); ++i)
        history->marks[i].kind = apportion::Mark::Kind::scale;
    history->marks[350].kind = apportion::Mark::Kind::preemption;
    view.history = history;
    slider.setView(view);
    EXPECT_GT(redPixels(slider), 0);
    EXPECT_LT(redPixels(slider), 20) << "one eviction of 700 events is a little of one bar";
    slider.setView(runWith(30));
    EXPECT_EQ(slider.textAt(200).split(QLatin1Char('\n')).size(), 1) << "up to 30 have a tick each";
}

}  // namespace
}  // namespace apportion::ui
