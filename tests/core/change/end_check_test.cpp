// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/end_check.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

constexpr Moment kNow = 1'795'165'200'000;
constexpr Duration kDay = Duration{24} * 3600 * kSecond;

TEST(EndCheck, AMomentToComeWithinAYear) {
    const auto code = [](Moment ends) {
        const auto refusal = refusalOfEnd(kNow, ends);
        return refusal ? refusal->code : "";
    };
    EXPECT_EQ(code(kNow - 1), "temporary-past");
    EXPECT_EQ(code(kNow), "temporary-past");
    EXPECT_EQ(code(kNow + 1), "");
    EXPECT_EQ(code(kNow + 366 * kDay), "");
    EXPECT_EQ(code(kNow + 366 * kDay + 1), "temporary-far");
    EXPECT_FALSE(renderRemedy(*refusalOfEnd(kNow, kNow)).empty());
    EXPECT_FALSE(renderRemedy(*refusalOfEnd(kNow, kNow + 400 * kDay)).empty());
}

}  // namespace
}  // namespace apportion
