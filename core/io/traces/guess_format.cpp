// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "core/io/input_file.h"
#include "core/io/traces/csv_line.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/line_reader.h"
#include "core/io/traces/read_trace.h"
#include "core/io/traces/swf.h"
#include "core/io/traces/word_values.h"

namespace apportion {

namespace {

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Columns that no other format has together.
struct Mark {
    std::string_view format;
    std::array<std::string_view, 3> columns;
};
constexpr std::array kMarks{Mark{"philly", {"timestamp", "num_gpus", "cluster"}},
                            Mark{"openb", {"num_gpu", "gpu_milli", "scheduled_time"}},
                            Mark{"pai", {"arrival_s", "service_sec", "gpu_count"}},
                            Mark{"pai", {"inst_num", "plan_gpu", "gpu_type"}},
                            Mark{"helios", {"job_id", "gpu_num", "submit_time"}},
                            Mark{"csv", {"submit", "duration", "gpus"}},
                            Mark{"csv", {"submit", "end", "gpus"}}};

// As "sacct -n" writes it with the columns that are asked for.
bool isRowOfSacct(const std::vector<CsvField>& cells) {
    constexpr std::size_t kColumns = 11, kSubmit = 5;
    return cells.size() >= kColumns && cells.size() <= kColumns + 1 &&
           DateReader().read(cells[kSubmit].text).has_value();
}

// Of a log without comments; some logs have a field more.
bool isRowOfSwf(const std::vector<CsvField>& words) {
    return words.size() >= std::size(kSwfFields) && words.size() <= std::size(kSwfFields) + 1 &&
           std::all_of(words.begin(), words.end(), [](const CsvField& word) {
               return word.text.find_first_not_of("-.0123456789") == std::string_view::npos;
           });
}

constexpr std::array<std::string_view, 2> kNodeColumns{"sn", "gpu"};

bool names(const std::vector<CsvField>& fields, std::string_view name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const CsvField& field) { return isSameName(field.text, name); });
}

bool namesSacct(const std::vector<CsvField>& cells) {
    return names(cells, "JobIDRaw") || (names(cells, "JobID") && names(cells, "Submit"));
}

std::string byHeader(std::string_view line) {
    LineSplitter splitter;
    for (const char separator : separatorsFor(line)) {
        const auto& fields = splitter.quoted(line, separator);
        for (const Mark& mark : kMarks)
            if (std::all_of(mark.columns.begin(), mark.columns.end(),
                            [&](std::string_view column) { return names(fields, column); }))
                return std::string(mark.format);
        if (namesSacct(fields) || (separator != ',' && isRowOfSacct(fields)))
            return "sacct";
    }
    const auto& words = splitter.words(line);
    // Columns of fixed width: it cannot be read, and its reader says why.
    const bool fixed = names(words, "JobID") && (names(words, "State") || names(words, "Elapsed"));
    if (fixed || names(words, "JobIDRaw"))
        return "sacct";
    return isRowOfSwf(words) ? "swf" : "";
}

// Nothing of a blank line: the next one may tell.
std::optional<std::string> byLine(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || separatorLine(line))
        return {};
    if (line[first] == '{')
        return "scenario";
    return line[first] == ';' ? "swf" : byHeader(line);
}

}  // namespace

bool namesNodes(std::string_view line) {
    LineSplitter splitter;
    const auto& fields = splitter.quoted(line, ',');
    return std::all_of(kNodeColumns.begin(), kNodeColumns.end(),
                       [&](std::string_view name) { return names(fields, name); });
}

std::string formatByName(std::string_view path) {
    if (endsWith(path, ".gz"))
        path.remove_suffix(3);
    if (endsWith(path, ".swf"))
        return "swf";
    if (endsWith(path, ".json"))
        return "scenario";
    return endsWith(path, ".csv") ? "csv" : "";
}

Result<std::string> formatOf(const std::string& path) {
    // A table may be of any of several formats: its name tells nothing.
    if (std::string named = formatByName(path); !named.empty() && named != "csv")
        return named;
    if (isReadOnce(path))
        return {};
    Result<LineReader> lines = LineReader::open(path);
    if (!lines)
        return tl::unexpected(std::move(lines.error()));
    std::string_view line;
    while (lines->next(line))
        if (auto format = byLine(line))
            return *format;
    Problem empty;
    empty.file = path;
    empty.message = {lines->lineNumber() == 0 ? "empty-file" : "blank-file", {}};
    return tl::unexpected(Problems{lines->failure().value_or(empty)});
}

std::string guessFormat(const std::string& path) {
    return formatOf(path).value_or("");
}

std::string guessFormatOf(std::string_view text) {
    constexpr std::size_t kLongestLine = std::size_t{1} << 16;
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (text.substr(0, kMark.size()) == kMark)
        text.remove_prefix(kMark.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, std::min(end, kLongestLine));
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (auto format = byLine(line))
            return *format;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

}  // namespace apportion
