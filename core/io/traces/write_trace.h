// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as files of other programs, and as our own table.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/csv_cell.h"
#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"

namespace apportion {

// The workloads of a scenario as a trace of format "scenario", in file order; quotas are groups.
// Refused: what a table of jobs cannot say (events, running work, elastic work, checkpoints).
// What stays behind (nodes, quotas, settings, workspaces) is told in the remarks.
Result<Trace> traceOf(const Scenario& scenario);

// The generic table, see generic.h; only columns that say something.
void writeGeneric(std::ostream& out, const Trace& trace, CsvCells cells);

// The formats of other programs. Why a trace cannot be written so: shares of GPUs, jobs without
// end, GPU types, modules, priorities or preemption that the format has no field for, texts that
// would be read as others, parts of seconds in submit times. One problem a cause, with the first
// job. Empty = it can; our own is kept from it by texts alone.
Problems obstaclesTo(const Trace& trace, std::string_view to);
// What is lost on the way (names, users, CPU, memory where there is no place for it), of how many
// jobs and when that changes a replay, and what is written that a trace does not tell.
std::vector<Message> lossesIn(const Trace& trace, std::string_view to);

// Sorted by submit time; durations cut to whole seconds, at least 1, as a replay does. One GPU is
// one processor; groups become queues, users and names numbers. What it writes of a trace that it
// wrote is the same again.
void writeSwf(std::ostream& out, const Trace& trace, CsvCells cells);
// In file order.
void writePhilly(std::ostream& out, const Trace& trace, CsvCells cells);
// Groups become virtual clusters.
void writeHelios(std::ostream& out, const Trace& trace, CsvCells cells);
void writeSacct(std::ostream& out, const Trace& trace, CsvCells cells);  // groups become accounts

struct TraceWriter {
    std::string_view format;
    void (*write)(std::ostream& out, const Trace& trace, CsvCells cells);
    bool csv = true;  // else `cells` changes nothing
};
std::span<const TraceWriter> traceWriters();

// All GPUs of a job.
Gpu gpusOf(const TraceJob& job);
// Its own, else the one that a replay gives it by its row.
std::string writtenName(const Trace& trace, const TraceJob& job);
// Empty if the job has none.
std::string_view writtenGroup(const Trace& trace, const TraceJob& job);
// Whether a file without names, in the order of the trace, would give the job that name too.
bool isNamedByPlace(const Trace& trace, const TraceJob& job);

// Names that a format of numbers can keep, each as the number in it: nobody has one, or all are
// numbers, or all are as of rows ("job-7"). Their order stays, which decides ties.
enum class NumberedNames { byRow, numbers, rows, others };
NumberedNames numberedNames(const Trace& trace);
// Whether all but the first, which stands for none, are numbers.
bool areNumbers(std::span<const std::string> users);

}  // namespace apportion
