// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/plan/plan_pool.h"

#include <gtest/gtest.h>

namespace apportion::testing {

namespace {

template <typename Action>
PlanEdit made(Instant seconds, Action action) {
    PlanEdit edit;
    edit.at = seconds * kSecond;
    edit.action.emplace<Action>(std::move(action));
    return edit;
}

}  // namespace

PlanEdit edit(Instant seconds, EventAction action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, AddNodes action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, RemoveNodes action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, AddQuota action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, Forecast action) {
    return made(seconds, std::move(action));
}

std::vector<std::string> swept(const PlanBase& base, const std::vector<Applied>& sets,
                               const SweepOptions& options) {
    std::vector<std::string> all;
    EXPECT_TRUE(sweep(base, sets, options, [&](std::size_t run, SetOutcome outcome) {
        EXPECT_EQ(run, all.size());
        std::string text = outcome.refused ? "refused " + render(outcome.refused->reason)
                                           : bytesOfOutcome(outcome.outcome);
        if (outcome.metrics)
            for (const MetricBucket& bucket : outcome.metrics->buckets)
                text += std::to_string(bucket.at) + " " +
                        std::to_string(bucket.utilizationMillionths) + " " +
                        std::to_string(bucket.pending) + " " + std::to_string(bucket.evictions) +
                        " " + std::to_string(bucket.wasted) + " " +
                        std::to_string(bucket.fairnessMillionths.value_or(-1)) + "\n";
        for (const QuotaTally& tally : outcome.tallies)
            text += std::to_string(tally.evictions) + " " + std::to_string(tally.wasted) + "\n";
        for (const auto& [name, why] : outcome.delays)
            text += name + ": " + render(why) + "\n";
        all.push_back(std::move(text));
    }));
    return all;
}

}  // namespace apportion::testing
