// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/day_clock.h"

#include <ctime>
#include <string_view>
#include <utility>

#include <unicode/gregocal.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

namespace apportion {

namespace {

std::unique_ptr<icu::TimeZone> zoneOf(const std::string& name) {
    std::unique_ptr<icu::TimeZone> zone(
        icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
    return zone && *zone != icu::TimeZone::getUnknown() ? std::move(zone) : nullptr;
}

std::tm localTime(Moment at) {
    const auto seconds = static_cast<std::time_t>(at / kSecond);
    std::tm day{};
    localtime_r(&seconds, &day);
    return day;
}

// Now and in half a year: with the time of winter and of summer.
bool isOfThisMachine(const icu::TimeZone& zone) {
    constexpr Moment kHalfYear = 182 * 24 * 3600 * kSecond;
    const Moment now = std::time(nullptr) * kSecond;
    for (const Moment at : {now, now + kHalfYear}) {
        std::int32_t raw = 0;
        std::int32_t summer = 0;
        UErrorCode failed = U_ZERO_ERROR;
        zone.getOffset(static_cast<UDate>(at), false, raw, summer, failed);
        if (U_FAILURE(failed) || (raw + summer) / kSecond != localTime(at).tm_gmtoff)
            return false;
    }
    return true;
}

// Noon is asked first: at a change of the clock a day may lack an hour.
DayClock::Time atHere(Moment now, int dayOffset, int minute) {
    std::tm day = localTime(now);
    day.tm_mday += dayOffset;
    day.tm_hour = 12;
    day.tm_min = 0;
    day.tm_sec = 0;
    day.tm_isdst = -1;
    std::mktime(&day);
    const int weekday = (day.tm_wday + 6) % 7;
    day.tm_hour = minute / 60;
    day.tm_min = minute % 60;
    day.tm_isdst = -1;
    return {static_cast<Moment>(std::mktime(&day)) * kSecond, weekday};
}

}  // namespace

struct DayClock::Calendar {
    std::unique_ptr<icu::Calendar> of;
};

bool isZone(const std::string& name) {
    return zoneOf(name) != nullptr;
}

std::string zoneHere() {
    const std::unique_ptr<icu::TimeZone> host(icu::TimeZone::detectHostTimeZone());
    if (!host)
        return {};
    icu::UnicodeString id;
    std::string name;
    host->getID(id).toUTF8String(name);
    // TZ may name the file of the zone.
    constexpr std::string_view kFolder = "zoneinfo/";
    if (const auto at = name.rfind(kFolder); at != std::string::npos)
        name.erase(0, at + kFolder.size());
    const auto zone = zoneOf(name);
    return zone && isOfThisMachine(*zone) ? name : std::string();
}

DayClock::DayClock(const std::string& zone) {
    auto known = zone.empty() ? nullptr : zoneOf(zone);
    if (!known)
        return;
    UErrorCode failed = U_ZERO_ERROR;
    auto calendar =
        std::make_unique<icu::GregorianCalendar>(known.release(), icu::Locale::getRoot(), failed);
    if (U_FAILURE(failed))
        return;
    calendar_ = std::make_unique<Calendar>();
    calendar_->of = std::move(calendar);
}

DayClock::~DayClock() = default;

DayClock::Time DayClock::at(Moment now, int dayOffset, int minute) const {
    if (calendar_ == nullptr)
        return atHere(now, dayOffset, minute);
    icu::Calendar& day = *calendar_->of;
    UErrorCode failed = U_ZERO_ERROR;
    day.setTime(static_cast<UDate>(now), failed);
    day.set(UCAL_HOUR_OF_DAY, 12);
    day.add(UCAL_DATE, dayOffset, failed);
    const int weekday = (day.get(UCAL_DAY_OF_WEEK, failed) + 5) % 7;  // UCAL_SUNDAY is 1
    day.set(UCAL_HOUR_OF_DAY, minute / 60);
    day.set(UCAL_MINUTE, minute % 60);
    day.set(UCAL_SECOND, 0);
    day.set(UCAL_MILLISECOND, 0);
    const UDate at = day.getTime(failed);
    return U_FAILURE(failed) ? atHere(now, dayOffset, minute)
                             : Time{static_cast<Moment>(at), weekday};
}

}  // namespace apportion
