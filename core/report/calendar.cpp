// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/calendar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>

#include <unicode/gregocal.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include "core/change/day_clock.h"
#include "core/change/refuse.h"
#include "core/model/date_text.h"

namespace apportion::report {

namespace c = std::chrono;

struct Calendar::Zone {
    std::unique_ptr<icu::TimeZone> zone;
    std::unique_ptr<icu::GregorianCalendar> days;
};

namespace {

constexpr Duration kDay = 24 * 3600 * kSecond;

c::sys_days sysDays(int civil) {
    return c::sys_days{c::days{civil}};
}

int countOf(c::sys_days day) {
    return static_cast<int>(day.time_since_epoch().count());
}

int countOf(int year, unsigned month, unsigned day = 1) {
    return countOf(c::sys_days{c::year{year} / c::month{month} / c::day{day}});
}

// Monday of a week; weeks belong to the year of their Thursday.
int mondayOf(int civil) {
    return civil - static_cast<int>(c::weekday{sysDays(civil)}.iso_encoding()) + 1;
}

int mondayOfWeek(int year, int week) {
    return mondayOf(countOf(year, 1, 4)) + 7 * (week - 1);
}

int firstOf(int civil, PeriodUnit unit, int offset) {
    if (unit == PeriodUnit::day)
        return civil + offset;
    if (unit == PeriodUnit::week)
        return mondayOf(civil) + 7 * offset;
    const c::year_month_day day{sysDays(civil)};
    const int months = unit == PeriodUnit::month ? 1 : 3;
    const int month = static_cast<int>(static_cast<unsigned>(day.month())) - 1;
    const auto first =
        c::year_month{day.year(), c::January} + c::months{(month / months + offset) * months};
    return countOf(c::sys_days{first / c::day{1}});
}

std::string twoDigits(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string nameOf(int civil, PeriodUnit unit) {
    if (unit == PeriodUnit::week) {
        const c::year_month_day thursday{sysDays(civil + 3)};
        const int year = static_cast<int>(thursday.year());
        return std::to_string(year) + "-W" + twoDigits((civil - mondayOfWeek(year, 1)) / 7 + 1);
    }
    const c::year_month_day day{sysDays(civil)};
    const auto month = static_cast<int>(static_cast<unsigned>(day.month()));
    std::string text = std::to_string(static_cast<int>(day.year())) + "-";
    if (unit == PeriodUnit::quarter)
        return text + "Q" + std::to_string((month + 2) / 3);
    text += twoDigits(month);
    return unit == PeriodUnit::month
               ? text
               : text + "-" + twoDigits(static_cast<int>(static_cast<unsigned>(day.day())));
}

// The digits from `at` on, all of the rest unless `length` is given.
std::optional<int> numberIn(std::string_view text, std::size_t at,
                            std::size_t length = std::string_view::npos) {
    if (at > text.size())
        return {};
    const std::string_view digits = text.substr(at, length);
    int number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    return whole && number >= 0 && (length == std::string_view::npos || digits.size() == length)
               ? std::optional(number)
               : std::nullopt;
}

struct Days {
    int from = 0, to = 0;
};

std::optional<Days> unitOf(int first, PeriodUnit unit) {
    return Days{first, firstOf(first, unit, 1)};
}

std::optional<Days> daysOf(std::string_view text) {
    const auto year = numberIn(text, 0, 4);
    if (!year || *year < 1970)
        return {};
    if (text.size() == 4)
        return Days{countOf(*year, 1), countOf(*year + 1, 1)};
    if (text.size() < 6 || text[4] != '-')
        return {};
    if (text[5] == 'W') {
        const auto week = numberIn(text, 6);
        if (!week || text.size() != 8 || *week < 1)
            return {};
        const int monday = mondayOfWeek(*year, *week);
        return monday < mondayOfWeek(*year + 1, 1) ? unitOf(monday, PeriodUnit::week)
                                                   : std::nullopt;
    }
    if (text[5] == 'Q') {
        const auto quarter = numberIn(text, 6);
        return quarter && text.size() == 7 && *quarter >= 1 && *quarter <= 4
                   ? unitOf(countOf(*year, static_cast<unsigned>(3 * *quarter - 2)),
                            PeriodUnit::quarter)
                   : std::nullopt;
    }
    const auto month = numberIn(text, 5, 2);
    if (!month || *month < 1 || *month > 12)
        return {};
    if (text.size() == 7)
        return unitOf(countOf(*year, static_cast<unsigned>(*month)), PeriodUnit::month);
    const auto day = text.size() == 10 && text[7] == '-' ? numberIn(text, 8, 2) : std::nullopt;
    if (!day)
        return {};
    const c::year_month_day date{c::year{*year}, c::month{static_cast<unsigned>(*month)},
                                 c::day{static_cast<unsigned>(*day)}};
    return date.ok() ? unitOf(countOf(c::sys_days{date}), PeriodUnit::day) : std::nullopt;
}

}  // namespace

Calendar::Calendar(const std::string& zone)
    : zone_(isZone(zone) ? zone : "UTC"), calendar_(std::make_unique<Zone>()) {
    UErrorCode failed = U_ZERO_ERROR;
    calendar_->zone.reset(icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(zone_)));
    calendar_->days = std::make_unique<icu::GregorianCalendar>(*calendar_->zone, failed);
    calendar_->days->setGregorianChange(-1e17, failed);
}

Calendar::~Calendar() = default;
Calendar::Calendar(Calendar&&) noexcept = default;
Calendar& Calendar::operator=(Calendar&&) noexcept = default;

Duration Calendar::offset(Moment at) const {
    std::int32_t raw = 0, summer = 0;
    UErrorCode failed = U_ZERO_ERROR;
    calendar_->zone->getOffset(static_cast<UDate>(at), 0, raw, summer, failed);
    return raw + summer;
}

Moment Calendar::ofClock(Moment shown) const {
    if (zone_ == "UTC")
        return shown;
    std::int32_t raw = 0, summer = 0;
    UErrorCode failed = U_ZERO_ERROR;
    calendar_->zone->getOffset(static_cast<UDate>(shown), 1, raw, summer, failed);
    return shown - raw - summer;
}

int Calendar::civilDay(Moment at) const {
    const Moment local = at + offset(at);
    return static_cast<int>(local >= 0 ? local / kDay : -((kDay - 1 - local) / kDay));
}

// The day begins at its first minute: at 1:00 where a change of the clock leaves out midnight.
Moment Calendar::midnight(int civilDay) const {
    const c::year_month_day day{sysDays(civilDay)};
    calendar_->days->clear();
    calendar_->days->set(static_cast<int>(day.year()),
                         static_cast<int>(static_cast<unsigned>(day.month())) - 1,
                         static_cast<int>(static_cast<unsigned>(day.day())), 0, 0, 0);
    UErrorCode failed = U_ZERO_ERROR;
    return static_cast<Moment>(calendar_->days->getTime(failed));
}

Result<Period> Calendar::period(std::string_view text) const {
    const auto dots = text.find("..");
    const auto first = daysOf(text.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : daysOf(text.substr(dots + 2));
    if (first && last && first->from < last->to)
        return Period{midnight(first->from), midnight(last->to), std::string(text)};
    return refuse("report-period", {textArgument("value", std::string(text))});
}

Period Calendar::containing(Moment at, PeriodUnit unit, int offset) const {
    const int first = firstOf(civilDay(at), unit, offset);
    return {midnight(first), midnight(firstOf(first, unit, 1)), nameOf(first, unit)};
}

std::vector<Moment> Calendar::edges(Moment from, Moment to, std::optional<PeriodUnit> unit) const {
    std::vector<Moment> edges{from};
    if (unit)
        for (Period each = containing(from, *unit); each.to < to; each = containing(each.to, *unit))
            edges.push_back(each.to);
    edges.push_back(to);
    return edges;
}

std::string Calendar::text(Moment at) const {
    const Duration away = offset(at);
    const int minutes = static_cast<int>(std::abs(away) / (60 * kSecond));
    std::string text = dateText(at + away);
    text.back() = away < 0 ? '-' : '+';
    return text + twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60);
}

std::string Calendar::dayText(Moment at, bool withTime) const {
    constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    const int civil = civilDay(at);
    const c::year_month_day day{sysDays(civil)};
    std::string text = std::string(kDays.at(c::weekday{sysDays(civil)}.c_encoding())) + " " +
                       std::to_string(static_cast<unsigned>(day.day())) + " " +
                       kMonths.at(static_cast<unsigned>(day.month()) - 1) + " " +
                       std::to_string(static_cast<int>(day.year()));
    if (!withTime)
        return text;
    const auto minutes =
        static_cast<int>((at + offset(at) - static_cast<Moment>(civil) * kDay) / (60 * kSecond));
    return text + ", " + timeOfDayText(minutes);
}

std::string Calendar::zoneText(Moment at) const {
    std::int32_t raw = 0, summer = 0;
    UErrorCode failed = U_ZERO_ERROR;
    calendar_->zone->getOffset(static_cast<UDate>(at), 0, raw, summer, failed);
    icu::UnicodeString name;
    calendar_->zone->getDisplayName(summer != 0, icu::TimeZone::SHORT, icu::Locale("en_GB"), name);
    std::string text;
    name.toUTF8String(text);
    if (raw + summer == 0)
        return "UTC";
    const int minutes = std::abs(raw + summer) / (60 * static_cast<int>(kSecond));
    const std::string away = std::string("UTC") + (raw + summer < 0 ? "-" : "+") +
                             std::to_string(minutes / 60) +
                             (minutes % 60 == 0 ? "" : ":" + twoDigits(minutes % 60));
    return text.starts_with("GMT") ? away : text + " (" + away + ")";
}

}  // namespace apportion::report
