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
    Duration unit = kSecond;
    if (!text.empty()) {
        constexpr std::string_view kUnits = "smhd";
        constexpr Duration kLengths[] = {1, 60, 3600, 86400};
        if (const auto at = kUnits.find(text.back()); at != std::string_view::npos) {
            unit = kLengths[at] * kSecond;
            text.remove_suffix(1);
        }
    }
    const auto value = scaledNumber(text, unit);
    return value && *value >= 0 && *value <= kMostTime ? value : std::nullopt;
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
