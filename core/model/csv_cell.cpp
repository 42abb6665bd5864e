// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/csv_cell.h"

#include <algorithm>
#include <array>

namespace apportion {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

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

// Some programs take blanks away first, and full-width signs for signs.
bool isFormula(std::string_view text) {
    constexpr std::array<std::string_view, 8> kSigns{"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    const auto begin = text.find_first_not_of(kBlanks);
    if (begin != 0 && !text.empty() && text.front() != ' ')
        return true;
    const std::string_view rest = text.substr(std::min(begin, text.size()));
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](std::string_view sign) { return rest.starts_with(sign); }) &&
           !isNumber(rest);
}

// Behind any number of apostrophes.
bool isGuardable(std::string_view text) {
    return isFormula(text.substr(std::min(text.find_first_not_of('\''), text.size())));
}

}  // namespace

std::string spreadsheetText(std::string text) {
    if (isGuardable(text))
        text.insert(text.begin(), '\'');
    return text;
}

std::string_view textOfCell(std::string_view cell) {
    if (cell.starts_with('\'') && isGuardable(cell))
        cell.remove_prefix(1);
    return cell;
}

void appendCell(std::string& row, std::string_view text, CsvCells cells, char separator) {
    const bool guarded = cells == CsvCells::safe && isGuardable(text);
    const bool quoted = text.find_first_of("\"\r\n") != std::string_view::npos ||
                        text.find(separator) != std::string_view::npos;
    if (quoted)
        row += '"';
    if (guarded)
        row += '\'';
    if (!quoted) {
        row += text;
        return;
    }
    for (const char c : text) {
        if (c == '"')
            row += '"';
        row += c;
    }
    row += '"';
}

}  // namespace apportion
