// SPDX-License-Identifier: GPL-3.0-or-later
// Other arrivals that might as well have been: a bootstrap of what was submitted, in whole weeks.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

inline constexpr Duration kWeek = 7 * 24 * 3600 * kSecond;
// From so many whole weeks on, two consecutive ones are drawn together: weeks resemble the one
// before.
inline constexpr std::int64_t kWeeksForPairs = 8;

// What was submitted, sorted once for many futures.
class Bootstrap {
public:
    explicit Bootstrap(std::shared_ptr<const Scenario> scenario);
    // Draws from the first `base` weeks, which stay as they were, the weeks up to `end`.
    Bootstrap(std::shared_ptr<const Scenario> scenario, std::int64_t base, std::int64_t end);
    ~Bootstrap();

    // Whole weeks from moment 0 to the last submit: what is drawn from, or if there is none the
    // part of a week that there is.
    std::int64_t wholeWeeks() const { return wholeWeeks_; }

    // A scenario as long as the recorded one. For each of its weeks one of the whole weeks is
    // drawn, with replacement, for all quotas together; its jobs come at the same offset in the
    // week. With `teamsApart` each quota draws its own weeks (file order). What would come after
    // the last recorded submit is left out. The jobs are called future~1, future~2, … in order of
    // submit (ties as recorded). What runs at moment 0 stays, and events that cancel or finish
    // other work are left out with it. The same seed and number give the same future.
    Scenario future(std::uint64_t seed, std::uint64_t number, bool teamsApart = false) const;

private:
    struct Quotas;
    std::vector<std::uint64_t> drawWeeks(std::mt19937_64& generator) const;

    std::shared_ptr<const Scenario> scenario_;
    std::int64_t wholeWeeks_ = 0;
    std::int64_t kept_ = 0;  // weeks at the beginning that come as they were
    Instant last_ = 0;
    std::unique_ptr<Quotas> quotas_;
};

}  // namespace apportion
