// SPDX-License-Identifier: GPL-3.0-or-later
// A table with a header line: columns found by name, every problem with its place.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/csv_line.h"
#include "core/io/traces/line_reader.h"
#include "core/model/problem.h"

namespace apportion {

class Table {
public:
    // Reads the header line, which must name every column of `wanted`; others are let be.
    // `format` is named in problems.
    static Result<Table> open(const std::string& path, std::string_view format,
                              std::initializer_list<std::string_view> wanted);

    // The next row that is not blank. False at the end.
    bool next();
    // Of the present row, by place in `wanted`.
    std::string_view value(std::size_t wanted) const { return (*fields_)[places_[wanted]].text; }
    std::int64_t row() const { return row_; }  // from 1, blank lines aside
    int lineNumber() const { return lines_.lineNumber(); }

    // The value of a column is not what it must be; `code` gets {column} and {value}.
    void refuse(std::size_t wanted, std::string code);
    // All problems so far, those of the file itself too; at most kMostProblems and the number of
    // the others. Empty = everything was read.
    Problems problems() const;

private:
    Table(LineReader lines, std::string path);
    Result<void> readHeader(std::string_view format,
                            std::initializer_list<std::string_view> wanted);
    void refuseAt(int column, std::string_view columnName, Message message);

    LineReader lines_;
    std::string path_;
    CsvSplitter splitter_;
    std::vector<std::string> names_;   // as `wanted`
    std::vector<std::size_t> places_;  // column of each
    std::size_t columns_ = 0;          // of the header
    const std::vector<CsvField>* fields_ = nullptr;
    std::int64_t row_ = 0;
    Problems problems_;
    std::int64_t problemCount_ = 0;
};

}  // namespace apportion
