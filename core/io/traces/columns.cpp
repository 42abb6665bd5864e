// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/io/traces/generic.h"
#include "core/io/traces/line_reader.h"
#include "core/io/traces/table.h"

namespace apportion {

namespace {

using Columns = std::vector<std::pair<std::string, std::string>>;

std::string trimmed(std::string_view text) {
    const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t last = text.find_last_not_of(" \t");
    return std::string(text.substr(from, last == std::string_view::npos ? 0 : last + 1 - from));
}

// Adds "field=column"; says what is wrong with it, with its place in `file`.
void addColumn(std::string_view text, const std::string& file, int line, Columns& columns,
               Problems& problems) {
    const std::size_t equals = std::min(text.find('='), text.size());
    std::string field = trimmed(text.substr(0, equals));
    std::string column = trimmed(text.substr(std::min(equals + 1, text.size())));
    const auto& known = genericFields();
    const auto refuse = [&](std::string code, std::vector<Argument> arguments) {
        Problem problem;
        problem.file = file;
        problem.line = line;
        problem.column = line > 0 ? 1 : 0;
        problem.message = {std::move(code), std::move(arguments)};
        problems.push_back(std::move(problem));
    };
    if (equals == text.size() || column.empty())
        return refuse("columns-no-pair", {{"value", Value::ofText(shownValue(text))}});
    if (std::find(known.begin(), known.end(), field) == known.end())
        return refuse("columns-unknown-field", {{"value", Value::ofText(shownValue(field))},
                                                {"known", Value::ofText(wholeList(known))}});
    for (const auto& [other, name] : columns)
        if (other == field)
            return refuse("columns-field-twice", {{"value", Value::ofText(field)}});
    columns.emplace_back(std::move(field), std::move(column));
}

Result<Columns> resultOf(Columns columns, Problems problems) {
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return columns;
}

}  // namespace

Result<Columns> columnsOf(std::string_view text) {
    Columns columns;
    Problems problems;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        addColumn(text.substr(0, end), "--columns", 0, columns, problems);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return resultOf(std::move(columns), std::move(problems));
}

Result<Columns> readColumns(const std::string& path) {
    Result<LineReader> lines = LineReader::open(path);
    if (!lines)
        return tl::unexpected(lines.error());
    Columns columns;
    Problems problems;
    std::string_view line;
    while (lines->next(line)) {
        const std::string text = trimmed(line);
        if (!text.empty() && text.front() != '#')
            addColumn(text, path, lines->lineNumber(), columns, problems);
    }
    if (lines->failure())
        problems.push_back(*lines->failure());
    return resultOf(std::move(columns), std::move(problems));
}

}  // namespace apportion
