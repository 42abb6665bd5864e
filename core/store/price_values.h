// SPDX-License-Identifier: GPL-3.0-or-later
// The prices of a project: part of its pool's body, beside what a scenario can say.
#pragma once

#include <string>

#include "core/model/price_setting.h"
#include "core/store/objects.h"

namespace apportion::store {

// Without prices: there are none.
PriceSetting pricesOf(const Objects& objects);
// The body of a pool with these prices in place of its own.
std::string withPrices(const std::string& body, const PriceSetting& prices);
std::string withoutPrices(const std::string& body);
// The first body with the prices of the second.
std::string withPricesOf(std::string body, const std::string& from);

}  // namespace apportion::store
