// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/number_text.h"

#include <array>
#include <limits>

namespace apportion {

namespace {

constexpr std::uint64_t kLargest =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

// Absolute value that also holds for the lowest integer.
std::uint64_t magnitude(std::int64_t value) {
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// The digits of a number without sign, dot and leading zeros, and the power of ten they stand for.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;
    bool negative = false;
};

std::optional<Decimal> parseDecimal(std::string_view text) {
    Decimal decimal;
    std::size_t at = 0;
    if (at < text.size() && text[at] == '-') {
        decimal.negative = true;
        ++at;
    }
    const auto firstDigit = at;
    const auto take = [&](char c) {
        if (c != '0' || !decimal.digits.empty())
            decimal.digits.push_back(c);
    };
    while (at < text.size() && isDigit(text[at]))
        take(text[at++]);
    if (at == firstDigit)
        return std::nullopt;
    if (at < text.size() && text[at] == '.') {
        const auto firstPlace = ++at;
        while (at < text.size() && isDigit(text[at])) {
            take(text[at++]);
            --decimal.exponent;
        }
        if (at == firstPlace)
            return std::nullopt;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        bool minus = false;
        if (at < text.size() && (text[at] == '+' || text[at] == '-'))
            minus = text[at++] == '-';
        if (at == text.size())
            return std::nullopt;
        std::int64_t exponent = 0;
        while (at < text.size() && isDigit(text[at])) {
            // Beyond this no number of the project is left; only the sign still matters.
            if (exponent < 1'000'000'000)
                exponent = exponent * 10 + (text[at] - '0');
            ++at;
        }
        decimal.exponent += minus ? -exponent : exponent;
    }
    if (at != text.size())
        return std::nullopt;
    while (!decimal.digits.empty() && decimal.digits.back() == '0') {
        decimal.digits.pop_back();
        ++decimal.exponent;
    }
    return decimal;
}

}  // namespace

std::string decimalText(std::int64_t value, int places, int least) {
    std::string digits = std::to_string(magnitude(value));
    const auto wanted = static_cast<std::size_t>(places);
    if (digits.size() <= wanted)
        digits.insert(0, wanted + 1 - digits.size(), '0');
    std::string fraction = digits.substr(digits.size() - wanted);
    digits.resize(digits.size() - wanted);
    while (fraction.size() > static_cast<std::size_t>(least) && fraction.back() == '0')
        fraction.pop_back();
    std::string text = value < 0 ? "-" + digits : digits;
    if (!fraction.empty())
        text += "." + fraction;
    return text;
}

std::string gpuText(Gpu gpu) {
    return decimalText(gpu, 2);
}

std::string cpuText(Cpu cpu) {
    return decimalText(cpu, 3);
}

std::string memoryText(Memory memory) {
    // 1/1024 = 9,765,625 / 10^10, so ten places are always exact.
    const auto mib = magnitude(memory);
    std::string text = decimalText(static_cast<std::int64_t>(mib % kOneGib) * 9'765'625, 10);
    text.replace(0, 1, std::to_string(mib / kOneGib));
    return memory < 0 ? "-" + text : text;
}

std::string secondsText(Duration duration) {
    return decimalText(duration, 3, 1);
}

std::string gpuHoursText(std::int64_t gpuTime) {
    constexpr std::int64_t kTenth = kOneGpu * 360 * kSecond;
    const std::int64_t tenths = (gpuTime + kTenth / 2) / kTenth;
    return tenths == 0 && gpuTime > 0 ? "less than 0.1 GPU hours"
                                      : decimalText(tenths, 1, 1) + " GPU hours";
}

std::string gpuSecondsText(std::int64_t gpuTime) {
    const std::int64_t half = gpuTime < 0 ? -kOneGpu / 2 : kOneGpu / 2;
    return secondsText((gpuTime + half) / kOneGpu);
}

std::optional<std::int64_t> scaledNumber(std::string_view text, std::int64_t scale) {
    const auto decimal = parseDecimal(text);
    if (!decimal)
        return std::nullopt;
    if (decimal->digits.empty())
        return 0;
    // digits * 10^exponent * scale; a negative exponent has to divide the rest without remainder.
    if (decimal->digits.size() > 19)
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char digit : decimal->digits)
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    auto factor = static_cast<std::uint64_t>(scale);
    for (auto exponent = decimal->exponent; exponent < 0; ++exponent) {
        // Take out the 2 and the 5 of each ten wherever they are.
        for (const std::uint64_t prime : {2U, 5U}) {
            if (factor % prime == 0)
                factor /= prime;
            else if (value % prime == 0)
                value /= prime;
            else
                return std::nullopt;
        }
    }
    for (auto exponent = decimal->exponent; exponent > 0; --exponent) {
        if (value > kLargest / 10)
            return std::nullopt;
        value *= 10;
    }
    if (factor != 0 && value > kLargest / factor)
        return std::nullopt;
    const auto result = static_cast<std::int64_t>(value * factor);
    return decimal->negative ? -result : result;
}

}  // namespace apportion
