// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/price_values.h"

#include "core/store/canonical.h"
#include "core/store/value_json.h"

namespace apportion::store {

namespace {

constexpr const char* kPrices = "prices";

bool mayHavePrices(const std::string& body) {
    return body.find("\"prices\":") != std::string::npos;
}

std::string changed(const std::string& body, const Json& prices) {
    Json pool = Json::parse(body);
    if (prices.is_null())
        pool.erase(kPrices);
    else
        pool[kPrices] = prices;
    return canonicalText(pool.dump()).value_or(body);
}

}  // namespace

PriceSetting pricesOf(const Objects& objects) {
    PriceSetting prices;
    const Object* pool = objects.find(ObjectKind::pool, "pool");
    const Json body = pool == nullptr ? Json() : Json::parse(pool->body, nullptr, false);
    if (!body.is_object() || !body.contains(kPrices) || !body[kPrices].is_object())
        return prices;
    const Json& kept = body[kPrices];
    if (const auto list = kept.find("gpuHour"); list != kept.end() && list->is_array())
        for (const Json& each : *list)
            if (each.is_string())
                prices.prices.push_back(each.get<std::string>());
    for (const auto& [key, text] :
         {std::pair("currency", &prices.currency), std::pair("cost", &prices.cost)})
        if (const auto found = kept.find(key); found != kept.end() && found->is_string())
            *text = found->get<std::string>();
    return prices;
}

std::string withPrices(const std::string& body, const PriceSetting& prices) {
    if (prices.prices.empty())
        return withoutPrices(body);
    Json kept{{"gpuHour", prices.prices}};
    if (!prices.currency.empty())
        kept["currency"] = prices.currency;
    if (!prices.cost.empty())
        kept["cost"] = prices.cost;
    return changed(body, kept);
}

std::string withoutPrices(const std::string& body) {
    return mayHavePrices(body) ? changed(body, nullptr) : body;
}

std::string withPricesOf(std::string body, const std::string& from) {
    if (!mayHavePrices(from))
        return body;
    const Json pool = Json::parse(from);
    return pool.contains(kPrices) ? changed(body, pool[kPrices]) : body;
}

}  // namespace apportion::store
