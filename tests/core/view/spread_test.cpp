// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/spread.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

std::vector<Gpu> spread(Gpu amount, const std::vector<SpreadPart>& parts) {
    return spreadOver(amount, parts);
}

TEST(Spread, IsByWeightInWholeGpusWithTheLargestRemainder) {
    EXPECT_EQ(spread(800, {{800, 800}, {800, 800}, {400, 400}}), (std::vector<Gpu>{300, 300, 200}));
    EXPECT_EQ(spread(100, {{800, 800}, {800, 800}}), (std::vector<Gpu>{100, 0})) << "the first";
    EXPECT_EQ(spread(0, {{800, 800}}), std::vector<Gpu>{0});
}

TEST(Spread, WhatOneDoesNotHaveTheOthersGive) {
    EXPECT_EQ(spread(600, {{800, 100}, {800, 800}, {400, 400}}), (std::vector<Gpu>{100, 300, 200}));
    EXPECT_EQ(spread(600, {{800, -200}, {800, 400}}), (std::vector<Gpu>{0, 400})) << "not enough";
}

TEST(Spread, WhatIsNoWholeGpuComesLast) {
    EXPECT_EQ(spread(250, {{400, 400}, {400, 400}}), (std::vector<Gpu>{125, 125}));
    EXPECT_EQ(spread(200, {{400, 150}, {400, 50}}), (std::vector<Gpu>{150, 50}));
}

TEST(Spread, WhereNothingWeighsEachGivesAlike) {
    EXPECT_EQ(spread(200, {{0, 200}, {0, 200}}), (std::vector<Gpu>{100, 100}));
}

}  // namespace
}  // namespace apportion
