// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/units.h"

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

namespace {

constexpr std::array<std::pair<std::string_view, char>, 18> kTimeWords{{{"d", 'd'},
                                                                        {"day", 'd'},
                                                                        {"days", 'd'},
                                                                        {"h", 'h'},
                                                                        {"hr", 'h'},
                                                                        {"hrs", 'h'},
                                                                        {"hour", 'h'},
                                                                        {"hours", 'h'},
                                                                        {"m", 'm'},
                                                                        {"min", 'm'},
                                                                        {"mins", 'm'},
                                                                        {"minute", 'm'},
                                                                        {"minutes", 'm'},
                                                                        {"s", 's'},
                                                                        {"sec", 's'},
                                                                        {"secs", 's'},
                                                                        {"second", 's'},
                                                                        {"seconds", 's'}}};

constexpr std::int64_t kOneMib = 1 << 20;  // bytes

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return small;
}

// Of the part of a time that `text` begins with, which is taken off; nothing = no such part.
struct TimePart {
    std::string_view number;
    char unit = 's';
};

std::optional<TimePart> takePart(std::string_view& text) {
    const auto* const word = std::find_if(text.begin(), text.end(), isLetter);
    const auto* const end = std::find_if_not(word, text.end(), isLetter);
    TimePart part;
    part.number = text.substr(0, static_cast<std::size_t>(word - text.begin()));
    if (!part.number.empty() && part.number.back() == ' ')
        part.number.remove_suffix(1);
    const std::string unit = inSmallLetters({word, end});
    const auto known = std::find_if(kTimeWords.begin(), kTimeWords.end(),
                                    [&](const auto& each) { return each.first == unit; });
    if (known == kTimeWords.end())
        return std::nullopt;
    part.unit = known->second;
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return part;
}

}  // namespace

std::span<const std::pair<std::string_view, char>> timeWords() {
    return kTimeWords;
}

std::optional<Duration> durationArgument(std::string_view text) {
    constexpr std::string_view kUnits = "dhms";
    constexpr Duration kLengths[] = {86400, 3600, 60, 1};
    const auto read = [](std::string_view number, Duration length) {
        const auto value = scaledNumber(number, length * kSecond);
        return value && *value >= 0 && *value <= kMostTime ? value : std::nullopt;
    };
    if (const auto bare = read(text, 1))
        return bare;
    Duration sum = 0;
    // Of several parts each has its unit, the larger ones first.
    for (std::size_t next = 0;;) {
        const auto part = takePart(text);
        const auto unit = part ? kUnits.find(part->unit) : 0;
        const auto value = part && unit >= next ? read(part->number, kLengths[unit]) : std::nullopt;
        if (!value || *value > kMostTime - sum)
            return std::nullopt;
        sum += *value;
        if (text.empty())
            return sum;
        if (text.front() == ' ')
            text.remove_prefix(1);
        next = unit + 1;
    }
}

std::optional<std::int64_t> memoryUnit(std::string_view word) {
    const std::string unit = inSmallLetters(word);
    const auto letter = std::string_view("mgt").find(unit.empty() ? ' ' : unit.front());
    const std::string_view behind = std::string_view(unit).substr(unit.empty() ? 0 : 1);
    const bool decimal = behind == "b";
    if (letter == std::string_view::npos || (!decimal && !behind.empty() && behind != "ib"))
        return std::nullopt;
    std::int64_t bytes = decimal ? 1'000'000 : kOneMib;
    for (std::size_t step = 0; step < letter; ++step)
        bytes *= decimal ? 1000 : 1024;
    return bytes;
}

namespace {

// The number before its unit; `bytes` of one.
struct MemoryText {
    std::string_view number;
    std::int64_t bytes = 0;

    bool isWhole() const { return bytes % kOneMib == 0; }
};

std::optional<MemoryText> typedMemory(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0 && isLetter(text[end - 1]))
        --end;
    const auto unit =
        end == text.size() ? std::optional(kOneGib * kOneMib) : memoryUnit(text.substr(end));
    if (!unit)
        return std::nullopt;
    if (end < text.size() && end > 0 && text[end - 1] == ' ')
        --end;
    return MemoryText{text.substr(0, end), *unit};
}

}  // namespace

std::optional<Memory> memoryArgument(std::string_view text) {
    const auto typed = typedMemory(text);
    if (!typed)
        return std::nullopt;
    if (typed->isWhole())
        return amountArgument(typed->number, typed->bytes / kOneMib);
    const auto bytes = amountArgument(typed->number, typed->bytes);
    if (!bytes)
        return std::nullopt;
    const Memory nearest = *bytes / kOneMib + (*bytes % kOneMib >= kOneMib / 2 ? 1 : 0);
    // Something is not nothing, which may mean "not bounded".
    return nearest > 0 || *bytes == 0 ? std::optional(nearest) : std::nullopt;
}

std::int64_t memoryRounding(std::string_view text) {
    const auto kept = memoryArgument(text);
    const auto typed = typedMemory(text);
    if (!kept || typed->isWhole())
        return 0;
    return *kept * kOneMib - amountArgument(typed->number, typed->bytes).value_or(0);
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
