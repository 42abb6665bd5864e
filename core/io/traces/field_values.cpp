// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/field_values.h"

#include <charconv>

namespace apportion {

namespace {

constexpr std::int64_t kMostSeconds = std::int64_t{1} << 42;  // far beyond any trace

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::optional<std::int64_t> countValue(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    if (text.empty() || !isDigit(text.front()))
        return {};
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end)
        return {};
    return value;
}

std::optional<Duration> secondsValue(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::optional<std::int64_t> whole = countValue(text.substr(0, point));
    if (!whole || *whole > kMostSeconds)
        return {};
    Duration value = *whole * kSecond;
    if (point == std::string_view::npos)
        return value;
    Duration worth = kSecond / 10;
    for (const char c : text.substr(point + 1)) {
        if (!isDigit(c))
            return {};
        value += (c - '0') * worth;
        worth /= 10;
    }
    return value;
}

}  // namespace apportion
