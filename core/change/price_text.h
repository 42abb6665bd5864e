// SPDX-License-Identifier: GPL-3.0-or-later
// Prices and cost models as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/problem.h"

namespace apportion {

struct PriceText {
    std::string gpuType;       // empty = every type without a price of its own
    std::int64_t perHour = 0;  // millionths of the currency
    std::string day;           // from which on, "2026-10-01"; empty = always
};
inline constexpr const char* kNoPrices = "none";
// Each "H100=2.10", "2.10" of all types, "H100=2.10@2026-10-01" from that day on; or kNoPrices
// alone. Errors: report-price, report-price.twice.
Result<std::vector<PriceText>> pricesFrom(const std::vector<std::string>& texts);

enum class CostBy { use, guarantee, guaranteeAndBorrowed };

struct CostModel {
    CostBy by = CostBy::use;
    int borrowedPercent = 100;  // of the price, with guaranteeAndBorrowed
};
// "use", "guarantee", or "guarantee+borrowed:50"; empty = use. Error: report-cost.
Result<CostModel> costModelFrom(const std::string& text);

}  // namespace apportion
