// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes against the polygons that they stand for, pixel by pixel.
#include "ui/charts/chart_boxes.h"

#include <random>

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

namespace apportion::ui {
namespace {

constexpr int kWidth = 120;
constexpr int kHeight = 80;

QPolygonF randomSteps(std::mt19937& random, double most) {
    QPolygonF steps;
    double y = most;
    for (double x = 5; x < 110; x += static_cast<double>(1 + random() % 7)) {
        steps << QPointF(x, y);
        y = static_cast<double>(random() % static_cast<unsigned>(most));
        steps << QPointF(x, y);
    }
    steps << QPointF(110, y);
    return steps;
}

QImage painted(const std::function<void(QPainter&)>& paint) {
    QImage image(kWidth, kHeight, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(10, 20, 200, 120));
    paint(painter);
    return image;
}

TEST(ChartBoxes, FillTheSamePixelsAsThePolygonAndNoneTwice) {
    std::mt19937 random(3);
    for (int turn = 0; turn < 50; ++turn) {
        const QPolygonF upper = randomSteps(random, 30);
        QPolygonF lower = randomSteps(random, 30);
        for (QPointF& point : lower)
            point.ry() += 32;
        for (const bool onGround : {false, true}) {
            QPolygonF area = upper;
            if (onGround)
                area << QPointF(110, 70) << QPointF(5, 70);
            else
                for (auto point = lower.crbegin(); point != lower.crend(); ++point)
                    area << *point;
            const QImage polygon = painted([&](QPainter& p) { p.drawPolygon(area); });
            const QImage boxes = painted([&](QPainter& p) {
                fillBoxes(p, boxesBetween(upper, onGround ? QPolygonF() : lower, 70), p.brush());
            });
            ASSERT_EQ(polygon, boxes) << turn;
        }
    }
}

TEST(ChartBoxes, RunAlongAllStepsWithoutAGap) {
    std::mt19937 random(5);
    for (int turn = 0; turn < 50; ++turn) {
        const QPolygonF steps = randomSteps(random, 60);
        const QImage expected = painted([&](QPainter& p) {
            p.setBrush(Qt::black);
            for (qsizetype i = 1; i < steps.size(); ++i)
                p.drawRect(QRectF(steps[i - 1], steps[i]).normalized().adjusted(0, 0, 2, 2));
        });
        const QImage boxes =
            painted([&](QPainter& p) { fillBoxes(p, boxesAlong(steps, 2), Qt::black); });
        ASSERT_EQ(expected, boxes) << turn;
    }
}

TEST(ChartBoxes, FillAsQtDoesWhateverTheScaleAndThePattern) {
    const QList<QRectF> boxes{{3.5, 4, 1, 9.5}, {10, 2.5, 14.5, 3}, {1, 20, 30, 10}};
    for (const Qt::BrushStyle style : {Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense5Pattern}) {
        const QBrush brush(QColor(20, 90, 200, 160), style);
        const auto drawn = [&](bool ours) {
            QImage image(80, 80, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            image.setDevicePixelRatio(2);
            QPainter painter(&image);
            painter.setClipRect(0, 0, 35, 28);
            painter.translate(2, 3);
            painter.setPen(Qt::NoPen);
            painter.setBrush(brush);
            ours ? fillBoxes(painter, boxes, brush) : painter.drawRects(boxes);
            painter.drawRect(QRectF(30, 0, 3, 3));  // where it was, afterwards
            return image;
        };
        EXPECT_EQ(drawn(true), drawn(false)) << style;
    }
}

TEST(ChartBoxes, CornersAreSnappedToPixels) {
    QPolygonF steps({{0.2, 0.3}, {1.7, 0.3}});
    snapTo(0.5, steps);
    EXPECT_EQ(steps, QPolygonF({{0, 0.5}, {1.5, 0.5}}));
    EXPECT_TRUE(boxesAlong({}, 1).isEmpty());
    EXPECT_TRUE(boxesBetween({}, {}, 0).isEmpty());
}

}  // namespace
}  // namespace apportion::ui
