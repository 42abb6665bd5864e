// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded history of jobs, whatever format it came in. Compact, because there may be millions:
// names are told by number, and each stands once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"
#include "core/model/problem.h"
#include "core/model/workload.h"

namespace apportion {

inline constexpr Duration kNoDuration = -1;  // runs until it is ended
inline constexpr Instant kStartNotTold = std::numeric_limits<Instant>::min();

struct TraceJob {
    // From the trace's own zero: 1970 where it writes dates, which are read as UTC.
    Instant submit = 0;
    Duration duration = kNoDuration;
    // Of the whole job, or of one replica where `replicas` is set.
    Gpu gpu = 0;
    Cpu cpu = 0;
    Memory memory = 0;
    std::uint64_t nameAt = 0;     // into Trace::names
    std::uint32_t row = 0;        // of the data, from 1
    std::uint32_t group = 0;      // into Trace::groups
    std::uint32_t user = 0;       // into Trace::users; 0 = none
    std::uint32_t replicas = 0;   // 0 = not told: a replay chooses
    std::uint16_t gpuType = 0;    // into Trace::gpuTypes; 0 = any
    std::uint8_t nameLength = 0;  // bytes; 0 = the trace has no ids
    std::uint8_t priority = 5;
    Module module = Module::training;
    enum class Preemptible : std::uint8_t { byModule, yes, no };
    Preemptible preemptible = Preemptible::byModule;
    bool idle : 1 = false;
    bool spans : 1 = false;  // its duration is the distance of two moments that the record tells
    // At the end of the record it had not started, or it ran: then the duration is that so far.
    bool waits : 1 = false;
    bool runs : 1 = false;
    enum class Ended : std::uint8_t { finished, failed, cancelled, evicted };
    Ended ended = Ended::finished;  // in the record, as the start: a replay decides both itself
    Instant start = kStartNotTold;

    bool waited() const { return start != kStartNotTold && start > submit; }
};
static_assert(sizeof(TraceJob) <= 80);

// Something that holds from a row on, up to the next mark.
struct RowMark {
    std::uint32_t row = 0;
    int value = 0;
};

// The job that is submitted before or behind all others, where it is too far from them.
struct FarJob {
    std::uint32_t row = 0;  // 0 = none such
    int line = 0, column = 0;
    std::string value;  // as it stands there
};

struct Trace {
    std::string format;
    std::string computer;             // that it was recorded on, where the file says it
    bool dates = false;               // submit times are dates
    bool local = false;               // that do not tell their distance from UTC
    std::vector<TraceJob> jobs;       // file order
    std::vector<std::string> groups;  // first seen; empty = the format has none
    std::string noGroup;              // the one of them of jobs without a group; empty = no such
    std::string groupColumn;          // that told them, where a format has several that may
    std::vector<std::string> users{std::string()};
    std::vector<std::string> gpuTypes{std::string()};
    std::string names;       // of all jobs, one behind the other
    std::int64_t rows = 0;   // of data, blank lines aside
    std::int64_t later = 0;  // jobs left out because only the first were wanted
    // Where rows stand in the file: line less row, and the place of the name in the line, in bytes
    // from 1. Files are so regular that a few marks tell it of all rows.
    std::vector<RowMark> lines;
    std::vector<RowMark> nameColumns;
    std::vector<RowMark> nameBreaks;  // lines of the row before the one that the name is in
    std::string nameColumn;           // what the column is called; empty = the trace has no ids
    std::string submitColumn;         // what the column of submissions is called
    FarJob earliest, latest;          // where these are more than kMostTime apart
    std::vector<Message> dropped;     // rows left out: one a cause, with count and first line
    std::vector<Message> remarks;     // what was read otherwise than it stands there
    Problems warnings;                // about one place of the file, which was passed over

    // Empty if the trace has no ids.
    std::string_view nameOf(const TraceJob& job) const {
        return std::string_view(names).substr(job.nameAt, job.nameLength);
    }
    // The row itself where there are no marks.
    int lineOf(std::uint32_t row) const { return static_cast<int>(row) + markOf(lines, row); }
    int nameLineOf(std::uint32_t row) const { return lineOf(row) + markOf(nameBreaks, row); }
    // 0 where it is not known.
    int nameColumnOf(std::uint32_t row) const { return markOf(nameColumns, row); }

private:
    static int markOf(const std::vector<RowMark>& marks, std::uint32_t row) {
        const auto next =
            std::upper_bound(marks.begin(), marks.end(), row,
                             [](std::uint32_t of, const RowMark& mark) { return of < mark.row; });
        return next == marks.begin() ? 0 : (next - 1)->value;
    }
};

// Leaves groups, users and types of GPU in the order in which jobs have them, and no other.
void keepUsedNames(Trace& trace);

// What a group is given where a table says so.
struct GroupGuarantee {
    std::string group;
    std::int64_t gpus = 0;
    // The quota that the group belongs to, whose guarantee is the sum; empty = one of its own.
    std::string quota = {};
    // Where the list has it; 0 = it is in no file.
    int line = 0, column = 0;
};

}  // namespace apportion
