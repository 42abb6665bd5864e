// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/table.h"

#include <algorithm>

namespace apportion {

namespace {

// A file of the wrong format has a problem in every row; the first tell enough.
constexpr std::int64_t kMostProblems = 50;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

}  // namespace

Table::Table(LineReader lines, std::string path)
    : lines_(std::move(lines)), path_(std::move(path)) {}

Result<Table> Table::open(const std::string& path, std::string_view format,
                          std::initializer_list<std::string_view> wanted) {
    Result<LineReader> lines = LineReader::open(path);
    if (!lines)
        return tl::unexpected(lines.error());
    Table table(std::move(*lines), path);
    if (Result<void> header = table.readHeader(format, wanted); !header)
        return tl::unexpected(header.error());
    return table;
}

Result<void> Table::readHeader(std::string_view format,
                               std::initializer_list<std::string_view> wanted) {
    std::string_view line;
    const bool any = lines_.next(line);
    if (lines_.failure())
        return tl::unexpected(Problems{*lines_.failure()});
    if (!any) {
        refuseAt(0, "", {"empty-file", {}});
        return tl::unexpected(problems());
    }
    const std::vector<CsvField>& header = splitter_.split(line);
    columns_ = header.size();
    std::vector<std::string> found;
    for (const CsvField& field : header)
        found.emplace_back(trimmed(field.text));
    for (const std::string_view name : wanted) {
        const auto place = std::find(found.begin(), found.end(), name);
        if (place == found.end())
            refuseAt(1, name,
                     {"trace-column-missing",
                      {{"column", Value::ofText(std::string(name))},
                       {"format", Value::ofText(std::string(format))},
                       {"found", Value::ofList(found)}}});
        names_.emplace_back(name);
        places_.push_back(static_cast<std::size_t>(place - found.begin()));
    }
    if (problemCount_ > 0)
        return tl::unexpected(problems());
    return {};
}

bool Table::next() {
    std::string_view line;
    while (lines_.next(line)) {
        if (trimmed(line).empty())
            continue;
        ++row_;
        fields_ = &splitter_.split(line);
        if (fields_->size() == columns_)
            return true;
        refuseAt(1, "",
                 {"trace-field-count",
                  {{"found", Value::ofCount(static_cast<std::int64_t>(fields_->size()))},
                   {"expected", Value::ofCount(static_cast<std::int64_t>(columns_))}}});
    }
    return false;
}

void Table::refuse(std::size_t wanted, std::string code) {
    const CsvField& field = (*fields_)[places_[wanted]];
    refuseAt(field.column, names_[wanted],
             {std::move(code),
              {{"column", Value::ofText(names_[wanted])},
               {"value", Value::ofText(std::string(field.text))}}});
}

void Table::refuseAt(int column, std::string_view columnName, Message message) {
    if (++problemCount_ > kMostProblems)
        return;
    Problem problem;
    problem.file = path_;
    problem.line = std::max(lines_.lineNumber(), 1);
    problem.column = column;
    if (!columnName.empty())
        problem.pointer = "/" + std::to_string(problem.line) + "/" + std::string(columnName);
    problem.message = std::move(message);
    problems_.push_back(std::move(problem));
}

Problems Table::problems() const {
    Problems all = problems_;
    if (lines_.failure())
        all.push_back(*lines_.failure());
    if (problemCount_ > kMostProblems) {
        Problem rest;
        rest.file = path_;
        rest.message = {"trace-more-problems",
                        {{"count", Value::ofCount(problemCount_ - kMostProblems)}}};
        all.push_back(std::move(rest));
    }
    return all;
}

}  // namespace apportion
