// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/columns.h"

#include <algorithm>
#include <filesystem>

#include "core/io/traces/line_reader.h"
#include "core/io/traces/table.h"

namespace apportion {

namespace {

std::string trimmed(std::string_view text) {
    const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t last = text.find_last_not_of(" \t");
    return std::string(text.substr(from, last == std::string_view::npos ? 0 : last + 1 - from));
}

// Adds "field=column"; says what is wrong with it, with its place in `file`.
void addColumn(std::string_view text, const MappedFields& known, const std::string& file, int line,
               ColumnMapping& columns, Problems& problems) {
    const std::size_t equals = std::min(text.find('='), text.size());
    std::string field = trimmed(text.substr(0, equals));
    std::string column = trimmed(text.substr(std::min(equals + 1, text.size())));
    const auto refuse = [&](std::string code, std::vector<Argument> arguments) {
        Problem problem;
        problem.file = file;
        problem.line = line;
        problem.column = line > 0 ? 1 : 0;
        problem.message = {std::move(code), std::move(arguments)};
        problems.push_back(std::move(problem));
    };
    if (equals == text.size())
        return refuse("columns-no-pair" + known.variant,
                      {{"value", Value::ofText(shownValue(text))}});
    if (std::find(known.names.begin(), known.names.end(), field) == known.names.end())
        return refuse("columns-unknown-field", {{"value", Value::ofText(shownValue(field))},
                                                {"known", Value::ofText(wholeList(known.names))}});
    const auto& needed = known.needed;
    if (column.empty() && std::find(needed.begin(), needed.end(), field) != needed.end())
        return refuse("columns-needed", {{"value", Value::ofText(field)}});
    for (const auto& [other, name] : columns)
        if (other == field)
            return refuse("columns-field-twice", {{"value", Value::ofText(field)}});
    columns.emplace_back(std::move(field), std::move(column));
}

Result<ColumnMapping> resultOf(ColumnMapping columns, Problems problems) {
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return columns;
}

Result<ColumnMapping> readMapping(const std::string& path, const MappedFields& known) {
    Result<LineReader> lines = LineReader::open(path);
    if (!lines)
        return tl::unexpected(lines.error());
    ColumnMapping columns;
    Problems problems;
    std::string_view line;
    while (lines->next(line)) {
        const std::string text = trimmed(line);
        if (!text.empty() && text.front() != '#')
            addColumn(text, known, path, lines->lineNumber(), columns, problems);
    }
    if (lines->failure())
        problems.push_back(*lines->failure());
    return resultOf(std::move(columns), std::move(problems));
}

}  // namespace

const std::string* columnOf(const ColumnMapping& columns, std::string_view field) {
    for (const auto& [name, column] : columns)
        if (name == field)
            return &column;
    return nullptr;
}

Result<ColumnMapping> columnMapping(const std::string& text, const MappedFields& known) {
    std::error_code none;
    if (text.find('=') == std::string::npos || std::filesystem::exists(text, none))
        return readMapping(text, known);
    ColumnMapping columns;
    Problems problems;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        addColumn(rest.substr(0, end), known, known.option, 0, columns, problems);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return resultOf(std::move(columns), std::move(problems));
}

}  // namespace apportion
