// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that an advice may be made of, and their combinations by rising price.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <queue>

#include "core/model/advice.h"
#include "core/model/scenario.h"
#include "core/plan/size_moves.h"

namespace apportion {

inline constexpr std::size_t kMostLevers = 3;  // in a combination

struct LeverOption {
    std::string key;  // options of the same key exclude each other
    std::int64_t price = 0;
    std::vector<PlanEdit> edits = {};  // at moment 0
    SizeChanges sizes = {};            // those of all options together are one scale
};
inline constexpr const char* kSizesKey = "sizes";

LeverOption sizesOption(SizeChanges changes);
std::int64_t priceOf(const std::vector<LeverOption>& options);
std::vector<PlanEdit> editsOf(const Scenario& scenario, const std::vector<LeverOption>& options);

struct LeverOptions {
    std::vector<LeverOption> options;
    // By which sizes move. Of one GPU: every way to share them out is among the options.
    Gpu step = kOneGpu;
};

// For quotas that are to get more. Where there are more ways to share sizes out than `mostMoves`,
// sizes move by whole nodes; where there are still more, from one quota to one.
LeverOptions optionsFor(const Scenario& scenario, const std::vector<std::string>& quotas,
                        const std::vector<Lever>& levers, std::size_t mostMoves);

// Each set of at most kMostLevers options without a common key once, by rising price; of equal
// price those of fewer options first.
class Combinations {
public:
    explicit Combinations(std::vector<LeverOption> options);

    // The next one; nothing = there are no more.
    std::optional<std::vector<LeverOption>> next();
    // The dearest of the same key that is cheaper; null if there is none.
    const LeverOption* cheaperThan(const LeverOption& option) const;

private:
    // One option of each of some keys.
    struct Entry {
        std::int64_t price = 0;
        std::vector<std::size_t> keys = {};     // rising
        std::vector<std::size_t> options = {};  // of each key
        bool operator>(const Entry& other) const;
    };
    void push(std::vector<std::size_t> keys, std::vector<std::size_t> options);

    std::vector<std::vector<LeverOption>> byKey_;  // each by price, as are their first ones
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace apportion
