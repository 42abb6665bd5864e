// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/alike.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/ctl/words.h"
#include "core/model/number_text.h"

namespace apportion::ctl {

namespace {

constexpr GpuTime kGpuSecond = kOneGpu * kSecond;
constexpr GpuTime kGpuHour = kGpuSecond * 3600;

// Behind the point, of a decimal that is written as short as it can be.
int placesOf(const std::string& decimal) {
    const std::size_t point = decimal.find('.');
    return point == std::string::npos ? 0 : static_cast<int>(decimal.size() - point - 1);
}

constexpr int kMostUnits = 4;

// "12 d 14 h" of two units, "12 d 14 h 3 min" of three.
std::string words(Duration duration, int units) {
    constexpr Duration kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
    constexpr std::array<std::pair<Duration, const char*>, kMostUnits> kUnits{
        {{kDay, " d"}, {kHour, " h"}, {kMinute, " min"}, {kSecond, " s"}}};
    if (units == 2 || duration < 2 * kMinute)
        return durationWords(duration);
    std::size_t unit = duration >= 2 * kDay ? 0 : duration >= kHour ? 1 : 2;
    std::string text = std::to_string(duration / kUnits[unit].first) + kUnits[unit].second;
    for (; --units > 0 && unit + 1 < kUnits.size(); ++unit)
        if (const auto& [next, name] = kUnits[unit + 1]; duration % kUnits[unit].first / next > 0)
            text += " " + std::to_string(duration % kUnits[unit].first / next) + name;
    return text;
}

// Without the places beyond, rounded half up.
std::int64_t rounded(GpuTime value, GpuTime unit) {
    return (value + unit / 2) / unit;
}

}  // namespace

void DurationsAlike::see(Duration duration) {
    places_ = std::max(places_, placesOf(decimalText(duration, 3)));
    long_ = long_ || duration >= 120 * kSecond;
}

void DurationsAlike::see(Duration duration, Duration other) {
    see(duration);
    see(other);
    if (duration != other)
        while (units_ <= kMostUnits && words(duration, units_) == words(other, units_))
            ++units_;
}

std::string DurationsAlike::operator()(Duration duration) const {
    if (long_ && units_ <= kMostUnits)
        return words(duration, units_);
    return groupedDecimal(duration, 3, places_) + " s";
}

std::string DurationsAlike::operator()(const WaitNumbers& of, Duration duration) const {
    if (isOfNobody(of) && duration == 0)
        return kNothing;
    return (of.atLeast > 0 ? "\u2265 " : "") + (*this)(duration);
}

void GpuTimeAlike::see(GpuTime time) {
    if (time > 0)
        least_ = least_ == 0 ? time : std::min(least_, time);
}

std::string GpuTimeAlike::operator()(GpuTime time) const {
    // So many that the least of them can be told from nothing.
    int places = 1;
    GpuTime unit = kGpuHour / 10;
    for (; places < 3 && least_ > 0 && rounded(least_, unit) == 0; ++places)
        unit /= 10;
    const std::int64_t units = rounded(time, unit);
    if (units == 0 && time > 0)
        return "less than " + decimalText(1, places) + " GPU hours";
    return groupedDecimal(units, places, places) + " GPU hours";
}

void PercentAlike::see(std::int64_t millionths) {
    const std::int64_t hundredths = rounded(millionths, 100);
    places_ = std::max(places_, placesOf(decimalText(hundredths, 2)));
}

std::string PercentAlike::operator()(std::int64_t millionths) const {
    const std::int64_t hundredths = rounded(millionths, 100);
    if (hundredths == 0 && millionths > 0)
        return "under 0.01 %";
    return decimalText(hundredths, 2, places_) + " %";
}

}  // namespace apportion::ctl
