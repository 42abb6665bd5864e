// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a table, and where.
#include <algorithm>
#include <utility>

#include "core/io/traces/read_trace.h"
#include "core/io/traces/table.h"

namespace apportion {

namespace {

// A file of the wrong format has a problem in every row; the first tell enough.
constexpr std::int64_t kMostProblems = 50;

}  // namespace

Message Table::refusalOf(std::size_t column, std::string code) const {
    return {std::move(code),
            {{"column", Value::ofText(shownValue(shape_.columns[column].name))},
             {"value", Value::ofText(has(column) ? shownValue((*fields_)[places_[column]].text)
                                                 : std::string())}}};
}

void Table::refuse(std::size_t column, std::string code, std::vector<Argument> more) {
    Message message = refusalOf(column, std::move(code));
    message.arguments.insert(message.arguments.end(), more.begin(), more.end());
    refuseRow(columnOf(column), nameOf(column), std::move(message));
}

void Table::refuseAt(int line, int column, std::size_t of, Message message) {
    if (shape_.skipBadRows)
        return skipped_.add(line, nameOf(of), message);
    rowsRefused_ = true;
    add(line, column, nameOf(of), std::move(message));
}

void Table::refuseHeader(std::string_view columnName, Message message, std::size_t field) {
    fileRefused_ = true;
    if (otherFormat_)
        return;
    const bool known = fields_ != nullptr && field < fields_->size();
    add(std::max(lineNumber(), 1), known ? (*fields_)[field].column : 1, columnName,
        std::move(message));
}

void Table::refuseColumns(Message message) {
    fileRefused_ = true;
    add(headerLine_, 1, "", std::move(message));
}

bool Table::refuseOtherFormat(std::string_view firstLine) {
    if (otherFormat_)
        return true;
    // Who names a column knows of what table.
    const bool asked = std::any_of(
        shape_.columns.begin(), shape_.columns.end(),
        [](const Column& column) { return !column.option.empty() && !column.name.empty(); });
    if (shape_.kind != TableShape::Kind::trace || asked)
        return false;
    const std::string like = namesNodes(firstLine) ? "nodes" : guessFormatOf(firstLine);
    if (like.empty() || like == shape_.format)
        return false;
    problems_.clear();
    problemCount_ = 0;
    const bool isTrace = like != "scenario" && like != "nodes";
    Message message{"trace-other-format" + (isTrace ? std::string() : "." + like),
                    {{"format", format()}}};
    if (isTrace)
        message.arguments.push_back({"found", Value::ofText(like)});
    refuseHeader("", std::move(message));
    otherFormat_ = true;
    return true;
}

Table::Place Table::placeOf(int column) const {
    const std::string_view before = record_.substr(0, static_cast<std::size_t>(column - 1));
    const auto breaks = static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    return {breaks, breaks > 0 ? column - static_cast<int>(before.rfind('\n')) - 1 : column};
}

bool Table::refuseOtherHeader() {
    if (otherHeader_)
        return true;
    const std::optional<std::size_t> place = row_ > 0 ? otherName() : std::nullopt;
    if (!place)
        return false;
    otherHeader_ = fileRefused_ = true;
    const CsvField& field = (*fields_)[*place];
    const std::string name = *place < width_ ? found_[*place] : std::string(field.text);
    add(lineNumber(), field.column, name,
        {"trace-other-header",
         {{"column", Value::ofText(shownValue(name))},
          {"value", Value::ofText(shownValue(field.text))}}});
    return true;
}

void Table::refuseRow(int column, std::string_view columnName, Message message) {
    // What names the columns anew is no bad row: the rows behind it are not those of this table.
    if (refuseOtherHeader())
        return;
    const Place place = placeOf(column);
    const int line = std::max(lineNumber(), 1) + place.breaks;
    if (shape_.skipBadRows && row_ > 0) {
        if (!isSkipped())
            skipped_.add(line, columnName, message);
        skippedRow_ = row_;
        return;
    }
    (row_ > 0 ? rowsRefused_ : fileRefused_) = true;
    add(line, place.column, columnName, std::move(message));
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
    if (problemCount_ > kMostProblems)
        all.push_back(problemAt(
            0, 0,
            {"trace-more-problems", {{"count", Value::ofCount(problemCount_ - kMostProblems)}}}));
    const bool isTrace = shape_.kind == TableShape::Kind::trace;
    if (isTrace && rowsRefused_ && !fileRefused_ && !lines_.failure()) {
        all.push_back(problemAt(0, 0, {"trace-nothing-taken", {}}));
        all.back().warning = true;
    }
    return all;
}

}  // namespace apportion
