// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/day_time.h"

#include "core/change/day_clock.h"

namespace apportion {

namespace {

constexpr int kDays = 8;  // a week and today

// Nothing if the step is not for that day of the week.
std::optional<Moment> momentOf(const DayClock& clock, const Timetable::Step& step, Moment now,
                               int dayOffset) {
    const DayClock::Time time = clock.at(now, dayOffset, step.minute);
    return (step.days >> time.weekday & 1U) != 0 ? std::optional(time.at) : std::nullopt;
}

// The steps behind this moment are still to be done. A clock that was ahead by more than a day was
// wrong: what was done by it does not hold back those of the right time.
Moment doneUntil(const Timetable& timetable, Moment now) {
    constexpr Duration kDay = 24 * 3600 * kSecond;
    return timetable.applied > now + kDay ? now - kDay : timetable.applied;
}

}  // namespace

std::vector<DueStep> missedSteps(const Timetable& timetable, Moment now) {
    std::vector<DueStep> missed;
    const Moment done = doneUntil(timetable, now);
    const DayClock clock(timetable.zone);
    for (const Timetable::Step& step : timetable.steps) {
        if (step.once != 0) {
            if (step.once > done && step.once <= now)
                missed.push_back({step.once, &timetable, &step});
            continue;
        }
        for (int day = 0; day >= -kDays; --day)
            if (const auto at = momentOf(clock, step, now, day); at && *at <= now) {
                if (*at > done)
                    missed.push_back({*at, &timetable, &step});
                break;
            }
    }
    return missed;
}

std::vector<DueStep> comingSteps(const Timetable& timetable, Moment now) {
    std::vector<DueStep> coming;
    const DayClock clock(timetable.zone);
    for (const Timetable::Step& step : timetable.steps) {
        if (step.once > now)
            coming.push_back({step.once, &timetable, &step});
        for (int day = 0; day < kDays && step.once == 0; ++day)
            if (const auto at = momentOf(clock, step, now, day); at && *at > now)
                coming.push_back({*at, &timetable, &step});
    }
    return coming;
}

std::optional<Moment> nextStep(const Timetable& timetable, Moment now) {
    std::optional<Moment> next;
    for (const DueStep& each : comingSteps(timetable, now))
        if (!next || each.at < *next)
            next = each.at;
    return next;
}

}  // namespace apportion
