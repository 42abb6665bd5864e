// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a table, cut into its fields.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

struct CsvField {
    std::string_view text;  // without quotes; valid as long as the line and the splitter
    int column = 1;         // of its first character, from 1, in bytes
};

// Quotation marks that are not set as RFC 4180 has it.
struct QuoteFault {
    enum class Kind { open, tail };  // not closed in the line; something behind the closing one
    Kind kind = Kind::open;
    CsvField at;  // what follows the mark
};

// The results stay valid until the next call.
class LineSplitter {
public:
    // Values between separators, quoted ones as in RFC 4180. A line break inside of quotes is one
    // character of them, if the line has one.
    const std::vector<CsvField>& quoted(std::string_view line, char separator);
    // What was wrong with the quotation marks of the line, the first of it.
    const std::optional<QuoteFault>& fault() const { return fault_; }
    // Values between separators; a quotation mark is a character like any other.
    const std::vector<CsvField>& plain(std::string_view line, char separator);
    // Words between blanks and tabs.
    const std::vector<CsvField>& words(std::string_view line);

private:
    std::string_view unquoted(std::string_view quoted, std::size_t& used);
    void checkQuotes(std::string_view line, std::size_t from, std::size_t closed, std::size_t end);

    std::vector<CsvField> fields_;
    std::optional<QuoteFault> fault_;
    std::deque<std::string> unescaped_;  // fields with doubled quotes
};

}  // namespace apportion
