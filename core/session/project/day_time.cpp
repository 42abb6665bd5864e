// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/day_time.h"

#include <ctime>

namespace apportion {

namespace {

constexpr int kDays = 8;  // a week and today

// The moment of a minute of the day, so many days from the day of `now`; nothing if the step is not
// for that day of the week. Noon is asked first: at a change of the clock a day may lack an hour.
std::optional<Moment> momentOf(const Timetable::Step& step, Moment now, int dayOffset) {
    const auto seconds = static_cast<std::time_t>(now / kSecond);
    std::tm day{};
    localtime_r(&seconds, &day);
    day.tm_mday += dayOffset;
    day.tm_hour = 12;
    day.tm_min = 0;
    day.tm_sec = 0;
    day.tm_isdst = -1;
    std::mktime(&day);
    const int weekday = (day.tm_wday + 6) % 7;  // 0 = Monday
    if ((step.days >> weekday & 1U) == 0)
        return {};
    day.tm_hour = step.minute / 60;
    day.tm_min = step.minute % 60;
    day.tm_isdst = -1;
    return static_cast<Moment>(std::mktime(&day)) * kSecond;
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
    for (const Timetable::Step& step : timetable.steps)
        for (int day = 0; day >= -kDays; --day)
            if (const auto at = momentOf(step, now, day); at && *at <= now) {
                if (*at > done)
                    missed.push_back({*at, &timetable, &step});
                break;
            }
    return missed;
}

std::vector<DueStep> comingSteps(const Timetable& timetable, Moment now) {
    std::vector<DueStep> coming;
    for (const Timetable::Step& step : timetable.steps)
        for (int day = 0; day < kDays; ++day)
            if (const auto at = momentOf(step, now, day); at && *at > now)
                coming.push_back({*at, &timetable, &step});
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
