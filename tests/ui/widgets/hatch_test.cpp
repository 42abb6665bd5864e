// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hatch.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

QImage filled(const QBrush& brush, double dpr) {
    const int side = static_cast<int>(40 * dpr);
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(dpr);
    image.fill(Qt::red);
    QPainter painter(&image);
    fillHatched(painter, QRectF(0, 0, 40, 40), brush);
    return image;
}

// How far the pattern has to move to the right to fall on itself, in device pixels.
int periodOf(const QImage& image) {
    for (int shift = 1; shift < image.width() / 2; ++shift) {
        bool same = true;
        for (int x = 0; x + shift < image.width() && same; ++x)
            same = image.pixel(x, 10) == image.pixel(x + shift, 10);
        if (same)
            return shift;
    }
    return 0;
}

const Hatch kHatch{.line = Qt::black, .ground = Qt::white};

TEST(Hatch, GrowsWithTheScaleOfTheScreen) {
    EXPECT_EQ(periodOf(filled(hatchBrush(kHatch), 1)), 5);
    EXPECT_EQ(periodOf(filled(hatchBrush(kHatch), 2)), 10);
    EXPECT_EQ(periodOf(filled(hatchBrush(kHatch), 4)), 20);
}

TEST(Hatch, IsCrispAtTwiceTheScale) {
    // A line of 1.25 px at 2x has a core of pure black, and pure ground between lines.
    const QImage image = filled(hatchBrush(kHatch), 2);
    int black = 0;
    int white = 0;
    for (int x = 0; x < image.width(); ++x) {
        black += qGray(image.pixel(x, 20)) < 16;
        white += qGray(image.pixel(x, 20)) > 240;
    }
    EXPECT_GT(black, image.width() / 10);
    EXPECT_GT(white, image.width() / 4);
}

TEST(Hatch, LeansAsTold) {
    const auto firstBlack = [](const QImage& image, int y) {
        for (int x = 20; x < image.width(); ++x)
            if (qGray(image.pixel(x, y)) < 60)
                return x;
        return -1;
    };
    Hatch hatch{.line = Qt::black, .ground = Qt::white, .spacing = 10, .width = 2};
    const QImage right = filled(hatchBrush(hatch), 4);
    hatch.lean = Lean::left;
    const QImage left = filled(hatchBrush(hatch), 4);
    // Four rows further down, "/" has moved to the left and "\" to the right.
    EXPECT_EQ(firstBlack(right, 44), (firstBlack(right, 40) - 4 - 20 + 40) % 40 + 20);
    EXPECT_EQ(firstBlack(left, 44), (firstBlack(left, 40) + 4 - 20) % 40 + 20);
}

TEST(Hatch, TeamsBeyondTheEighthAreHatched) {
    EXPECT_EQ(teamBrush(3).style(), Qt::SolidPattern);
    EXPECT_EQ(teamBrush(3).color(), teamColor(3));
    EXPECT_EQ(teamBrush(11).style(), Qt::TexturePattern);
    EXPECT_EQ(teamBrush(16).style(), Qt::SolidPattern);
    const QImage image = filled(teamBrush(11), 4);
    bool ground = false;
    bool lines = false;
    for (int x = 0; x < image.width(); ++x) {
        ground = ground || image.pixelColor(x, 30) == teamColor(3);
        lines = lines || image.pixelColor(x, 30) == color(Role::surface);
    }
    EXPECT_TRUE(ground);
    EXPECT_TRUE(lines);
}

}  // namespace
}  // namespace apportion::ui
