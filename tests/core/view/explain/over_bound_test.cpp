// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/over_bound.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

QuotaRow rowWith(Gpu guaranteed, Gpu used, OverQuota over = OverQuota::on) {
    QuotaRow row;
    row.numbers.guaranteed = guaranteed;
    row.numbers.subtree = used;
    row.policy.overQuota = over;
    return row;
}

TEST(OverBound, IsBeyondALimitItsOwnOrOneAbove) {
    QuotaRow row = rowWith(800, 1600);
    EXPECT_EQ(overBound(row), OverBound::none) << "it borrows";
    row.numbers.limit = 1600;
    EXPECT_EQ(overBound(row), OverBound::none);
    row.numbers.limit = 1200;
    EXPECT_EQ(overBound(row), OverBound::limit);
}

TEST(OverBound, IsBeyondTheGuaranteeWhereNothingIsBorrowed) {
    EXPECT_EQ(overBound(rowWith(800, 800, OverQuota::off)), OverBound::none);
    EXPECT_EQ(overBound(rowWith(800, 801, OverQuota::off)), OverBound::guarantee);
    QuotaRow idle = rowWith(800, 1000, OverQuota::idleOnly);
    EXPECT_EQ(overBound(idle), OverBound::guarantee);
    idle.numbers.idle = 200;
    EXPECT_EQ(overBound(idle), OverBound::none) << "idle work may";
}

}  // namespace
}  // namespace apportion
