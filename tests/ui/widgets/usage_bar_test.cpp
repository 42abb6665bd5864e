// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/usage_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QSet>

#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

using ::testing::ElementsAre;

constexpr double kWidth = 200;

QImage painted(const UsageBar& bar, bool wholeWidth = false) {
    QImage image(200, 20, QImage::Format_ARGB32_Premultiplied);
    image.fill(color(Role::surface));
    QPainter painter(&image);
    paintUsageBar(painter, QRectF(0, 0, 200, 20), bar, 8, wholeWidth);
    return image;
}

TEST(UsageBar, GuaranteeStandsAtHalf) {
    const BarLayout layout = layoutUsageBar({.team = 0, .guarantee = 48, .own = 24}, kWidth);
    EXPECT_EQ(layout.mark, 100);
    EXPECT_THAT(layout.segments,
                ElementsAre(BarSegment{BarPart::trough, 0, 100}, BarSegment{BarPart::own, 0, 50}));
    EXPECT_FALSE(layout.beyondTwice);
}

TEST(UsageBar, OwnBelowAndAboveFollowEachOther) {
    const UsageBar bar{
        .team = 2, .guarantee = 80, .own = 32, .below = 32, .above = 16, .aboveTeam = 0};
    EXPECT_THAT(
        layoutUsageBar(bar, kWidth).segments,
        ElementsAre(BarSegment{BarPart::trough, 0, 100}, BarSegment{BarPart::own, 0, 40},
                    BarSegment{BarPart::below, 40, 80}, BarSegment{BarPart::above, 80, 100}));
}

TEST(UsageBar, BorrowedSticksOutToTheRight) {
    const UsageBar bar{.team = 0, .guarantee = 4, .own = 6};
    const BarLayout layout = layoutUsageBar(bar, kWidth);
    EXPECT_THAT(layout.segments,
                ElementsAre(BarSegment{BarPart::trough, 0, 100}, BarSegment{BarPart::own, 0, 100},
                            BarSegment{BarPart::borrowedOwn, 100, 150}));
}

TEST(UsageBar, BorrowedByDescendantsComesAfterBorrowedByItself) {
    const UsageBar bar{.team = 0, .guarantee = 10, .own = 12, .below = 3};
    EXPECT_THAT(layoutUsageBar(bar, kWidth).segments,
                ElementsAre(BarSegment{BarPart::trough, 0, 100}, BarSegment{BarPart::own, 0, 100},
                            BarSegment{BarPart::borrowedOwn, 100, 120},
                            BarSegment{BarPart::borrowedBelow, 120, 150}));
}

TEST(UsageBar, BeyondTwiceEndsAtTheEdgeWithChevrons) {
    const BarLayout layout = layoutUsageBar({.team = 1, .guarantee = 4, .own = 14}, kWidth);
    EXPECT_TRUE(layout.beyondTwice);
    EXPECT_EQ(layout.segments.back().to, kWidth);
}

TEST(UsageBar, LentStandsAtTheTroughsEnd) {
    const UsageBar bar{.team = 3, .guarantee = 8, .own = 2, .lent = 4};
    EXPECT_THAT(layoutUsageBar(bar, kWidth).segments,
                ElementsAre(BarSegment{BarPart::trough, 0, 100}, BarSegment{BarPart::own, 0, 25},
                            BarSegment{BarPart::lent, 50, 100}));
}

TEST(UsageBar, WithoutGuaranteeThereIsNoTrough) {
    const BarLayout layout = layoutUsageBar({.team = 4, .own = 6}, kWidth);
    EXPECT_THAT(layout.segments, ElementsAre(BarSegment{BarPart::borrowedOwn, 100, 150}));
    EXPECT_THAT(layoutUsageBar({.team = 4, .own = 6, .scale = 24}, kWidth).segments,
                ElementsAre(BarSegment{BarPart::borrowedOwn, 100, 125}));
    EXPECT_TRUE(layoutUsageBar({.team = 4}, kWidth).segments.empty());
}

TEST(UsageBar, AloneItMayFillItsWidth) {
    const UsageBar bar{.team = 2, .guarantee = 80, .own = 64};
    EXPECT_EQ(layoutUsageBar(bar, kWidth, true).segments.back().to, 160);
    EXPECT_EQ(layoutUsageBar(bar, kWidth, true).mark, 199);
    const UsageBar borrowing{.team = 2, .guarantee = 40, .own = 64};
    EXPECT_EQ(layoutUsageBar(borrowing, kWidth, true).mark, 100) << "borrowing needs its half";
}

TEST(UsageBar, PaintsItsColoursWhereTheyBelong) {
    const QImage image = painted({.team = 0, .guarantee = 48, .own = 24});
    EXPECT_EQ(image.pixelColor(25, 10), teamColor(0));
    EXPECT_EQ(image.pixelColor(75, 10), color(Role::trough));
    EXPECT_EQ(image.pixelColor(150, 10), color(Role::surface));
    // The mark: 2 px wide about the middle, 3 px above and below the 8 px of the bar.
    for (const int x : {99, 100})
        for (const int y : {3, 10, 16})
            EXPECT_EQ(image.pixelColor(x, y), color(Role::text)) << x << ' ' << y;
    for (const auto& [x, y] : {std::pair{98, 4}, {101, 4}, {99, 2}, {99, 17}})
        EXPECT_EQ(image.pixelColor(x, y), color(Role::surface)) << x << ' ' << y;
}

TEST(UsageBar, PaintsBelowMixedIntoTheSurface) {
    const QImage image = painted({.team = 0, .guarantee = 48, .below = 24});
    EXPECT_EQ(image.pixelColor(25, 10), mix(teamColor(0), color(Role::surface), 0.45));
}

TEST(UsageBar, HatchesWhatIsTakenFromAbove) {
    const QImage image = painted({.team = 2, .guarantee = 10, .above = 10, .aboveTeam = 0});
    QSet<QRgb> seen;
    for (int x = 10; x < 90; ++x)
        seen.insert(image.pixel(x, 10));
    EXPECT_GT(seen.size(), 1) << "lines and ground";
    EXPECT_FALSE(seen.contains(teamColor(2).rgb())) << "it wears the colour of the quota above";
}

TEST(UsageBar, SaysItselfInWords) {
    EXPECT_EQ(usageBarText({.guarantee = 80, .own = 64, .above = 16}, QStringLiteral("Quota1"))
                  .toStdString(),
              "64 own, 16 used by Quota1, of 80 guaranteed");
    EXPECT_EQ(usageBarText({.own = 6}).toStdString(), "6 used, none guaranteed");
    EXPECT_EQ(usageBarText({.guarantee = 4, .own = 8}).toStdString(),
              "8 used, of 4 guaranteed and 4 borrowed");
    EXPECT_EQ(usageBarText({.guarantee = 8, .lent = 8}).toStdString(),
              "0 used, 8 lent, of 8 guaranteed");
    EXPECT_EQ(usageBarText({.guarantee = 128, .own = 40, .below = 60.5}).toStdString(),
              "40 own, 60.5 below, of 128 guaranteed");
}

}  // namespace
}  // namespace apportion::ui
