// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/spreadsheet_text.h"

#include <string_view>

namespace apportion {

namespace {

// "-1.5", "+3": one sign, digits, at most one point.
bool isNumber(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789";
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    const auto point = text.find_first_not_of(kDigits);
    if (point == std::string_view::npos)
        return !text.empty();
    const std::string_view part = text.substr(point + 1);
    return point > 0 && text[point] == '.' && !part.empty() &&
           part.find_first_not_of(kDigits) == std::string_view::npos;
}

}  // namespace

std::string spreadsheetText(std::string text) {
    constexpr std::string_view kBeginsAFormula = "=+-@\t\r";
    if (!text.empty() && kBeginsAFormula.find(text.front()) != std::string_view::npos &&
        !isNumber(text))
        text.insert(text.begin(), '\'');
    return text;
}

}  // namespace apportion
