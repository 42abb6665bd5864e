// SPDX-License-Identifier: GPL-3.0-or-later
// Who has less and who has more than the fair share at one moment.
#pragma once

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/model/reason.h"
#include "core/report/fair_day.h"
#include "core/report/usage.h"

namespace apportion {
class Engine;
}

namespace apportion::report {

struct FairTeam {
    std::uint32_t quota = kNone;  // into Usage::quotas; kNone = those whose names are hidden
    Gpu guaranteed = 0;
    std::optional<Gpu> entitled = 0;  // fair share; nothing = it was not recorded
    Gpu used = 0;
    Gpu borrowed = 0;
    Gpu lent = 0;
    Gpu pending = 0;
    Gpu idle = 0;                                      // guaranteed and free
    std::optional<std::int64_t> saturationMillionths;  // used / entitled; nothing without a share

    Gpu below() const {
        return std::max<Gpu>(0, std::min(entitled.value_or(0), used + pending) - used);
    }
    Gpu above() const { return std::max<Gpu>(0, used - entitled.value_or(used)); }
};

// GPUs that one lacks and the other has beyond its share.
struct FairPair {
    std::size_t starves = 0;             // into Fairness::teams
    std::optional<std::size_t> borrows;  // nothing = they are free
    Gpu gpu = 0;
    // Why they do not reach the one that lacks them: of its waiting work the first with a reason of
    // its own. Nothing = not known, as of a past moment.
    std::string waits = {};
    std::optional<Reason> reason = {};
};

struct IdleGuarantee {
    std::size_t team = 0;
    Gpu gpu = 0;       // guaranteed and not used by the quota itself
    Moment since = 0;  // it has not used all of its guarantee
};

struct Fairness {
    Moment at = 0;
    Gpu free = 0;
    std::vector<FairTeam> teams;  // in tree order; they add up to the pool
    std::vector<FairPair> pairs;  // the largest first; they add up to what is below the shares
    std::vector<IdleGuarantee> idle;

    bool sharesKnown() const {
        return std::all_of(teams.begin(), teams.end(),
                           [](const FairTeam& team) { return team.entitled.has_value(); });
    }
};

// Of a moment that the usage covers.
Fairness fairnessOf(const Usage& usage, Moment at);

// `asked` has looked at everything that waits, at the moment of the fairness.
void findReasons(const Usage& usage, const Engine& asked, Fairness& fairness);

// Times from `zero` on. `day` may be null. resources/schema/fairness.schema.json
void writeFairness(std::ostream& out, const Usage& usage, const Fairness& fairness,
                   const FairDay* day, Moment zero);
// "Team B", empty for quotas whose names are hidden.
std::string teamName(const Usage& usage, const FairTeam& team);
// What the team kept of its share; nothing as in FairDay::kept, and for hidden names.
std::optional<std::int64_t> keptBy(const Usage& usage, const FairTeam& team, const FairDay& day);

}  // namespace apportion::report
