// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/huge_numbers.h"

#include <algorithm>
#include <charconv>

namespace apportion::json {

namespace {

bool isHuge(std::string_view digits) {
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    return read.ptr == end && read.ec == std::errc::result_out_of_range;
}

// Behind the quotation mark that ends the string that begins here.
std::size_t endOfString(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

}  // namespace

HugeNumbers withoutHugeNumbers(std::string_view text) {
    constexpr std::string_view kBegins = "-0123456789";
    constexpr std::string_view kOfNumbers = "+-.0123456789Ee";
    HugeNumbers huge{std::string{text}, {}};
    std::size_t numbers = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') {
            at = endOfString(text, at);
            continue;
        }
        if (kBegins.find(text[at]) == std::string_view::npos) {
            ++at;
            continue;
        }
        const auto end = std::min(text.find_first_not_of(kOfNumbers, at), text.size());
        if (const auto digits = text.substr(at, end - at); isHuge(digits)) {
            huge.digits.emplace(numbers, digits);
            huge.text.replace(at, digits.size(), digits.size(), ' ');
            huge.text[at] = '0';
        }
        ++numbers;
        at = end;
    }
    return huge;
}

}  // namespace apportion::json
