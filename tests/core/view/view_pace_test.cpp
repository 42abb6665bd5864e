// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/view_pace.h"

#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

// Steps of the clock in a minute, looked at five times a second.
int stepsInAMinute(Duration making, bool live) {
    int steps = 0;
    Moment shown = 0;
    for (Moment now = 0; now <= 60 * kSecond; now += 200)
        if (clockIsDue(now, shown, making, live)) {
            shown = now;
            ++steps;
        }
    return steps;
}

TEST(ViewPace, TheClockOfALivePoolStepsEverySecond) {
    EXPECT_EQ(stepsInAMinute(2, true), 60);
    EXPECT_EQ(stepsInAMinute(150, true), 60) << "the view of a crowd";
    EXPECT_EQ(stepsInAMinute(2, false), 60);
}

TEST(ViewPace, ACrowdAtRestIsNotDrawnAllTheTime) {
    EXPECT_LE(stepsInAMinute(150, false), 20);
    EXPECT_GE(stepsInAMinute(600, true), 15);
}

}  // namespace
}  // namespace apportion::testing
