// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/price_text.h"

#include <algorithm>

#include "core/change/refuse.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

constexpr std::int64_t kMillionths = 1'000'000;
constexpr std::size_t kDayLength = sizeof "2026-10-01" - 1;

}  // namespace

Result<std::vector<PriceText>> pricesFrom(const std::vector<std::string>& texts) {
    std::vector<PriceText> all;
    if (texts == std::vector<std::string>{kNoPrices})
        return all;
    for (const std::string& text : texts) {
        PriceText price;
        const auto day = text.rfind('@');
        if (day != std::string::npos) {
            price.day = text.substr(day + 1);
            if (price.day.size() != kDayLength || !dateValue(price.day + " 00:00:00"))
                return refuse("report-price", {textArgument("value", text)});
        }
        const std::string amount = text.substr(0, day);
        const auto equals = amount.rfind('=');
        if (equals != std::string::npos)
            price.gpuType = amount.substr(0, equals);
        const auto perHour = scaledNumber(
            std::string_view(amount).substr(equals == std::string::npos ? 0 : equals + 1),
            kMillionths);
        if (!perHour || *perHour < 0 || *perHour > kMillionths * kMillionths)
            return refuse("report-price", {textArgument("value", text)});
        price.perHour = *perHour;
        const bool twice = std::any_of(all.begin(), all.end(), [&](const PriceText& each) {
            return each.gpuType == price.gpuType && each.day == price.day;
        });
        if (twice)
            return refuse("report-price.twice", {textArgument("value", text)});
        all.push_back(std::move(price));
    }
    return all;
}

Result<CostModel> costModelFrom(const std::string& text) {
    if (text.empty())
        return CostModel();
    const auto colon = text.find(':');
    const std::string word = text.substr(0, colon);
    if (word == "guarantee+borrowed") {
        CostModel model{CostBy::guaranteeAndBorrowed};
        if (colon != std::string::npos) {
            const auto percent = scaledNumber(std::string_view(text).substr(colon + 1), 1);
            if (!percent || *percent < 0 || *percent > 1000)
                return refuse("report-cost", {textArgument("value", text)});
            model.borrowedPercent = static_cast<int>(*percent);
        }
        return model;
    }
    if (colon != std::string::npos || (word != "use" && word != "guarantee"))
        return refuse("report-cost", {textArgument("value", text)});
    return CostModel{word == "use" ? CostBy::use : CostBy::guarantee};
}

}  // namespace apportion
