// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/window_place.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

const QRect kScreen(100, 0, 1000, 800);

TEST(WindowPlace, IsOverTheMiddleOfWhatItBelongsTo) {
    EXPECT_EQ(placeOver(QRect(300, 100, 600, 500), {200, 100}, kScreen), QPoint(499, 299));
    EXPECT_EQ(placeOver(QRect(), {200, 100}, kScreen), QPoint(499, 349)) << "the screen's";
}

TEST(WindowPlace, IsInsideTheScreenWhereverThatIs) {
    EXPECT_EQ(placeOver(QRect(0, -400, 300, 500), {400, 300}, kScreen), kScreen.topLeft());
    EXPECT_EQ(placeOver(QRect(900, 700, 600, 500), {400, 300}, kScreen), QPoint(700, 500));
    EXPECT_EQ(placeOver(QRect(300, 100, 600, 500), {1400, 900}, kScreen), kScreen.topLeft())
        << "what is larger begins at its edge";
}

TEST(WindowPlace, IsBelowAFieldOrAboveIt) {
    EXPECT_EQ(placeBelow(QRect(200, 100, 80, 28), {250, 200}, kScreen), QPoint(200, 130));
    EXPECT_EQ(placeBelow(QRect(200, 700, 80, 28), {250, 200}, kScreen), QPoint(200, 498));
    EXPECT_EQ(placeBelow(QRect(1050, 100, 80, 28), {250, 200}, kScreen), QPoint(850, 130))
        << "at the right edge";
}

}  // namespace
}  // namespace apportion::ui
