// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/field_values.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "core/model/bounds.h"

namespace apportion {

namespace {

constexpr std::size_t kDay = 10;                             // "2017-10-09"
constexpr std::size_t kMoment = 19;                          // "2017-10-09 07:01:55"
constexpr int kMostDigits = 18;                              // always fit
constexpr Instant kMostUnixSeconds = std::int64_t{1} << 34;  // year 2514
constexpr Instant kLeastUnix = 100'000'000 * kSecond;

bool isDigit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

// Two digits as a number; beyond 99 if they are none.
unsigned pair(const char* text) {
    const auto tens = static_cast<unsigned char>(text[0] - '0');
    const auto ones = static_cast<unsigned char>(text[1] - '0');
    return tens > 9 || ones > 9 ? 1000 : tens * 10u + ones;
}

// "2017-10-09", of a text at least as long.
std::optional<Instant> midnightOf(std::string_view text) {
    const unsigned century = pair(text.data()), years = pair(text.data() + 2);
    const unsigned month = pair(text.data() + 5), day = pair(text.data() + 8);
    if (century > 99 || years > 99 || text[4] != '-' || text[7] != '-')
        return {};
    namespace c = std::chrono;
    const c::year_month_day date{c::year{static_cast<int>(century * 100 + years)}, c::month{month},
                                 c::day{day}};
    if (!date.ok())
        return {};
    return c::milliseconds{c::sys_days{date}.time_since_epoch()}.count();
}

// Milliseconds, what is beyond them cut off.
std::optional<Duration> plainMilliseconds(std::string_view text, std::int64_t most) {
    std::int64_t whole = 0;
    std::size_t at = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        if (at == kMostDigits)
            return {};
        whole = whole * 10 + (text[at] - '0');
    }
    const bool parts = text.size() > 1 && text.front() == '.';
    if ((at == 0 && !parts) || whole > most)
        return {};
    Duration value = whole * kSecond;
    if (at == text.size())
        return value;
    if (text[at] != '.')
        return {};
    Duration worth = kSecond / 10;
    for (++at; at < text.size(); ++at) {
        if (!isDigit(text[at]))
            return {};
        value += (text[at] - '0') * worth;
        worth /= 10;
    }
    return value;
}

// A decimal with an exponent without one. Nothing if it has none, or one beyond all bounds.
std::optional<std::string> withoutExponent(std::string_view text) {
    constexpr std::int64_t kMostExponent = 30;
    const std::size_t mark = text.find_first_of("eE");
    if (mark == std::string_view::npos || mark == 0)
        return {};
    std::string_view power = text.substr(mark + 1);
    const bool negative = power.starts_with('-');
    if (negative || power.starts_with('+'))
        power.remove_prefix(1);
    const auto by = countValue(power);
    if (!by || *by > kMostExponent)
        return {};
    const std::string_view decimal = text.substr(0, mark);
    std::string digits(decimal);
    std::size_t point = std::min(decimal.find('.'), decimal.size());
    if (point < decimal.size())
        digits.erase(point, 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
        return {};
    const auto places = static_cast<std::size_t>(*by);
    if (negative && point <= places) {
        digits.insert(0, places - point + 1, '0');
        point += places - point + 1;
    }
    point = negative ? point - places : point + places;
    if (digits.size() < point)
        digits.append(point - digits.size(), '0');
    digits.insert(point, 1, '.');
    if (point == 0)
        return digits;
    const std::size_t first = std::min(digits.find_first_not_of('0'), digits.find('.') - 1);
    return digits.substr(first);
}

}  // namespace

std::string_view cutOff(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

std::optional<std::int64_t> countValue(std::string_view text) {
    if (text.empty() || text.size() > kMostDigits)
        return {};
    std::int64_t value = 0;
    for (const char c : text) {
        if (!isDigit(c))
            return {};
        value = value * 10 + (c - '0');
    }
    return value;
}

bool isPlainNumber(std::string_view text) {
    constexpr std::size_t kMostDigits = 18;
    return countValue(text) && text.size() <= kMostDigits &&
           (text.size() == 1 || text.front() != '0');
}

namespace {

std::optional<Duration> milliseconds(std::string_view text, std::int64_t most) {
    if (const auto value = plainMilliseconds(text, most))
        return value;
    const auto plain = withoutExponent(text);
    return plain ? plainMilliseconds(*plain, most) : std::nullopt;
}

}  // namespace

std::optional<Duration> secondsValue(std::string_view text) {
    return milliseconds(text, kMostTime / kSecond);
}

bool isSince1970(Instant moment) {
    return moment >= kLeastUnix;
}

std::optional<Instant> momentSeconds(std::string_view text) {
    return milliseconds(text, kMostUnixSeconds);
}

namespace {

std::optional<std::int64_t> plainAmount(std::string_view text, std::int64_t scale,
                                        std::int64_t most) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const bool partsAlone = point == 0 && text.size() > 1;
    const auto whole =
        partsAlone ? std::optional<std::int64_t>(0) : countValue(text.substr(0, point));
    if (!whole || *whole > most / scale)
        return {};
    std::int64_t value = *whole * scale;
    if (point == text.size())
        return value;
    // Six places are more than anything is counted in; what follows only rounds up.
    constexpr std::int64_t kParts = 1'000'000;
    std::int64_t parts = 0, worth = kParts;
    bool more = false;
    for (const char c : text.substr(point + 1)) {
        if (!isDigit(c))
            return {};
        worth /= 10;
        parts += (c - '0') * worth;
        more |= worth == 0 && c != '0';
    }
    value += (parts * scale + (more ? 1 : 0) + kParts - 1) / kParts;
    return value > most ? std::nullopt : std::optional(value);
}

}  // namespace

std::optional<std::int64_t> amountValue(std::string_view text, std::int64_t scale,
                                        std::int64_t most) {
    if (const auto value = plainAmount(text, scale, most))
        return value;
    const auto plain = withoutExponent(text);
    return plain ? plainAmount(*plain, scale, most) : std::nullopt;
}

bool hasPlacesBeyond(std::string_view text, std::size_t places) {
    if (text.size() <= places)
        return false;
    if (const auto plain = withoutExponent(text))
        return hasPlacesBeyond(*plain, places);
    const std::size_t point = text.find('.');
    return point != std::string_view::npos &&
           text.find_first_not_of('0', std::min(point + 1 + places, text.size())) !=
               std::string_view::npos;
}

std::optional<Gpu> gpuValue(std::string_view text) {
    const auto gpu = amountValue(text, kOneGpu, kMostGpusOfJob * kOneGpu);
    if (!gpu || (*gpu > kOneGpu && *gpu % kOneGpu != 0))
        return {};
    return gpu;
}

bool isMissing(std::string_view text) {
    if (text.empty())
        return true;
    if (text.front() != 'U' && text.front() != 'N' && text.front() != 'n')
        return false;  // most values
    constexpr std::array<std::string_view, 7> kWords{"Unknown", "None", "none", "N/A",
                                                     "NULL",    "nan",  "NaN"};
    return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

bool isMinusOne(std::string_view text) {
    return text == "-1" || text == "-1.0" || text == "-1.00";
}

namespace {

// How far a clock is ahead of UTC, taken off the end of the text; nothing if none is told there.
std::optional<Duration> takeOffset(std::string_view& text) {
    if (text.ends_with('Z')) {
        text.remove_suffix(1);
        return 0;
    }
    const std::size_t sign = text.find_first_of("+-");
    if (sign == std::string_view::npos)
        return {};
    std::string digits(text.substr(sign + 1));
    if (digits.size() == 5 && digits[2] == ':')
        digits.erase(2, 1);
    if (digits.size() == 2)
        digits += "00";
    if (digits.size() != 4)
        return {};
    const unsigned hours = pair(digits.data()), minutes = pair(digits.data() + 2);
    if (hours > 23 || minutes > 59)
        return {};
    const Duration ahead = static_cast<Duration>(hours * 60 + minutes) * 60 * kSecond;
    const bool behind = text[sign] == '-';
    text.remove_suffix(text.size() - sign);
    return behind ? -ahead : ahead;
}

// ".25" behind the seconds.
std::optional<Duration> partOfSecond(std::string_view text) {
    if (text.empty())
        return 0;
    return text.front() == '.' && text.size() > 1 ? milliseconds("0" + std::string(text), 0)
                                                  : std::nullopt;
}

}  // namespace

std::optional<Instant> DateReader::read(std::string_view text) {
    if (text.size() < kMoment || text[13] != ':' || text[16] != ':' ||
        (text[10] != ' ' && text[10] != 'T'))
        return {};
    if (!known_ || std::memcmp(text.data(), day_, kDay) != 0) {
        const auto midnight = midnightOf(text);
        if (!midnight)
            return {};
        known_ = true;
        midnight_ = *midnight;
        std::memcpy(day_, text.data(), kDay);
    }
    const unsigned hour = pair(text.data() + 11), minute = pair(text.data() + 14),
                   second = pair(text.data() + 17);
    if (hour > 23 || minute > 59 || second > 59)
        return {};
    Duration beyond = 0;  // the second that the clock shows
    Clock clock = Clock::none;
    if (std::string_view rest = text.substr(kMoment); !rest.empty()) {
        const auto offset = takeOffset(rest);
        const auto part = partOfSecond(rest);
        if (!part)
            return {};
        beyond = *part - offset.value_or(0);
        if (offset)
            clock = *offset == 0 ? Clock::open : Clock::other;
    }
    if (clock != Clock::open) {
        if (clock_ != Clock::open && clock_ != clock)
            return {};
        clock_ = clock;
    }
    return midnight_ + static_cast<Instant>((hour * 60 + minute) * 60 + second) * kSecond + beyond;
}

std::optional<Instant> TimeReader::read(std::string_view text) {
    const bool date = text.size() > 4 && text[4] == '-';
    const Kind kind = date ? Kind::date : Kind::seconds;
    const std::optional<Instant> value =
        date ? date_.read(text) : milliseconds(text, kMostUnixSeconds);
    if (!value || (kind_ != Kind::open && kind_ != kind))
        return {};
    if (kind_ == Kind::open)
        unix_ = !date && isSince1970(*value);
    kind_ = kind;
    return value;
}

}  // namespace apportion
