// SPDX-License-Identifier: GPL-3.0-or-later
// The values that traces write, as integers. Nothing if the text is not one, or beyond the bounds
// of the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/quantity.h"

namespace apportion {

inline constexpr std::int64_t kMostGpusOfJob = 1'000'000;  // more is a damaged field

// What stands before the separator; `rest` becomes what is behind it, empty if there is none.
std::string_view cutOff(std::string_view& rest, char separator);

// Digits alone: "8".
std::optional<std::int64_t> countValue(std::string_view text);
// Digits without zeros before them, "8" but not "08", so few that a program can count them.
bool isPlainNumber(std::string_view text);
// Seconds with any number of places, what is beyond the millisecond cut off: "66.0" is 66,000.
// At most kMostTime. Decimals may have an exponent, here and below: "1e-05", "2.5e+3".
std::optional<Duration> secondsValue(std::string_view text);
// The same of a moment, which may also count from 1970.
std::optional<Instant> momentSeconds(std::string_view text);
bool isSince1970(Instant moment);
// Whole devices or a share of one: "8", "8.0", "0.25". More places than two are rounded up.
std::optional<Gpu> gpuValue(std::string_view text);
// Whether a decimal says something behind so many places: "0.125" behind two, "0.250" not.
bool hasPlacesBeyond(std::string_view text, std::size_t places);
// A decimal times `scale`, rounded up: 1.5 cores of kOneCore. At most `most`.
std::optional<std::int64_t> amountValue(std::string_view text, std::int64_t scale,
                                        std::int64_t most);
// "", "Unknown", "None", "N/A", "NULL", "nan": there is no value.
bool isMissing(std::string_view text);
// "-1", with or without places: how some formats say the same.
bool isMinusOne(std::string_view text);

// "2017-10-09 07:01:55", also with a T between, places of the second and behind it how far its
// clock is ahead of UTC ("Z", "+02:00", "+0200", "-05"), in milliseconds since 1970. Moments that
// do not tell that are UTC, and so they are refused beside others that tell another clock, as those
// are beside them. Keeps the last day: rows of one day follow each other.
class DateReader {
public:
    std::optional<Instant> read(std::string_view text);
    // Whether any date did not tell its distance from UTC.
    bool local() const { return clock_ == Clock::none; }

private:
    // Which of them the moments so far tell; UTC itself goes with both.
    enum class Clock : std::uint8_t { open, none, other };
    bool known_ = false;
    Clock clock_ = Clock::open;
    char day_[10] = {};
    Instant midnight_ = 0;
};

// A date, or seconds since whatever the trace counts from. All rows of a trace must agree.
class TimeReader {
public:
    std::optional<Instant> read(std::string_view text);
    // The times were dates, or seconds since 1970: at least 100,000,000 (March 1973).
    bool dates() const { return kind_ == Kind::date || unix_; }
    bool local() const { return date_.local(); }

private:
    enum class Kind { open, date, seconds };
    DateReader date_;
    Kind kind_ = Kind::open;
    bool unix_ = false;
};

}  // namespace apportion
