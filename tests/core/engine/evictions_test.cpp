// SPDX-License-Identifier: GPL-3.0-or-later
// Why it was evicted (rule 20): the record names the rule and the taker; the runner-up it names is
// allowed, is worse by the key it names, and is the best of all that lack one of the victims.
#include <algorithm>

#include <gtest/gtest.h>

#include "core/engine/instant.h"
#include "core/engine/victim_search.h"
#include "tests/core/engine/random_borrowers.h"
#include "tests/core/engine/random_pool.h"

namespace apportion {
namespace {

EvictionRule ruleFor(VictimClass victimClass) {
    switch (victimClass) {
        case VictimClass::idle:
            return EvictionRule::idle;
        case VictimClass::elastic:
            return EvictionRule::elastic;
        case VictimClass::reclaim:
            return EvictionRule::reclaim;
        case VictimClass::selfLevel:
            return EvictionRule::selfLevel;
        case VictimClass::childLevel:
            return EvictionRule::childLevel;
    }
    return EvictionRule::node;
}

struct Sets {
    explicit Sets(EngineState& state, WorkloadId taker)
        : state_(state), trial_(state, taker), all(trial_.claims().candidates()) {}

    VictimSet of(const std::vector<WorkloadId>& ids) const {
        VictimSet set;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (std::find(ids.begin(), ids.end(), all[i].id) != ids.end())
                set.add(state_, all, i);
        markBelowShare(set);
        return set;
    }

    // Key (a2) of rule 19.
    void markBelowShare(VictimSet& set) const {
        Lifted lifted(state_);
        liftAll(lifted, all, set.each());
        trial_.claims().spareShares(true);
        set.belowShare = !trial_.claims().holds(all, set.each());
        trial_.claims().spareShares(false);
    }

    bool allowed(const VictimSet& set) {
        Lifted lifted(state_);
        liftAll(lifted, all, set.each());
        return trial_.feasible(all, set.each());
    }

    // The least of all allowed sets without one of the best.
    std::optional<VictimSet> secondTo(const VictimSet& best) {
        std::optional<VictimSet> second;
        for (unsigned mask = 1; mask < (1U << all.size()); ++mask) {
            VictimSet set;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (mask >> i & 1)
                    set.add(state_, all, i);
            markBelowShare(set);
            const bool all_of_best =
                std::all_of(best.members.begin(), best.members.end(),
                            [&](std::size_t member) { return mask >> member & 1; });
            if (!all_of_best && (!second || compareSets(state_, all, set, *second).order < 0) &&
                allowed(set))
                second = set;
        }
        return second;
    }

private:
    EngineState& state_;
    mutable Trial trial_;

public:
    std::vector<Candidate> all;
};

struct EvictionTally {
    int taken = 0;
    int withSecond = 0;
};

// With `leastOfAll` the runner-up is compared with that of brute force as well.
template <typename MakeInstance>
EvictionTally checkRecords(bool leastOfAll, MakeInstance&& instanceOf) {
    EvictionTally tally;
    for (unsigned seed = 1; seed <= 1500; ++seed) {
        const testing::Instance instance = instanceOf(seed);
        EngineState before(instance.pool.scenario);
        before.settings.consolidation = false;
        const WorkloadId taker = before.find(instance.taker).value();
        EngineState after = before;
        const Input input = Submit{taker};
        const Decisions made = runInstant(after, kSecond, {&input, 1});
        std::vector<WorkloadId> victims;
        for (const Taken& each : made.taken)
            if (each.taker == taker)
                victims.push_back(each.victim);
        if (victims.empty() || victims.size() != made.taken.size())
            continue;
        before.now = kSecond;
        before.enqueue(taker);
        before.divideShares();
        Sets sets(before, taker);
        const VictimSet best = sets.of(victims);
        EXPECT_EQ(best.members.size(), victims.size()) << "seed " << seed;
        EXPECT_TRUE(sets.allowed(best)) << "seed " << seed;
        ++tally.taken;
        const auto second = leastOfAll ? sets.secondTo(best) : std::nullopt;
        for (const Taken& each : made.taken) {
            const auto candidate =
                std::find_if(sets.all.begin(), sets.all.end(),
                             [&](const Candidate& one) { return one.id == each.victim; });
            EXPECT_EQ(each.rule, ruleFor(candidate->victimClass)) << "seed " << seed;
            EXPECT_EQ(each.lost, candidate->lost) << "seed " << seed;
            EXPECT_EQ(each.gpu, candidate->gpu) << "seed " << seed;
            EXPECT_TRUE(each.proven);
            EXPECT_EQ(each.worseBy == 0, each.runnerUp.empty()) << "seed " << seed;
            if (leastOfAll) {
                EXPECT_EQ(each.runnerUp.empty(), !second) << "seed " << seed;
            }
            if (each.runnerUp.empty())
                continue;
            const VictimSet runnerUp = sets.of(each.runnerUp);
            EXPECT_TRUE(sets.allowed(runnerUp)) << "seed " << seed;
            const SetOrder order = compareSets(before, sets.all, best, runnerUp);
            EXPECT_TRUE(order.order < 0) << "seed " << seed;
            EXPECT_EQ(order.key, each.worseBy) << "seed " << seed;
            if (second) {
                EXPECT_TRUE(compareSets(before, sets.all, runnerUp, *second).order == 0)
                    << "seed " << seed;
            }
            ++tally.withSecond;
        }
    }
    return tally;
}

testing::Instance borrowersOf(unsigned seed) {
    return testing::randomBorrowers(seed, 150, seed % 2 == 0 ? 60 : 0);
}

TEST(Evictions, NameRuleTakerAndARunnerUpThatIsWorse) {
    const EvictionTally tally = checkRecords(false, testing::randomInstance);
    EXPECT_GT(tally.taken, 200);
    EXPECT_GT(tally.withSecond, 100);
}

TEST(Evictions, NameTheBestRunnerUp) {
    checkRecords(true, testing::randomInstance);
}

// Found by the search for reclaim alone (reclaim_search.h).
TEST(Evictions, NameTheBestRunnerUpAmongBorrowers) {
    const EvictionTally tally = checkRecords(true, borrowersOf);
    EXPECT_GT(tally.taken, 200);
    EXPECT_GT(tally.withSecond, 100);
}

}  // namespace
}  // namespace apportion
