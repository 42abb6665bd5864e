// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rounded_parts.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

using Parts = std::vector<std::int64_t>;

TEST(RoundedParts, AddUpToTheirRoundedSum) {
    EXPECT_EQ(roundedParts({133, 133}, 10), (Parts{14, 13})) << "266 is 27 and not 26";
    EXPECT_EQ(roundedParts({136, 136}, 10), (Parts{14, 13})) << "272 is 27 and not 28";
    EXPECT_EQ(roundedParts({4, 4, 4}, 10), (Parts{1, 0, 0}));
    EXPECT_EQ(roundedParts({5}, 10), (Parts{1}));
    EXPECT_EQ(roundedParts({10, 0, 9}, 10), (Parts{1, 0, 1}));
    EXPECT_EQ(roundedParts({}, 10), Parts{});
}

}  // namespace
}  // namespace apportion
