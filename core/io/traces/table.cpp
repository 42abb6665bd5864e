// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/table.h"

#include <algorithm>

namespace apportion {

namespace {

// A file of the wrong format has a problem in every row; the first tell enough.
constexpr std::int64_t kMostProblems = 50;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

}  // namespace

Table::Table(LineReader lines, std::string path, TableShape shape)
    : lines_(std::move(lines)), path_(std::move(path)), shape_(std::move(shape)) {}

Result<Table> Table::open(const std::string& path, TableShape shape) {
    Result<LineReader> lines = LineReader::open(path);
    if (!lines)
        return tl::unexpected(lines.error());
    Table table(std::move(*lines), path, std::move(shape));
    if (Result<void> begun = table.begin(); !begun)
        return tl::unexpected(begun.error());
    return table;
}

bool Table::nextLine(std::string_view& line) {
    while (lines_.next(line)) {
        const std::string_view content = trimmed(line);
        if (content.empty())
            continue;
        if (shape_.comment == 0 || content.front() != shape_.comment)
            return true;
        if (shape_.onComment)
            shape_.onComment(content);
    }
    return false;
}

const std::vector<CsvField>& Table::split(std::string_view line) {
    switch (shape_.cells) {
        case TableShape::Cells::plain:
            return splitter_.plain(line, shape_.separator);
        case TableShape::Cells::words:
            return splitter_.words(line);
        case TableShape::Cells::quoted:
            break;
    }
    return splitter_.quoted(line, shape_.separator);
}

bool Table::looksLikeHeader() const {
    const std::size_t width = found_.size();
    const bool fits =
        width == shape_.names.size() || (width == shape_.names.size() + 1 && found_.back().empty());
    return !fits || std::any_of(found_.begin(), found_.end(), [&](const std::string& name) {
        return std::any_of(shape_.columns.begin(), shape_.columns.end(), [&](const Column& column) {
            return !name.empty() && column.name == name;
        });
    });
}

Result<void> Table::begin() {
    std::string_view line;
    const bool any = nextLine(line);
    if (lines_.failure())
        return tl::unexpected(Problems{*lines_.failure()});
    if (!any) {
        refuseAt(1, "", {"trace-empty", {{"format", Value::ofText(shape_.format)}}});
        return tl::unexpected(problems());
    }
    for (const CsvField& field : split(line))
        found_.push_back(shownValue(trimmed(field.text)));
    const bool header = shape_.header == TableShape::Header::first ||
                        (shape_.header == TableShape::Header::maybe && looksLikeHeader());
    if (!header) {
        found_ = shape_.names;
        pending_ = std::string(line);
        hasPending_ = true;
    }
    findColumns();
    if (problemCount_ > 0)
        return tl::unexpected(problems());
    return {};
}

void Table::findColumns() {
    width_ = found_.size();
    // A separator behind the last name, as "sacct -p" writes it, is one behind every row.
    if (width_ > 1 && found_.back().empty())
        --width_;
    for (std::size_t i = 0; i < shape_.columns.size(); ++i) {
        const Column& column = shape_.columns[i];
        const auto place = std::find(found_.begin(), found_.end(), column.name);
        const bool there = place != found_.end() && !column.name.empty();
        if (there && std::find(place + 1, found_.end(), column.name) != found_.end())
            refuseAt(1, column.name,
                     {"trace-column-twice", {{"column", Value::ofText(column.name)}}});
        places_.push_back(there ? static_cast<std::size_t>(place - found_.begin()) : kNowhere);
        if (column.needed)
            require(i);
    }
}

bool Table::require(std::size_t column) {
    if (has(column))
        return true;
    const std::string& name = shape_.columns[column].name;
    refuseAt(1, name,
             {"trace-column-missing",
              {{"column", Value::ofText(shownValue(name))},
               {"format", Value::ofText(shape_.format)},
               {"found", Value::ofList(found_)}}});
    return false;
}

bool Table::next() {
    std::string_view line;
    if (hasPending_) {
        hasPending_ = false;
        if (takeRow(pending_))
            return true;
    }
    while (nextLine(line))
        if (takeRow(line))
            return true;
    return false;
}

bool Table::takeRow(std::string_view line) {
    ++row_;
    fields_ = &split(line);
    const std::size_t count = fields_->size();
    if (count == width_ || (count == width_ + 1 && fields_->back().text.empty()))
        return true;
    refuseAt(1, "",
             {"trace-field-count",
              {{"found", Value::ofCount(static_cast<std::int64_t>(count))},
               {"expected", Value::ofCount(static_cast<std::int64_t>(width_))}}});
    return false;
}

std::string_view Table::value(std::size_t column) const {
    return has(column) ? trimmed((*fields_)[places_[column]].text) : std::string_view();
}

void Table::refuse(std::size_t column, std::string code) {
    const CsvField field = has(column) ? (*fields_)[places_[column]] : CsvField{};
    refuseAt(field.column, shape_.columns[column].name,
             {std::move(code),
              {{"column", Value::ofText(shownValue(shape_.columns[column].name))},
               {"value", Value::ofText(shownValue(field.text))}}});
}

void Table::refuseAt(int column, std::string_view columnName, Message message) {
    if (++problemCount_ > kMostProblems)
        return;
    Problem problem;
    problem.file = path_;
    problem.line = std::max(lines_.lineNumber(), 1);
    problem.column = column;
    if (!columnName.empty())
        problem.pointer = "/" + std::to_string(problem.line) + "/" + shownValue(columnName);
    problem.message = std::move(message);
    problems_.push_back(std::move(problem));
}

Problems Table::problems() const {
    Problems all = problems_;
    std::stable_sort(all.begin(), all.end(), [](const Problem& a, const Problem& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
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
