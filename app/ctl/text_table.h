// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that line up, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::ctl {

enum class Align { left, right };

// Columns of a terminal that UTF-8 text takes; East Asian characters take two.
std::size_t displayWidth(std::string_view text);

class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::left;
        bool hidden = false;  // where no row has anything but "-" in it
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
    // One cell a column.
    void row(std::vector<std::string> cells);
    bool empty() const { return rows_.empty(); }
    // Titles and rows, two spaces between columns and before the first; no trailing spaces.
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace apportion::ctl
