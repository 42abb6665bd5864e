// SPDX-License-Identifier: GPL-3.0-or-later
// A table of text: columns found by name, every problem with its place.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/csv_line.h"
#include "core/io/traces/line_reader.h"
#include "core/model/problem.h"

namespace apportion {

struct Column {
    std::string name;
    bool needed = true;  // a problem if the table lacks it; else its values are empty
};

struct TableShape {
    enum class Cells { quoted, plain, words };  // as LineSplitter cuts them
    // maybe: if the first line names a column, or has not as many fields as `names`
    enum class Header { first, maybe, none };

    std::string format;           // named in problems
    std::vector<Column> columns;  // what is read, by place; other columns of the table are let be
    Cells cells = Cells::quoted;
    char separator = ',';
    Header header = Header::first;
    std::vector<std::string> names;  // all columns of a table without a header
    char comment = 0;                // lines that begin so are handed to `onComment`
    std::function<void(std::string_view)> onComment;
};

class Table {
public:
    static Result<Table> open(const std::string& path, TableShape shape);

    // The next row that is not blank. False at the end.
    bool next();
    // Of the present row, by place in `columns`, without blanks around it.
    std::string_view value(std::size_t column) const;
    bool has(std::size_t column) const { return places_[column] != kNowhere; }
    // A column without which the table is of no use; a problem if it is not there.
    bool require(std::size_t column);
    std::int64_t row() const { return row_; }  // from 1, blank lines and comments aside
    int lineNumber() const { return lines_.lineNumber(); }

    // The value of a column is not what it must be; `code` gets {column} and {value}.
    void refuse(std::size_t column, std::string code);
    // All problems so far, those of the file itself too; at most kMostProblems and the number of
    // the others. Empty = everything was read.
    Problems problems() const;

private:
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    Table(LineReader lines, std::string path, TableShape shape);
    Result<void> begin();
    bool looksLikeHeader() const;
    void findColumns();
    bool nextLine(std::string_view& line);
    const std::vector<CsvField>& split(std::string_view line);
    bool takeRow(std::string_view line);
    void refuseAt(int column, std::string_view columnName, Message message);

    LineReader lines_;
    std::string path_;
    TableShape shape_;
    LineSplitter splitter_;
    std::vector<std::string> found_;   // all columns of the table
    std::vector<std::size_t> places_;  // by column
    std::size_t width_ = 0;            // columns of the table
    const std::vector<CsvField>* fields_ = nullptr;
    std::string pending_;  // the first line where it was no header
    bool hasPending_ = false;
    std::int64_t row_ = 0;
    Problems problems_;
    std::int64_t problemCount_ = 0;
};

// As a message can show it: at most 80 bytes, what is no UTF-8 or cannot be seen as \x1F.
std::string shownValue(std::string_view text);

}  // namespace apportion
