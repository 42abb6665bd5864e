// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/prices.h"

#include <algorithm>
#include <limits>

#include "core/change/refuse.h"
#include "core/model/number_text.h"

namespace apportion::report {

namespace {

constexpr std::int64_t kMillion = 1'000'000;

}  // namespace

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
    for (const std::string& text : prices) {
        Price price;
        price.since = std::numeric_limits<Moment>::min();
        const auto day = text.rfind('@');
        if (day != std::string::npos) {
            const auto since = calendar.period(std::string_view(text).substr(day + 1));
            if (!since || text.size() - day != sizeof "@2026-10-01" - 1)
                return refuse("report-price", {textArgument("value", text)});
            price.since = since->from;
        }
        const std::string amount = text.substr(0, day);
        const auto equals = amount.rfind('=');
        if (equals != std::string::npos)
            price.gpuType = amount.substr(0, equals);
        const auto perHour = scaledNumber(
            std::string_view(amount).substr(equals == std::string::npos ? 0 : equals + 1),
            kMillion);
        if (!perHour || *perHour < 0 || *perHour > kMillion * kMillion)
            return refuse("report-price", {textArgument("value", text)});
        price.perHour = *perHour;
        const bool twice = std::any_of(all.list.begin(), all.list.end(), [&](const Price& each) {
            return each.gpuType == price.gpuType && each.since == price.since;
        });
        if (twice)
            return refuse("report-price.twice", {textArgument("value", text)});
        all.list.push_back(std::move(price));
    }
    std::stable_sort(all.list.begin(), all.list.end(),
                     [](const Price& a, const Price& b) { return a.since < b.since; });
    const auto colon = model.find(':');
    const std::string word = model.substr(0, colon);
    if (word == "guarantee+borrowed") {
        all.by = CostBy::guaranteeAndBorrowed;
        if (colon != std::string::npos) {
            const auto percent = scaledNumber(std::string_view(model).substr(colon + 1), 1);
            if (!percent || *percent < 0 || *percent > 1000)
                return refuse("report-cost", {textArgument("value", model)});
            all.borrowedPercent = static_cast<int>(*percent);
        }
        return all;
    }
    if (colon != std::string::npos || (word != "use" && word != "guarantee"))
        return refuse("report-cost", {textArgument("value", model)});
    all.by = word == "use" ? CostBy::use : CostBy::guarantee;
    return all;
}

}  // namespace apportion::report
