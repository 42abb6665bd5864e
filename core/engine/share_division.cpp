// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/share_division.h"

#include <algorithm>
#include <optional>

#include <queue>

#include "core/engine/fraction.h"

namespace apportion {
namespace {

std::int64_t grantsFor(Gpu want) {
    return (want + kOneGpu - 1) / kOneGpu;
}

// How many grants a claimant has when every grant whose key weight/(2k+1) is at least 1/level has
// been made: the k with 2k+1 <= weight * level / kSteps.
constexpr std::int64_t kSteps = 1 << 20;

std::int64_t grantsAt(const WeightedWant& grant, std::int64_t level) {
    // Seldom more than 62 bits, where a shift does it.
    constexpr std::int64_t kPlain = std::int64_t{1} << 31;
    if (grant.weight < kPlain && level < kPlain)
        return std::min((grant.weight * level / kSteps + 1) / 2, grantsFor(grant.want));
    const Wide odd = static_cast<Wide>(grant.weight) * level / kSteps;
    return static_cast<std::int64_t>(std::min<Wide>((odd + 1) / 2, grantsFor(grant.want)));
}

// A level at which all that is granted is within the amount, and most of it is granted. Raised by
// what is left, divided among those that want more, less the half grant by which rounding may
// favour each: that is never too much, and soon no more than two grants for each are left.
std::int64_t safeLevel(std::span<const WeightedWant> grants, Gpu amount) {
    std::int64_t level = 0;
    for (;;) {
        std::int64_t left = amount / kOneGpu;
        std::int64_t hungry = 0;  // who wants more, and the weight of all of them
        Wide weight = 0;
        for (const WeightedWant& grant : grants) {
            if (grant.weight <= 0)
                continue;
            const std::int64_t most = grantsFor(grant.want);
            const std::int64_t made = grantsAt(grant, level);
            left -= made;
            if (made == most)
                continue;
            weight += grant.weight;
            ++hungry;
        }
        if (hungry == 0 || left < 2 * hungry)
            return level;
        const Wide more = static_cast<Wide>(left - hungry) * 2 * kSteps / weight;
        if (more == 0)
            return level;
        level += static_cast<std::int64_t>(more);
    }
}

}  // namespace

OfLevel<Gpu> grantByWeight(Gpu amount, std::span<const WeightedWant> grants) {
    OfLevel<Gpu> given(grants.size(), 0);
    Gpu wanted = 0;
    for (const WeightedWant& grant : grants)
        if (grant.weight > 0)
            wanted += grant.want;
    if (wanted <= amount) {
        for (std::size_t i = 0; i < grants.size(); ++i)
            if (grants[i].weight > 0)
                given[i] = grants[i].want;
        return given;
    }
    if (amount <= 0)
        return given;

    // The last units are granted one by one.
    const std::int64_t level = safeLevel(grants, amount);
    OfLevel<std::int64_t> made(grants.size(), 0);
    Gpu left = amount;
    for (std::size_t i = 0; i < grants.size(); ++i) {
        made[i] = grantsAt(grants[i], level);
        given[i] = std::min<Gpu>(grants[i].want, made[i] * kOneGpu);
        left -= given[i];
    }
    const auto key = [&](std::size_t i) { return Fraction{grants[i].weight, 2 * made[i] + 1}; };
    const auto behind = [&](std::size_t a, std::size_t b) {
        const auto order = key(a) <=> key(b);
        return order != 0 ? order < 0 : a > b;
    };
    std::priority_queue<std::size_t, OfLevel<std::size_t>, decltype(behind)> next(behind);
    for (std::size_t i = 0; i < grants.size(); ++i)
        if (grants[i].weight > 0 && given[i] < grants[i].want)
            next.push(i);
    while (left > 0 && !next.empty()) {
        const std::size_t i = next.top();
        next.pop();
        const Gpu grant = std::min({kOneGpu, grants[i].want - given[i], left});
        given[i] += grant;
        left -= grant;
        ++made[i];
        if (given[i] < grants[i].want)
            next.push(i);
    }
    return given;
}

namespace {

// First step of rule 5 for some of a level: everyone the claim, or by weight = guarantee if there
// is not enough. Adds to `shares`, returns what is left.
Gpu firstStep(Gpu amount, std::span<const Claimant> claimants, bool first, OfLevel<Gpu>& shares) {
    Gpu sum = 0;
    for (std::size_t i = 0; i < claimants.size(); ++i) {
        const Claimant& claimant = claimants[i];
        if (claimant.first != first)
            continue;
        shares[i] = std::min(claimant.guarantee, std::max(claimant.requestable, claimant.keep));
        sum += shares[i];
    }
    if (sum <= amount)
        return amount - sum;
    OfLevel<WeightedWant> grants(claimants.size());
    for (std::size_t i = 0; i < claimants.size(); ++i)
        if (claimants[i].first == first)
            grants[i] = {claimants[i].guarantee, shares[i]};
    const OfLevel<Gpu> given = grantByWeight(amount, {grants.data(), grants.size()});
    for (std::size_t i = 0; i < claimants.size(); ++i)
        if (claimants[i].first == first)
            shares[i] = given[i];
    return 0;
}

// The highest of all, or the highest below one.
std::optional<int> nextRank(std::span<const Claimant> claimants, std::optional<int> below) {
    std::optional<int> highest;
    for (const Claimant& claimant : claimants)
        if (!below || claimant.rank < *below)
            highest = std::max(highest.value_or(claimant.rank), claimant.rank);
    return highest;
}

}  // namespace

OfLevel<Gpu> divideLevel(Gpu amount, std::span<const Claimant> claimants) {
    OfLevel<Gpu> shares(claimants.size(), 0);
    Gpu left = firstStep(std::max<Gpu>(amount, 0), claimants, true, shares);
    left = firstStep(left, claimants, false, shares);

    OfLevel<WeightedWant> grants(claimants.size());
    // Rank by rank, until nothing is left.
    for (auto rank = nextRank(claimants, {}); rank && left > 0; rank = nextRank(claimants, rank)) {
        for (std::size_t i = 0; i < claimants.size(); ++i) {
            const Gpu want = std::max<Gpu>(0, claimants[i].requestable - shares[i]);
            grants[i] = claimants[i].rank == *rank ? WeightedWant{claimants[i].weight, want}
                                                   : WeightedWant{};
        }
        const OfLevel<Gpu> given = grantByWeight(left, {grants.data(), grants.size()});
        for (std::size_t i = 0; i < claimants.size(); ++i) {
            shares[i] += given[i];
            left -= given[i];
        }
    }
    return shares;
}

}  // namespace apportion
