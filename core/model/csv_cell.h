// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of a table of comma-separated values (RFC 4180): every table of the product is written
// by these functions, and every trace is read by them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace apportion {

// safe: an apostrophe stands before a text that a spreadsheet would run as a formula. raw: the
// bytes as they are.
enum class CsvCells { safe, raw };

// "'=A1" of "=A1". Names are given by users, and "-1" can be one. A text that reads like a safe
// cell already gets one more apostrophe, so that two texts stay two.
std::string spreadsheetText(std::string text);
// The text of a safe cell.
std::string_view textOfCell(std::string_view cell);

// In quotation marks where the text needs them.
void appendCell(std::string& row, std::string_view text, CsvCells cells, char separator = ',');

// A text, or a number of the program, which stays as it is: which one, its column says.
struct CsvCell {
    CsvCell(std::string from) : text(std::move(from)) {}  // NOLINT: every text is one
    CsvCell(std::string_view from) : text(from) {}        // NOLINT
    CsvCell(const char* from) : text(from) {}             // NOLINT
    static CsvCell ofNumber(std::string digits) {
        CsvCell cell(std::move(digits));
        cell.number = true;
        return cell;
    }

    std::string text;
    bool number = false;
};
void appendField(std::string& row, const CsvCell& cell, CsvCells cells, char separator = ',');

}  // namespace apportion
