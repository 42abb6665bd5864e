// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU hour costs, and who pays for what.
#pragma once

#include <string>
#include <vector>

#include "core/change/price_text.h"
#include "core/report/calendar.h"

namespace apportion::report {

struct Price {
    std::string gpuType;       // empty = every type without a price of its own
    std::int64_t perHour = 0;  // millionths of the currency
    Moment since = 0;          // until the next of the type
};

using apportion::CostBy;

struct Prices {
    std::vector<Price> list;  // by time
    std::string currency;
    CostBy by = CostBy::use;
    int borrowedPercent = 100;  // of the price, with guaranteeAndBorrowed

    bool empty() const { return list.empty(); }
    // Millionths of the currency for a GPU hour at that time.
    std::int64_t at(const std::string& gpuType, Moment at) const;
    // Whether it is a price that says so, also of 0.
    bool covers(const std::string& gpuType, Moment at) const;
};

// Errors: those of core/change/price_text.h.
Result<Prices> pricesOf(const std::vector<std::string>& prices, const std::string& currency,
                        const std::string& model, const Calendar& calendar);

}  // namespace apportion::report
