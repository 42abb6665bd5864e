// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace apportion {

// GPU hours that a team plans to use in a period. Shown and forecast; decides nothing.
enum class BudgetPeriod { week, month, quarter };
struct Budget {
    std::int64_t gpuHours = 0;  // 1/100
    BudgetPeriod period = BudgetPeriod::month;
    friend bool operator==(const Budget&, const Budget&) = default;
};

}  // namespace apportion
