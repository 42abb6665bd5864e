// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a recorded trace, and what a replay made of it. Arguments and their kinds:
//   format, column, value, name, quota, word, date  text    known, found (columns)  lists
//   count, line, expected, jobs, rows, nodes        counts  found (fields)          count
//   gpu, sum, capacity, short                       GPUs
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kRows[] = {
    // Reading
    {"trace-format", "format known", "Traces of format '{format}' cannot be read by this version.",
     "Known are: {known}."},
    {"trace-line-too-long", "", "This line is longer than 1 MiB: this is no table of jobs.",
     "Name the file of jobs; gzip is unpacked, other archives are not."},
    {"trace-column-missing", "column format found",
     "Column '{column}' is missing, which a trace of format {format} has; the first line names "
     "{found}.",
     "Check the format, and that the first line holds the names of the columns."},
    {"trace-field-count", "found expected",
     "This row has {found} fields; the first line names {expected}.",
     "Add what is missing, or put quotes around a value with a comma in it."},
    {"trace-bad-date", "column value", "Column '{column}': '{value}' is no date and time.",
     "Write it as 2017-10-09 07:01:55."},
    {"trace-bad-seconds", "column value",
     "Column '{column}': '{value}' is no number of seconds from 0 up.",
     "Write plain decimals, such as 66 or 66.5."},
    {"trace-bad-count", "column value", "Column '{column}': '{value}' is no number of GPUs.",
     "Write a whole number from 0 up."},
    {"trace-bad-group", "column value", "Column '{column}': '{value}' cannot name a quota.",
     "Use 1 to 63 characters, without '/' and control characters."},
    {"trace-more-problems", "count", "There are {count} more problems of this kind in the file.",
     "Check that the format is the right one."},

    // Deriving a scenario
    {"replay-jobs", "format jobs rows", "Trace of format {format}: {jobs} jobs of {rows} rows."},
    {"trace-dropped-no-gpu", "count line",
     "Left out: {count} rows of jobs without a GPU, the first in line {line}."},
    {"replay-zero-date", "date", "Moment 0 is the first submit, {date}; local times read as UTC."},
    {"replay-durations", "",
     "Sorted by submit time, ties as in the file; durations cut to whole seconds, at least 1."},
    {"replay-workloads", "",
     "Every job: training, priority 5, preemptible, no checkpoint; replicas of the largest equal "
     "size that fits a node."},
    {"replay-pool", "nodes gpu", "Pool: {nodes} nodes of {gpu} each (--pool)."},
    {"replay-pool-flat", "nodes gpu", "Pool: one node of {gpu} (--pool)."},
    {"replay-quotas-none", "quota",
     "Quotas: one root '{quota}' for all, guaranteed the whole pool (--quotas none)."},
    {"replay-quotas-groups", "quota count",
     "Quotas: root '{quota}' with a child for each of {count} groups (--quotas groups)."},
    {"replay-guarantee-demand", "",
     "Guarantees: the pool divided by the groups' GPU-seconds, whole GPUs by largest remainder; "
     "weight = guarantee, at least 1 (--guarantee demand)."},
    {"replay-guarantee-p95", "",
     "Guarantees: the pool divided by what each group would use at most for 95 % of the time if "
     "nobody waited; weight = guarantee, at least 1 (--guarantee p95)."},
    {"replay-guarantee-equal", "",
     "Guarantees: the same for every group, whole GPUs; weight = guarantee, at least 1 "
     "(--guarantee equal)."},
    {"replay-guarantee-given", "",
     "Guarantees: as listed in the file; weight = guarantee, at least 1 (--guarantee FILE)."},
    {"replay-over-quota", "word",
     "What groups may run beyond their guarantee: {word} "
     "(--over-quota)."},
    {"replay-queueing", "word", "Queueing of every quota: {word} (--queueing)."},
    {"replay-no-jobs", "rows", "No job is left to replay: the trace has {rows} rows.",
     "Check the file, and --first."},
    {"replay-name-twice", "name", "Two jobs have the name '{name}'.",
     "Give every job of the trace a name of its own."},
    {"replay-guarantees-above-pool", "sum capacity short",
     "The listed guarantees add up to {sum}, and the pool has {capacity}.",
     "Lower them by {short}, or take a larger pool."},
};

}  // namespace

std::span<const Row> traces() {
    return kRows;
}

}  // namespace apportion::messages
