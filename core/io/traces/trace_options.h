// SPDX-License-Identifier: GPL-3.0-or-later
// How the columns of a table become the fields of a job, where a format leaves a choice.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/problem.h"
#include "core/model/trace_texts.h"

namespace apportion {

// Field and column. A field that is not listed is the column of its own name, if there is one; one
// with an empty column is in no column.
using ColumnMapping = std::vector<std::pair<std::string, std::string>>;

// Words of a column and the values that they stand for; "*" is every other word.
struct WordMap {
    std::string field;  // module, priority, preemptible or idle
    std::vector<std::pair<std::string, std::string>> values;
    friend bool operator==(const WordMap&, const WordMap&) = default;
};

struct TraceLimits {
    std::int64_t bytes = std::int64_t{8} << 30;  // unpacked
    std::int64_t jobs = 20'000'000;
    friend bool operator==(const TraceLimits&, const TraceLimits&) = default;
};

// The separator of tables whose values stand between blanks.
inline constexpr char kBlanks = ' ';

enum class GpuChoice : std::uint8_t { byFormat, requested, allocated };

struct TraceOptions {
    // Columns of the table, by name, that tell the group, the module, the priority, whether a job
    // can be preempted and whether it is a background job; empty = as the format has it.
    std::string team, module, priority, preemptible, idle;
    ColumnMapping columns;  // for the generic table
    ColumnMapping nodeColumns;
    std::vector<WordMap> words;
    char separator = 0;  // 0 = what the first line has
    GpuChoice gpus = GpuChoice::byFormat;
    TraceLimits limits;
    // Rows that cannot be read, and jobs with a name that an earlier one has, are left out and
    // counted. Otherwise nothing is taken from such a file.
    bool skipBadRows = false;
    // Jobs that wait or run at the end of the record are kept, where a format tells them.
    bool open = false;
    friend bool operator==(const TraceOptions&, const TraceOptions&) = default;
};

// The problems name the option in the place of a file.
Result<TraceOptions> traceOptions(const TraceTexts& texts);

}  // namespace apportion
