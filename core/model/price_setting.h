// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace apportion {

// What GPU hours cost and what is charged, as people write it (core/change/price_text.h). A project
// keeps it for its reports.
struct PriceSetting {
    std::vector<std::string> prices;
    std::string currency;  // empty = EUR
    std::string cost;      // empty = use
    friend bool operator==(const PriceSetting&, const PriceSetting&) = default;
};

}  // namespace apportion
