// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that return by themselves, and sizes that follow the time of day. Whoever opens the
// project for writing next does what has become due, also when no program ran at the time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/change/command.h"

namespace apportion {

// What somebody or a timetable sets, also where it is so already.
struct SetValues {
    std::vector<std::string> sizes;  // the quotas
    std::vector<std::pair<std::string, PolicyChange>> policies = {};
};

// How long it is to hold, or until when; neither = for good.
struct Term {
    std::optional<Duration> lasts;
    std::optional<Moment> until;
    std::optional<Duration> reclaim;  // its delay, where it reclaims
};

// Keeps in the effect what is to return, and when; or that what is set is for good. Error:
// temporary-past for a moment that has passed.
Result<void> keepTemporary(const CommandCall& call, const Term& term, const SetValues& set,
                           CommandEffect& effect);

// What is set while temporary changes hold it returns no more. Nothing = none of them held it, else
// which: temporary-settled.
std::optional<Message> settle(Project& project, const SetValues& set);

// Puts back what a temporary change changed, where nobody has changed it since; what somebody has
// is told in `why`.
void endTemporary(Project& project, std::string_view name, std::string& why);

// What of a pool is not valid; nothing = it is.
std::optional<Message> obstacle(const Scenario& pool);

// Of temporary changes that would not return as they are to, or did not at their time:
// temporary-stays, temporary-blocked, temporary-overdue.
Problems outlook(const Project& project, Moment now);

// One thing that is due at `now` and fits, whatever else of it does not; where nothing fits, a step
// that is passed over. What is to return and does not fit stays due. Nothing = nothing can be done.
// To be called again until there is none.
struct Due {
    std::string action;  // for the journal: "temporary.return", "timetable.step"
    std::string subject;
    std::string why = {};
    ScaleMode mode = ScaleMode::drain;
    Duration reclaimAfter = 0;
    Project after;
};
std::optional<Due> nextDue(const Project& project, Moment now);
// What everything that is due and fits makes of it, as whoever goes live does before all else.
Project afterWhatIsDue(Project project, Moment now);
// When something becomes due next.
std::optional<Moment> nextDueMoment(const Project& project, Moment now);

// Names of the temporary changes and timetables in which a quota stands.
std::vector<std::string> timedChangesOf(const Project& project, std::string_view quota);
void renameInTimedChanges(Project& project, std::string_view from, const std::string& to);

}  // namespace apportion
