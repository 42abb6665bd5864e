// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/date_text.h"

#include <algorithm>
#include <chrono>

namespace apportion {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::optional<Instant> dateValue(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00 00:00:00";
    if (text.size() != kForm.size())
        return {};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool fits = kForm[i] == '0'   ? isDigit(text[i])
                          : kForm[i] == ' ' ? text[i] == ' ' || text[i] == 'T'
                                            : text[i] == kForm[i];
        if (!fits)
            return {};
    }
    const auto part = [&](std::size_t at, std::size_t length) {
        int value = 0;
        for (const char c : text.substr(at, length))
            value = value * 10 + (c - '0');
        return value;
    };
    namespace c = std::chrono;
    const c::year_month_day day{c::year{part(0, 4)}, c::month{static_cast<unsigned>(part(5, 2))},
                                c::day{static_cast<unsigned>(part(8, 2))}};
    const int hour = part(11, 2), minute = part(14, 2), second = part(17, 2);
    if (!day.ok() || hour > 23 || minute > 59 || second > 59)
        return {};
    const std::int64_t days = c::sys_days{day}.time_since_epoch().count();
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * kSecond;
}

bool hasDate(Instant since1970) {
    constexpr Instant kYear0 = -62'167'219'200 * kSecond, kYear10000 = 253'402'300'800 * kSecond;
    return since1970 >= kYear0 && since1970 < kYear10000;
}

std::string dateText(Instant since1970) {
    namespace c = std::chrono;
    const c::sys_time<c::milliseconds> moment{c::milliseconds{since1970}};
    const auto midnight = c::floor<c::days>(moment);
    const c::year_month_day day{midnight};
    const c::hh_mm_ss time{c::floor<c::seconds>(moment - midnight)};
    std::string text;
    const auto append = [&text](long long value, std::size_t width, char after) {
        const std::string digits = std::to_string(value);
        text.append(width - std::min(width, digits.size()), '0');
        text += digits;
        text += after;
    };
    append(static_cast<int>(day.year()), 4, '-');
    append(static_cast<unsigned>(day.month()), 2, '-');
    append(static_cast<unsigned>(day.day()), 2, 'T');
    append(time.hours().count(), 2, ':');
    append(time.minutes().count(), 2, ':');
    append(time.seconds().count(), 2, 'Z');
    return text;
}

std::string momentText(Instant since1970) {
    std::string text = dateText(since1970);
    const auto below = static_cast<int>(((since1970 % kSecond) + kSecond) % kSecond);
    const std::string digits = std::to_string(kSecond + below).substr(1);
    return text.replace(text.size() - 1, 1, "." + digits + "Z");
}

std::string exactDateText(Instant since1970) {
    return since1970 % kSecond == 0 ? dateText(since1970) : momentText(since1970);
}

std::optional<Instant> epochValue(std::string_view text) {
    constexpr std::size_t kMinutes = 16, kSeconds = 19;
    const std::size_t zone = text.find_first_of("Z+-", std::min(kMinutes, text.size()));
    if (zone == std::string_view::npos)
        return {};
    std::string moment(text.substr(0, std::min(zone, kSeconds)));
    if (moment.size() == kMinutes)
        moment += ":00";
    const auto seconds = dateValue(moment);
    if (!seconds)
        return {};
    const auto number = [](std::string_view digits) {
        Instant value = 0;
        for (const char c : digits)
            value = value * 10 + (isDigit(c) ? c - '0' : 0);
        return value;
    };
    std::string below(zone > kSeconds ? text.substr(kSeconds + 1, zone - kSeconds - 1) : "");
    below.resize(3, '0');
    Instant offset = 0;
    if (text[zone] != 'Z' && text.size() == zone + 6)
        offset = number(text.substr(zone + 1, 2)) * 60 + number(text.substr(zone + 4, 2));
    return *seconds + number(below) - (text[zone] == '-' ? -offset : offset) * 60 * kSecond;
}

std::optional<Instant> momentValue(std::string_view text) {
    constexpr std::size_t kSeconds = 19;  // characters up to the dot
    if (text.size() != kSeconds + 5 || text[kSeconds] != '.' || text.back() != 'Z')
        return {};
    Instant below = 0;
    for (const char c : text.substr(kSeconds + 1, 3)) {
        if (!isDigit(c))
            return {};
        below = below * 10 + (c - '0');
    }
    const auto seconds = dateValue(text.substr(0, kSeconds));
    return seconds ? std::optional(*seconds + below) : std::nullopt;
}

std::string timeOfDayText(int minute) {
    const auto twoDigits = [](int value) { return std::to_string(100 + value).substr(1); };
    return twoDigits(minute / 60) + ":" + twoDigits(minute % 60);
}

}  // namespace apportion
