// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figures.h"

#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/fonts.h"

namespace apportion::ui {
namespace {

QImage drawn(const QString& text, Qt::Alignment alignment, int width = 120) {
    QImage image(width, 20, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawFigures(painter, QRectF(0, 0, width, 20), alignment, text, font(Type::body), Qt::black);
    return image;
}

// Columns of the image that hold ink, first and last.
std::pair<int, int> inkSpan(const QImage& image) {
    int first = image.width();
    int last = -1;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            if (qGray(image.pixel(x, y)) < 128) {
                first = std::min(first, x);
                last = std::max(last, x);
            }
    return {first, last};
}

TEST(Figures, AllNumbersOfAsManyDigitsAreEquallyWide) {
    for (const Type type : {Type::body, Type::head, Type::small}) {
        const double width = figuresWidth(QStringLiteral("0000"), font(type));
        for (const char* number : {"1111", "1048", "7777", "9999"})
            EXPECT_DOUBLE_EQ(figuresWidth(QLatin1String(number), font(type)), width) << number;
    }
}

TEST(Figures, ProportionalDigitsWouldNotBe) {
    // If this fails the font has tabular figures by itself and the whole file is needless.
    const QFontMetricsF metrics(font(Type::body));
    EXPECT_NE(metrics.horizontalAdvance(QStringLiteral("1")),
              metrics.horizontalAdvance(QStringLiteral("0")));
}

TEST(Figures, RightEdgesAlign) {
    const auto ones = inkSpan(drawn(QStringLiteral("1 208"), Qt::AlignRight));
    const auto eights = inkSpan(drawn(QStringLiteral("48"), Qt::AlignRight));
    EXPECT_EQ(ones.second, eights.second);
    EXPECT_GE(ones.second, 116);
    EXPECT_LT(ones.second, 120);
}

TEST(Figures, LeftAlignsAtTheLeft) {
    EXPECT_LE(inkSpan(drawn(QStringLiteral("48"), Qt::AlignLeft)).first, 2);
}

TEST(Figures, OtherScriptsKeepTheirOwnFont) {
    const QString minutes = QStringLiteral("22 \u5206\u949f");
    const double width = figuresWidth(minutes, font(Type::body));
    EXPECT_GT(width, figuresWidth(QStringLiteral("22 "), font(Type::body)) + 20);
    const auto span = inkSpan(drawn(minutes, Qt::AlignRight));
    EXPECT_NEAR(span.second - span.first, width, 4);
}

TEST(Figures, EmptyTextTakesNoRoom) {
    EXPECT_EQ(figuresWidth({}, font(Type::body)), 0);
    EXPECT_EQ(inkSpan(drawn({}, Qt::AlignLeft)).second, -1);
}

}  // namespace
}  // namespace apportion::ui
