// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figures.h"

#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/key_number.h"

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

TEST(KeyNumbers, StayWhereTheyAreWhileADurationTicks) {
    KeyNumbers numbers;
    numbers.resize(700, 88);
    const auto show = [&](const char* value) {
        const QString text = QString::fromLatin1(value);
        numbers.setNumbers({{QStringLiteral("Longest wait of all that there are"),
                             text,
                             {},
                             {},
                             Role::text2,
                             {},
                             {},
                             QStringLiteral("23 h 59 min")},
                            {QStringLiteral("GPUs"),
                             QStringLiteral("128"),
                             {},
                             QStringLiteral("of a rather long note that takes what it can"),
                             Role::text2,
                             {}}});
        return numbers.cell(1);
    };
    const QRectF before = show("9 s");
    for (const char* value : {"1 min 7 s", "9 min 59 s", "12 h 48 min"})
        EXPECT_EQ(show(value), before) << value;
}

TEST(FactList, WhatTicksMovesNothingBelowIt) {
    FactList list;
    list.resize(200, 400);
    const auto show = [&](const char* value) {
        list.setFacts({{QStringLiteral("Submitted"), QString::fromLatin1(value), Role::text, {}},
                       {QStringLiteral("On"), QStringLiteral("n"), Role::text, {}}});
        return list.heightForWidth(200);
    };
    const int one = show("10:44:00");
    const int tall = show("10:44:00, 21 h 59 min ago and more");
    EXPECT_GT(tall, one);
    EXPECT_EQ(show("10:44:00"), tall);
    list.setFacts({{QStringLiteral("Other"), QStringLiteral("1"), Role::text, {}},
                   {QStringLiteral("On"), QStringLiteral("n"), Role::text, {}}});
    EXPECT_EQ(list.heightForWidth(200), one) << "of another subject";
}

TEST(Cell, AWarningBehindANameIsAmberAndAPolicyBlue) {
    for (const auto& [mark, role] :
         {std::pair(Icon::warning, Role::warn), std::pair(Icon::bolt, Role::accentText)}) {
        QImage image(120, 24, QImage::Format_ARGB32_Premultiplied);
        image.fill(Theme::color(Role::surface));
        QPainter painter(&image);
        paintCell(painter, QRectF(0, 0, 120, 24), Cell::name({}).withMarks({mark}));
        painter.end();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                inked += image.pixelColor(x, y) == Theme::color(role) ? 1 : 0;
        EXPECT_GT(inked, 5) << static_cast<int>(mark);
    }
}

}  // namespace
}  // namespace apportion::ui
