// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that an advice may be made of, and their combinations by rising price.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <queue>

#include "core/model/advice.h"
#include "core/model/scenario.h"

namespace apportion {

inline constexpr std::size_t kMostLevers = 3;  // in a combination

struct LeverOption {
    std::string key;  // options of the same key exclude each other
    std::int64_t price = 0;
    std::vector<PlanEdit> edits = {};  // at moment 0
    // GPUs that are moved; 0 = it is no move of sizes.
    Gpu moved = 0;
};

// For quotas that are to get more: sizes move by `step`, from siblings, from those of their
// parents, or out of what the parent gives to no child.
std::vector<LeverOption> optionsFor(const Scenario& scenario,
                                    const std::vector<std::string>& quotas,
                                    const std::vector<Lever>& levers, Gpu step);

// Each set of at most kMostLevers options without a common key once, by rising price; of equal
// price those of fewer options first, then in the order of the options.
class Combinations {
public:
    explicit Combinations(std::vector<LeverOption> options);

    // The next one, as places in options(); nothing = there are no more.
    std::optional<std::vector<std::size_t>> next();
    const std::vector<LeverOption>& options() const { return options_; }

private:
    struct Entry {
        std::int64_t price;
        std::vector<std::size_t> places;  // rising
        bool operator>(const Entry& other) const;
    };
    void push(std::vector<std::size_t> places);

    std::vector<LeverOption> options_;  // by price
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace apportion
