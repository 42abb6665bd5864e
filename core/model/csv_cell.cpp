// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/csv_cell.h"

#include <algorithm>
#include <array>

#include "core/model/utf8.h"
#include "core/model/visible_text.h"

namespace apportion {

namespace {

// Programs skip blanks, quotation marks and separators in front.
std::string_view withoutLead(std::string_view text) {
    constexpr std::string_view kSkipped = " '\"`;,|";
    while (!text.empty()) {
        const Character first = characterAt(text, 0);
        if (kSkipped.find(text.front()) == std::string_view::npos && !isHidden(first.code) &&
            !isOtherBlank(first.code))
            break;
        text.remove_prefix(first.bytes);
    }
    return text;
}

// Full-width signs are taken for signs.
bool isGuardable(std::string_view text) {
    constexpr std::array<std::string_view, 8> kSigns{"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    const auto first = text.find_first_not_of('\'');
    if (first == std::string_view::npos)
        return false;
    if (std::string_view("\t\r\n").find(text[first]) != std::string_view::npos)
        return true;
    const std::string_view rest = withoutLead(text);
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](std::string_view sign) { return rest.starts_with(sign); });
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

void appendField(std::string& row, const CsvCell& cell, CsvCells cells, char separator) {
    appendCell(row, std::string_view(cell.text), cell.number ? CsvCells::raw : cells, separator);
}

}  // namespace apportion
