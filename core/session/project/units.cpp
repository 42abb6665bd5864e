// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/units.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

std::optional<Gpu> gpuArgument(std::string_view text) {
    const auto value = scaledNumber(text, kOneGpu);
    return value && *value >= 0 && *value <= kMostGpu ? value : std::nullopt;
}

std::optional<std::int64_t> wholeArgument(std::string_view text) {
    const auto value = scaledNumber(text, 1);
    return value && *value >= INT32_MIN && *value <= INT32_MAX ? value : std::nullopt;
}

std::optional<std::int64_t> amountArgument(std::string_view text, std::int64_t scale) {
    const auto value = scaledNumber(text, scale);
    return value && *value >= 0 ? value : std::nullopt;
}

std::optional<Duration> durationArgument(std::string_view text) {
    constexpr std::string_view kUnits = "dhms";
    constexpr Duration kLengths[] = {86400, 3600, 60, 1};
    constexpr std::size_t kSeconds = 3;
    Duration sum = 0;
    // Of several parts each has its unit, the larger ones first.
    for (std::size_t next = 0;;) {
        const auto end = text.find_first_of(kUnits);
        const bool bare = end == std::string_view::npos;
        const auto unit = bare ? kSeconds : kUnits.find(text[end]);
        if (unit < next || (bare && next > 0))
            return std::nullopt;
        const auto value = scaledNumber(text.substr(0, end), kLengths[unit] * kSecond);
        if (!value || *value < 0 || *value > kMostTime - sum)
            return std::nullopt;
        sum += *value;
        if (bare || end + 1 == text.size())
            return sum;
        text.remove_prefix(end + 1);
        if (text.front() == ' ')
            text.remove_prefix(1);
        next = unit + 1;
    }
}

std::optional<Moment> momentArgument(std::string_view text) {
    if (const auto exact = momentValue(text))
        return exact;
    if (!text.empty() && text.back() == 'Z')
        text.remove_suffix(1);
    return dateValue(text);
}

std::optional<Module> moduleArgument(std::string_view text) {
    constexpr std::array<std::string_view, 3> kOfTheCloud{"DLC", "DSW", "EAS"};
    const auto found = std::find(kOfTheCloud.begin(), kOfTheCloud.end(), text);
    return found == kOfTheCloud.end() ? fromWord<Module>(text)
                                      : static_cast<Module>(found - kOfTheCloud.begin());
}

std::optional<std::pair<std::string, Gpu>> sizeArgument(std::string_view text) {
    const auto at = text.rfind('=');
    if (at == std::string_view::npos || at == 0)
        return {};
    const auto gpu = gpuArgument(text.substr(at + 1));
    return gpu ? std::optional(std::pair(std::string(text.substr(0, at)), *gpu)) : std::nullopt;
}

bool isOneJson(std::string_view text) {
    return nlohmann::json::accept(text);
}

}  // namespace apportion
