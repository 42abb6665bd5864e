// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/table.h"

#include <algorithm>

#include "core/io/traces/field_values.h"

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

// Of a table that is no trace: the variant that says so.
std::string codeOf(const char* code, TableShape::Kind kind) {
    std::string full = code;
    if (kind == TableShape::Kind::guarantees)
        full += ".guarantees";
    else if (kind == TableShape::Kind::nodes)
        full += ".nodes";
    return full;
}

std::string joined(const std::vector<std::string>& names, char separator) {
    std::string line;
    for (const std::string& name : names)
        line += (line.empty() ? "" : std::string(1, separator)) + name;
    return line;
}

// All of them, within reason.
std::string shownNames(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 40;
    if (names.size() <= kMost)
        return wholeList(names);
    return wholeList({names.begin(), names.begin() + kMost}) + ", ...";
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
            shape_.onComment(line, lines_.lineNumber());
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

bool Table::fitsNames() const {
    const std::size_t width = found_.size();
    return width == shape_.names.size() ||
           (width == shape_.names.size() + 1 && found_.back().empty());
}

bool Table::namesColumns() const {
    return std::any_of(found_.begin(), found_.end(), [&](const std::string& name) {
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
        refuseAt(1, "", {codeOf("trace-empty", shape_.kind), {{"format", format()}}});
        return tl::unexpected(problems());
    }
    for (const CsvField& field : split(line))
        found_.push_back(shownValue(trimmed(field.text)));
    if (!quotesFit())
        return tl::unexpected(problems());
    const bool maybe = shape_.header == TableShape::Header::maybe;
    hasHeader_ = shape_.header == TableShape::Header::first || (maybe && namesColumns());
    if (maybe && !hasHeader_ && !fitsNames()) {
        refuseAt(1, "",
                 {"trace-no-header",
                  {{"format", format()},
                   {"found", Value::ofCount(static_cast<std::int64_t>(found_.size()))},
                   {"expected", Value::ofCount(static_cast<std::int64_t>(shape_.names.size()))},
                   {"columns", Value::ofText(joined(shape_.names, shape_.separator))}}});
        return tl::unexpected(problems());
    }
    header_ = hasHeader_ ? std::string(line)
              : maybe    ? joined(shape_.names, shape_.separator)
                         : std::string();
    if (!hasHeader_) {
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
             {codeOf("trace-column-missing", shape_.kind),
              {{"column", Value::ofText(shownValue(name))},
               {"format", format()},
               {"found", Value::ofText(shownNames(found_))}}});
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

bool Table::repeatsHeader(std::string_view line) {
    if (line.size() != header_.size() || line != header_)
        return false;
    if (repeatedHeaders_++ == 0)
        firstRepeatedHeader_ = lines_.lineNumber();
    return true;
}

// How the sentence about a row of a wrong width speaks of it.
std::string_view Table::codeOfCount() const {
    if (shape_.cells == TableShape::Cells::words)
        return "trace-field-count.words";
    if (!hasHeader_)
        return "trace-field-count.headerless";
    return shape_.cells == TableShape::Cells::plain ? "trace-field-count.plain"
                                                    : "trace-field-count";
}

bool Table::quotesFit() {
    const std::optional<QuoteFault>& fault = splitter_.fault();
    if (!fault)
        return true;
    refuseAt(fault->at.column, "",
             {fault->kind == QuoteFault::Kind::open ? "trace-quote-open" : "trace-quote-tail",
              {{"value", Value::ofText(shownValue(fault->at.text))}}});
    return false;
}

bool Table::takeRow(std::string_view line) {
    if (repeatsHeader(line))
        return false;
    ++row_;
    fields_ = &split(line);
    if (!quotesFit())
        return false;
    const std::size_t count = fields_->size();
    if (count == width_ || (count == width_ + 1 && fields_->back().text.empty()))
        return true;
    refuseAt(1, "",
             {std::string(codeOfCount()),
              {{"found", Value::ofCount(static_cast<std::int64_t>(count))},
               {"expected", Value::ofCount(static_cast<std::int64_t>(width_))},
               {"format", format()}}});
    return false;
}

std::string_view Table::value(std::size_t column) const {
    return has(column) ? trimmed((*fields_)[places_[column]].text) : std::string_view();
}

int Table::columnOf(std::size_t column) const {
    return has(column) ? (*fields_)[places_[column]].column : 1;
}

bool Table::missing(std::size_t column) const {
    const std::string_view text = value(column);
    return isMissing(text) || (shape_.minusOne && text == "-1");
}

std::int64_t Table::expectedRows() const {
    const ByteSource::Progress progress = lines_.progress();
    return progress.taken > 0 ? row_ * progress.all / progress.taken : 0;
}

void Table::refuse(std::size_t column, std::string code) {
    const CsvField field = has(column) ? (*fields_)[places_[column]] : CsvField{};
    refuseAt(field.column, shape_.columns[column].name,
             {std::move(code),
              {{"column", Value::ofText(shownValue(shape_.columns[column].name))},
               {"value", Value::ofText(shownValue(field.text))}}});
}

void Table::refuseAt(int column, std::string_view columnName, Message message) {
    add(std::max(lines_.lineNumber(), 1), column, columnName, std::move(message));
}

void Table::refuseAt(int line, int column, std::size_t of, Message message) {
    add(line, column, nameOf(of), std::move(message));
}

void Table::add(int line, int column, std::string_view columnName, Message message) {
    if (++problemCount_ > kMostProblems)
        return;
    Problem problem = problemAt(line, column, std::move(message));
    if (!columnName.empty())
        problem.pointer = "/" + std::to_string(problem.line) + "/" + shownValue(columnName);
    problems_.push_back(std::move(problem));
}

Problem Table::problemAt(int line, int column, Message message) const {
    Problem problem;
    problem.file = path_;
    problem.line = line;
    problem.column = column;
    problem.message = std::move(message);
    return problem;
}

Problems Table::problems() const {
    Problems all = problems_;
    std::stable_sort(all.begin(), all.end(), [](const Problem& a, const Problem& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    // What is damaged has wrong rows because of it.
    if (lines_.failure())
        all.insert(all.begin(), *lines_.failure());
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
