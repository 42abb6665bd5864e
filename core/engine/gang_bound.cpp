// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gang_bound.h"

#include <algorithm>

namespace apportion {
namespace {

constexpr std::int64_t kFirstPrice = 1024;
constexpr std::int64_t kHighestPrice = 1 << 20;
constexpr int kRounds = 24;

}  // namespace

GangBound::GangBound(const NodeOptions& nodes, const std::vector<std::optional<Gpu>>& mayLose,
                     int missing)
    : nodes_(nodes), mayLose_(mayLose), missing_(missing) {
    std::vector<Cost> prices;
    for (const auto& may : mayLose_)
        prices.push_back(may ? kFirstPrice : 0);
    Cost best = 0;  // how far the cheapest choice is above the budget
    for (int round = 0; round < kRounds; ++round) {
        Table costs = table(prices);
        const Cost least = costs[static_cast<std::size_t>(missing_)];
        const Cost budget = budgetAt(prices);
        if (round == 0 || least < 0 || least - budget > best) {
            best = least - budget;
            prices_ = prices;
            table_ = std::move(costs);
            budget_ = budget;
        }
        if (least < 0 || least > budget)
            return;
        prices = corrected(round);
        if (prices == prices_)
            return;
    }
}

// Leaves that a cheapest choice overdraws become dearer, the others cheaper.
std::vector<GangBound::Cost> GangBound::corrected(int round) const {
    std::vector<Cost> prices = prices_;
    const std::vector<Gpu> taken = cheapestChoice();
    for (std::size_t leaf = 0; leaf < prices.size(); ++leaf) {
        if (!mayLose_[leaf])
            continue;
        const Gpu scale = std::max<Gpu>({taken[leaf], *mayLose_[leaf], 1}) * (2 + round / 2);
        const Cost more = prices[leaf] * (taken[leaf] - *mayLose_[leaf]) / scale;
        prices[leaf] = std::clamp<Cost>(prices[leaf] + more, 1, kHighestPrice);
    }
    return prices;
}

GangBound::Cost GangBound::priceOf(const NodeOption& option, const std::vector<Cost>& prices) {
    Cost cost = 0;
    for (const LeafLoss& loss : option.losses)
        cost += prices[loss.leaf] * loss.gpu;
    return cost;
}

GangBound::Table GangBound::table(const std::vector<Cost>& prices) const {
    const std::size_t width = columns();
    Table rows((nodes_.size() + 1) * width, -1);
    rows[nodes_.size() * width] = 0;
    for (std::size_t node = nodes_.size(); node-- > 0;) {
        Cost* const here = rows.data() + node * width;
        const Cost* const next = here + width;
        std::copy(next, next + width, here);
        for (const NodeOption& option : nodes_[node]) {
            const Cost price = priceOf(option, prices);
            for (std::size_t gain = 1; gain < width; ++gain) {
                const std::size_t rest =
                    gain - std::min(gain, static_cast<std::size_t>(option.gain));
                const Cost before = next[rest];
                Cost& cell = here[gain];
                if (before >= 0 && (cell < 0 || before + price < cell))
                    cell = before + price;
            }
        }
    }
    return rows;
}

std::vector<Gpu> GangBound::cheapestChoice() const {
    std::vector<Gpu> taken(prices_.size(), 0);
    auto gain = static_cast<std::size_t>(missing_);
    for (std::size_t node = 0; node < nodes_.size() && gain > 0; ++node) {
        const Cost* const here = row(table_, node);
        const Cost* const next = row(table_, node + 1);
        if (here[gain] == next[gain])
            continue;
        for (const NodeOption& option : nodes_[node]) {
            const std::size_t rest = gain - std::min(gain, static_cast<std::size_t>(option.gain));
            const Cost before = next[rest];
            if (before < 0 || before + priceOf(option) != here[gain])
                continue;
            for (const LeafLoss& loss : option.losses)
                taken[loss.leaf] += loss.gpu;
            gain = rest;
            break;
        }
    }
    return taken;
}

GangBound::Cost GangBound::budgetAt(const std::vector<Cost>& prices) const {
    Cost sum = 0;
    for (std::size_t leaf = 0; leaf < prices.size(); ++leaf)
        sum += prices[leaf] * mayLose_[leaf].value_or(0);
    return sum;
}

}  // namespace apportion
