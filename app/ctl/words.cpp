// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/words.h"

#include "core/model/number_text.h"

namespace apportion::ctl {

namespace {

constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kHour = 60 * kMinute;
constexpr Duration kDay = 24 * kHour;
constexpr GpuTime kGpuSecond = kOneGpu * kSecond;
constexpr GpuTime kGpuHour = kGpuSecond * 3600;

// a of the larger unit and what is left in the smaller: "12 min 30 s", "12 min".
std::string twoUnits(Duration duration, Duration large, const char* largeName, Duration small,
                     const char* smallName) {
    std::string text = std::to_string(duration / large) + largeName;
    const Duration rest = duration % large / small;
    if (rest > 0)
        text += " " + std::to_string(rest) + smallName;
    return text;
}

}  // namespace

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = text.size(); at > first + 3;)
        text.insert(at -= 3, ",");
    return text;
}

std::string secondsGrouped(Duration duration) {
    const std::string plain = decimalText(duration, 3);
    const std::size_t point = plain.find('.');
    return grouped(duration / kSecond) + (point == std::string::npos ? "" : plain.substr(point));
}

std::string plural(std::int64_t count, std::string_view one, std::string_view many) {
    return grouped(count) + " " + std::string(count == 1 ? one : many);
}

std::string gpuCell(Gpu gpu) {
    return gpu == 0 ? "-" : gpuText(gpu);
}

std::string gpuTimeWords(GpuTime time) {
    if (time < 2 * kGpuHour)
        return decimalText(time / (kGpuSecond / 1000), 3) + " GPU-seconds";
    const GpuTime tenths = (time + kGpuHour / 20) / (kGpuHour / 10);
    return grouped(static_cast<std::int64_t>(tenths / 10)) + "." +
           std::to_string(static_cast<int>(tenths % 10)) + " GPU-hours";
}

std::string durationWords(Duration duration) {
    if (duration < 0)
        return "-" + durationWords(-duration);
    if (duration < 2 * kMinute)
        return decimalText(duration, 3) + " s";
    if (duration < kHour)
        return twoUnits(duration, kMinute, " min", kSecond, " s");
    if (duration < 2 * kDay)
        return twoUnits(duration, kHour, " h", kMinute, " min");
    return twoUnits(duration, kDay, " d", kHour, " h");
}

std::string percent(std::int64_t millionths) {
    const std::int64_t hundredths = (millionths + 50) / 100;
    if (hundredths == 0 && millionths > 0)
        return "under 0.01 %";
    return decimalText(hundredths, 2, 1) + " %";
}

std::optional<Instant> secondsArgument(const std::string& text) {
    const auto value = scaledNumber(text, kSecond);
    if (!value || *value < 0)
        return {};
    return value;
}

}  // namespace apportion::ctl
