// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for the cheapest changes that reach goals, by running them on drawn futures.
#pragma once

#include <functional>
#include <memory>

#include "core/model/advice.h"
#include "core/plan/base.h"
#include "core/plan/sweep.h"

namespace apportion {

inline constexpr std::int64_t kAdviceFutures =
    19;  // to search on; answers are tested on as many more
inline constexpr std::int64_t kLeastAdviceWeeks = 2;
inline constexpr std::int64_t kLeastAdviceJobs = 200;  // of each team that a goal is about
inline constexpr std::size_t kMostAnswers = 5;

// Why the base has too little for an advice, or a goal names no quota of it; empty if nothing does.
Problems whyNoAdvice(const PlanBase& base, const AdviceRequest& request);

// An answer with what it says of the goals, to be kept; at that moment of that clock, on a base of
// that length.
TakenAdvice takenOf(const AdviceRequest& request, const Advice& advice, Duration period,
                    std::int64_t now);

class Advisor {
public:
    // whyNoAdvice() must be empty. All must outlive it.
    Advisor(const PlanBase& base, AdviceRequest request, const Futures& futures,
            const SweepOptions& options);
    ~Advisor();

    struct Progress {
        std::int64_t tried = 0;
        std::optional<std::int64_t> bestPrice;  // of what reaches the goals
    };
    // Tries up to so many combinations more; false if the control of the options ended it. What was
    // found stays, and another search goes on from there.
    bool search(std::int64_t most, const std::function<void(const Progress&)>& told = {});
    // Of all that was tried and not refused, in order.
    const std::vector<TriedPoint>& points() const;
    // Whether nothing cheaper or less harmful can come.
    bool isOver() const;
    // From now on, in place of the control of the options; null = none.
    void watchWith(RunControl* control);
    // Tests what was found on other futures; without what the control ended.
    AdviceAnswer answer();

private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace apportion
