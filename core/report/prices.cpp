// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/prices.h"

#include <algorithm>
#include <limits>

namespace apportion::report {

std::int64_t Prices::at(const std::string& gpuType, Moment at) const {
    std::int64_t ofType = -1;
    std::int64_t ofAll = 0;
    for (const Price& price : list)
        if (price.since <= at) {
            if (price.gpuType.empty())
                ofAll = price.perHour;
            else if (price.gpuType == gpuType)
                ofType = price.perHour;
        }
    return ofType >= 0 ? ofType : ofAll;
}

bool Prices::covers(const std::string& gpuType, Moment at) const {
    return std::any_of(list.begin(), list.end(), [&](const Price& price) {
        return price.since <= at && (price.gpuType.empty() || price.gpuType == gpuType);
    });
}

Result<Prices> pricesOf(const std::vector<std::string>& prices, const std::string& currency,
                        const std::string& model, const Calendar& calendar) {
    Prices all;
    all.currency = currency;
    const auto read = pricesFrom(prices);
    if (!read)
        return tl::unexpected(read.error());
    for (const PriceText& text : *read) {
        Price price{text.gpuType, text.perHour, std::numeric_limits<Moment>::min()};
        if (!text.day.empty()) {
            const auto since = calendar.period(text.day);
            if (!since)
                return tl::unexpected(since.error());
            price.since = since->from;
        }
        all.list.push_back(std::move(price));
    }
    std::stable_sort(all.list.begin(), all.list.end(),
                     [](const Price& a, const Price& b) { return a.since < b.since; });
    const auto cost = costModelFrom(model);
    if (!cost)
        return tl::unexpected(cost.error());
    all.by = cost->by;
    all.borrowedPercent = cost->borrowedPercent;
    return all;
}

}  // namespace apportion::report
