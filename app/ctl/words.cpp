// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/words.h"

#include <algorithm>

#include "core/model/number_text.h"

namespace apportion::ctl {

namespace {

constexpr GpuTime kGpuSecond = kOneGpu * kSecond;
constexpr GpuTime kGpuHour = kGpuSecond * 3600;

}  // namespace

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = text.size(); at > first + 3;)
        text.insert(at -= 3, ",");
    return text;
}

std::string groupedDecimal(std::int64_t value, int scale, int places) {
    std::string text = decimalText(value, scale, places);
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = point; at > first + 3;)
        text.insert(at -= 3, ",");
    return text;
}

std::string plural(std::int64_t count, std::string_view one, std::string_view many) {
    return grouped(count) + " " + std::string(count == 1 ? one : many);
}

std::string evictionsWords(std::int64_t evictions, std::int64_t moves) {
    if (moves == 0)
        return grouped(evictions);
    return grouped(evictions) + " (" + grouped(moves) +
           (moves == 1 ? " of them a move)" : " of them moves)");
}

std::string gpuCell(Gpu gpu) {
    return gpu == 0 ? "-" : groupedGpus(gpu);
}

std::string groupedGpus(Gpu gpu) {
    return groupedDecimal(gpu, 2);
}

std::string gpuTimeWords(GpuTime time) {
    const GpuTime tenths = (time + kGpuHour / 20) / (kGpuHour / 10);
    if (tenths == 0 && time > 0)
        return "less than 0.1 GPU hours";
    return grouped(static_cast<std::int64_t>(tenths / 10)) + "." +
           std::to_string(static_cast<int>(tenths % 10)) + " GPU hours";
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
