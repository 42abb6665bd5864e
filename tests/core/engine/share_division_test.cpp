// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 5 to 7 on one level: the cases that people look up, and what must hold for all.
#include "core/engine/share_division.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace apportion {
namespace {

using ::testing::ElementsAre;

constexpr Gpu kMuch = 100'000;

Claimant claimant(Gpu guarantee, Gpu weight, Gpu requestable = kMuch, int rank = 0) {
    return {guarantee * kOneGpu, weight * kOneGpu, rank, 0, requestable * kOneGpu, false};
}

std::vector<Gpu> divide(Gpu amount, std::vector<Claimant> claimants) {
    const OfLevel<Gpu> given = divideLevel(amount * kOneGpu, claimants);
    std::vector<Gpu> shares(given.begin(), given.end());
    for (Gpu& share : shares)
        share /= kOneGpu;
    return shares;
}

TEST(ShareDivision, SurplusByWeight) {
    EXPECT_THAT(divide(12, {claimant(3, 3), claimant(1, 1)}), ElementsAre(9, 3));
    EXPECT_THAT(divide(16, {claimant(4, 4), claimant(2, 2), claimant(2, 2), claimant(8, 8, 0)}),
                ElementsAre(8, 4, 4, 0));
    EXPECT_THAT(divide(16, {claimant(4, 1), claimant(2, 1), claimant(2, 1), claimant(8, 1, 0)}),
                ElementsAre(7, 5, 4, 0));
}

TEST(ShareDivision, HigherRankFirst) {
    EXPECT_THAT(divide(3, {claimant(0, 2, kMuch, 1), claimant(0, 1, kMuch, 1), claimant(0, 9)}),
                ElementsAre(2, 1, 0));
}

TEST(ShareDivision, WeightZeroGetsNoSurplus) {
    EXPECT_THAT(divide(8, {claimant(2, 0), claimant(0, 1)}), ElementsAre(2, 6));
}

TEST(ShareDivision, NotEnoughForTheGuarantees) {
    EXPECT_THAT(divide(112, {claimant(48, 48, 56), claimant(80, 80, 80)}), ElementsAre(42, 70));
}

TEST(ShareDivision, LastGrantMayBeSmaller) {
    const std::vector<Claimant> claimants{{0, 100, 0, 0, 150, false}, {0, 100, 0, 0, 1000, false}};
    EXPECT_THAT(divideLevel(330, claimants), ElementsAre(150, 180));
}

std::vector<Claimant> randomClaimants() {
    const auto count = *rc::gen::inRange<std::size_t>(1, 8);
    std::vector<Claimant> claimants;
    for (std::size_t i = 0; i < count; ++i) {
        Claimant each;
        each.guarantee = *rc::gen::inRange<Gpu>(0, 20) * 50;
        each.weight = *rc::gen::inRange<Gpu>(0, 9) * 100;
        each.rank = *rc::gen::inRange(0, 2);
        each.keep = std::min(each.guarantee, *rc::gen::inRange<Gpu>(0, 8) * 50);
        each.requestable = *rc::gen::inRange<Gpu>(0, 40) * 25;
        claimants.push_back(each);
    }
    // The own part of a quota whose work may take from the children's.
    claimants.front().first = *rc::gen::inRange(0, 3) == 0;
    return claimants;
}

// Rule 5, the first step: what a guarantee is good for, kept back or asked for.
Gpu claimOf(const Claimant& claimant) {
    return std::min(claimant.guarantee, std::max(claimant.requestable, claimant.keep));
}

RC_GTEST_PROP(ShareDivision, HandsOutAllThatIsWantedOrAllThereIs, ()) {
    const auto claimants = randomClaimants();
    const Gpu amount = *rc::gen::inRange<Gpu>(0, 100) * 50;
    const auto shares = divideLevel(amount, claimants);
    Gpu wanted = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Gpu claim = claimOf(claimants[i]);
        const Gpu most =
            claimants[i].weight > 0 ? std::max(claim, claimants[i].requestable) : claim;
        RC_ASSERT(shares[i] >= 0);
        RC_ASSERT(shares[i] <= most);
        wanted += most;
    }
    RC_ASSERT(std::accumulate(shares.begin(), shares.end(), Gpu{0}) == std::min(amount, wanted));
}

// Nobody gets a surplus while a guarantee is open, and nobody of a lower rank while a higher one
// wants more.
RC_GTEST_PROP(ShareDivision, GuaranteesBeforeSurplusAndRanksInTheirOrder, ()) {
    const auto claimants = randomClaimants();
    const auto shares = divideLevel(*rc::gen::inRange<Gpu>(0, 100) * 50, claimants);
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t j = 0; j < shares.size(); ++j) {
            const bool surplus = shares[j] > claimOf(claimants[j]);
            const bool hungry = claimants[i].weight > 0 && shares[i] < claimants[i].requestable;
            RC_ASSERT(!surplus || shares[i] >= claimOf(claimants[i]));
            RC_ASSERT(!surplus || !hungry || claimants[i].rank <= claimants[j].rank);
            if (claimants[i].first && !claimants[j].first && shares[j] > 0)
                RC_ASSERT(shares[i] >= claimOf(claimants[i]));
        }
}

// One GPU more of capacity, weight or guarantee lowers nobody's own share.
RC_GTEST_PROP(ShareDivision, IsMonotone, ()) {
    const auto claimants = randomClaimants();
    const Gpu amount = *rc::gen::inRange<Gpu>(0, 60) * kOneGpu;
    const auto before = divideLevel(amount, claimants);
    const auto more = divideLevel(amount + kOneGpu, claimants);
    for (std::size_t i = 0; i < before.size(); ++i)
        RC_ASSERT(more[i] >= before[i]);
    const auto who = *rc::gen::inRange<std::size_t>(0, claimants.size());
    auto heavier = claimants;
    heavier[who].weight += kOneGpu;
    RC_ASSERT(divideLevel(amount, heavier)[who] >= before[who]);
    auto larger = claimants;
    larger[who].guarantee += kOneGpu;
    RC_ASSERT(divideLevel(amount, larger)[who] >= before[who]);
    auto keeping = claimants;
    keeping[who].keep = keeping[who].guarantee;
    RC_ASSERT(divideLevel(amount, keeping)[who] >= before[who]);
}

// Grants one by one, as the rule says it.
RC_GTEST_PROP(ShareDivision, EqualsOneGrantAfterTheOther, ()) {
    const auto count = *rc::gen::inRange<std::size_t>(1, 7);
    std::vector<WeightedWant> grants;
    for (std::size_t i = 0; i < count; ++i)
        grants.push_back({*rc::gen::inRange<Gpu>(0, 30), *rc::gen::inRange<Gpu>(0, 2000)});
    Gpu left = *rc::gen::inRange<Gpu>(0, 6000);
    const auto given = grantByWeight(left, grants);
    std::vector<Gpu> expected(count, 0);
    std::vector<Gpu> made(count, 0);
    while (left > 0) {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < count; ++i)
            if (grants[i].weight > 0 && expected[i] < grants[i].want &&
                (!best || grants[i].weight * (2 * made[*best] + 1) >
                              grants[*best].weight * (2 * made[i] + 1)))
                best = i;
        if (!best)
            break;
        const Gpu grant = std::min({kOneGpu, grants[*best].want - expected[*best], left});
        expected[*best] += grant;
        left -= grant;
        ++made[*best];
    }
    RC_ASSERT(std::equal(given.begin(), given.end(), expected.begin(), expected.end()));
}

}  // namespace
}  // namespace apportion
