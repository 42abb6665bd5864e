// SPDX-License-Identifier: GPL-3.0-or-later
// Other arrivals that might as well have been: a bootstrap of what was submitted, by week and
// quota.
#pragma once

#include <cstdint>
#include <memory>

#include "core/model/scenario.h"

namespace apportion {

inline constexpr Duration kWeek = 7 * 24 * 3600 * kSecond;

// What was submitted, sorted once for many futures.
class Bootstrap {
public:
    explicit Bootstrap(std::shared_ptr<const Scenario> scenario);
    ~Bootstrap();

    // Whole weeks from moment 0 to the last submit: what is drawn from, or if there is none the
    // part of a week that there is.
    std::int64_t wholeWeeks() const { return wholeWeeks_; }

    // A scenario as long as the recorded one. For each of its weeks and each quota (file order) one
    // of the whole weeks is drawn, with replacement; its jobs on that quota come at the same offset
    // in the week. What would come after the last recorded submit is left out. The jobs are called
    // future~1, future~2, … in order of submit (ties as recorded). What runs at moment 0 stays, and
    // events that cancel or finish other work are left out with it. The same seed and number give
    // the same future.
    Scenario future(std::uint64_t seed, std::uint64_t number) const;

private:
    struct Quotas;
    std::shared_ptr<const Scenario> scenario_;
    std::int64_t wholeWeeks_ = 0;
    Instant last_ = 0;
    std::unique_ptr<Quotas> quotas_;
};

}  // namespace apportion
