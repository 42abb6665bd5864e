// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a recorded trace, and what a replay made of it. Arguments and their kinds:
//   format, column, value, name, quota, word, date    text    known, found (columns), columns  text
//   count, line, expected, jobs, rows, nodes          counts  found (fields), first, last counts
//   gpu, sum, capacity, short                         GPUs    most                            time
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr const char* kNotSoFar =
    "Correct the times of these lines, or skip those far from the others with --skip-bad-rows, in "
    "a plan 'skipBadRows'.";

constexpr Row kTracesRows[] = {
    // Reading
    {"trace-format", "format known", "Traces of format '{format}' cannot be read by this version.",
     "Known formats: {known}."},
    {"trace-empty", "format", "The trace of format {format} contains no data.",
     "Name the file of jobs. Blank lines and comments do not count."},
    {"trace-empty.guarantees", "format", "The list of guarantees contains no data.",
     "Write a line group,gpus and below it one for each group."},
    {"trace-empty.nodes", "format", "The list of nodes contains no data.",
     "Name a scenario, or a table of nodes with the columns name and gpus."},
    {"trace-no-header", "format found expected columns",
     "The first line names no column of a trace of format {format}, and as a row of jobs it has "
     "{found|field|fields} in place of {expected}.",
     "Check the format; add a first line with the names of the columns, or write these: "
     "{columns}."},
    {"trace-other-format", "format found",
     "This looks like a trace of format {found}, and is read as a trace of format {format}.",
     "Choose the format {found}, or another file."},
    {"trace-other-format.scenario", "format",
     "This looks like a scenario, and is read as a trace of format {format}.",
     "Choose the format scenario, or another file."},
    {"trace-other-format.nodes", "format",
     "This looks like a list of nodes, and is read as a trace of format {format}.",
     "Name the file of jobs here; a list of nodes is for --nodes-file."},
    {"trace-column-twice", "column", "Two columns have the name '{column}'.",
     "Rename or remove one of them in the first line."},
    {"trace-line-too-long", "",
     "This line is longer than 1 MiB, so the file is not a table of jobs.",
     "Name the file of jobs. Only gzip is unpacked."},
    {"trace-line-too-long.row", "", "This line is longer than 1 MiB.",
     "Check the line ends and the file here, or skip the line with --skip-bad-rows, in a plan "
     "'skipBadRows'."},
    {"trace-column-missing", "column format found",
     "Column '{column}' is missing, which a trace of format {format} has; the first line names "
     "{found}.",
     "Check the format, and that the first line holds the names of the columns."},
    {"trace-column-missing.option", "column option found",
     "Column '{column}' of the option '{option}' does not exist. Columns: {found}.",
     "Name one of these."},
    {"trace-no-duration", "format known found",
     "Nothing tells how long a job ran: a trace of format {format} has {known}; the first line "
     "names {found}.",
     "Add one of them, or name them otherwise: --columns does for a csv."},
    {"trace-no-text", "format",
     "The first line is not text. A table of format {format} begins with the names of its columns.",
     "Name the file that holds the table; packed with gzip it may be."},
    {"trace-line-ends", "", "Lines end in a carriage return alone, so that all is one line.",
     "Save the file with line feeds (Unix, macOS) or carriage return and line feed (Windows)."},
    {"trace-column-missing.guarantees", "column format found",
     "Column '{column}' is missing, which a list of guarantees has; the first line names {found}.",
     "Let the first line be group,gpus, with a third column quota where groups share one."},
    {"trace-column-missing.nodes", "column format found",
     "Column '{column}' is missing in the list of nodes. The first line names {found}.",
     "Name the columns: --node-columns name=COLUMN,gpus=COLUMN, in a plan 'nodeColumns'."},
    {"trace-column-missing.mapped", "column format found",
     "Column '{column}' is missing, which a trace of format {format} has. The first line names "
     "{found}.",
     "Name the column, --columns {column}=COLUMN, or another format (--from, --format)."},
    {"trace-column-missing.replaced", "column format found option",
     "Column '{column}' is missing, which a trace of format {format} has. The first line names "
     "{found}.",
     "Check the format, or name another column in its place: --{option} COLUMN."},
    {"trace-field-count", "found expected format",
     "This row has {found|field|fields}; the first line names {expected}.",
     "Add what is missing, or put quotes around a value with a line break in it."},
    {"trace-field-count.more", "found expected format",
     "This row has {found|field|fields}; the first line names {expected}.",
     "Put quotes around a value with a comma, or remove the extra values."},
    {"trace-quote-open", "value",
     "The quotation mark before '{value}' is not closed where this row ends.",
     "Close it; a quotation mark in a value is written twice, inside quotation marks."},
    {"trace-quote-open.end", "value", "The quotation mark that ends this row is not closed.",
     "Remove it, or close it. In a value, write it twice, inside quotation marks."},
    {"trace-quote-tail", "value",
     "'{value}' comes after a closing quotation mark, where the value must end.",
     "Remove it, or write a quotation mark in a value twice."},
    {"trace-field-count.plain", "found expected format",
     "This row has {found|field|fields}; the first line names {expected}.",
     "Add what is missing; a value cannot have a line break in it."},
    {"trace-field-count.plain-more", "found expected format",
     "This row has {found|field|fields}; the first line names {expected}.",
     "Remove the extra values. A value cannot contain the separator."},
    {"trace-field-count.headerless", "found expected format",
     "This row has {found|field|fields}; a trace of format {format} without a line that names the "
     "columns has {expected}.",
     "Add what is missing, or put the names of the columns into the first line."},
    {"trace-field-count.headerless-more", "found expected format",
     "This row has {found|field|fields}; a trace of format {format} without a line that names the "
     "columns has {expected}.",
     "Remove the extra values, or put the names of the columns into the first line."},
    {"trace-field-count.words", "found expected format",
     "This row has {found|field|fields}; a row of format {format} has {expected}.",
     "Add the missing values. -1 means unknown."},
    {"trace-field-count.words-more", "found expected format",
     "This row has {found|field|fields}; a row of format {format} has {expected}.",
     "Remove the extra values. A value cannot contain a blank."},
    {"trace-bad-date", "column value", "Column '{column}': '{value}' is not a date and time.",
     "Write it as 2017-10-09 07:01:55 or 2017-10-09T07:01:55+02:00."},
    {"trace-bad-date.kind", "column value",
     "Column '{column}': the time '{value}' is of another kind than those of the first row.",
     "Write all with their distance from UTC, as 2017-10-09T07:01:55+02:00, or none: then they "
     "are UTC."},
    {"trace-bad-seconds", "column value",
     "Column '{column}': '{value}' is not a number of seconds from 0 to 1,000,000,000.",
     "Write plain decimals, such as 66 or 66.5."},
    {"trace-bad-seconds.moment", "column value",
     "Column '{column}': '{value}' is not a time in seconds.",
     "Write plain decimals up to 17,179,869,184, such as 66 or 66.5, from a beginning of the "
     "file's own or from 1970; divide milliseconds by 1,000."},
    {"trace-bad-seconds.endless", "column value",
     "Column '{column}': '{value}' is not a number of seconds from 0 to 1,000,000,000.",
     "Write plain decimals, such as 66 or 66.5. Leave it empty if the job has no end."},
    {"trace-bad-count", "column value", "Column '{column}': '{value}' is not a number of GPUs.",
     "Write a whole number from 0 to 1,000,000, or a fraction below 1 such as 0.5."},
    {"trace-bad-count.whole", "column value",
     "Column '{column}': '{value}' is not a whole number of GPUs.",
     "Write a whole number from 0 to 1,000,000."},
    {"trace-bad-count.processors", "column value",
     "Column '{column}': '{value}' is not a number of processors, which count as GPUs.",
     "Write a whole number from 0 to 1,000,000, or -1 if it is unknown."},
    {"trace-too-many-places", "column value",
     "Column '{column}': '{value}' has more than two decimal places, and GPUs are counted in "
     "hundredths.",
     "Round it to two places."},
    {"trace-other-header", "column value",
     "Column '{column}': '{value}' is the name of a column: this line names other columns, or in "
     "another order, than the first one.",
     "Join only tables with the same columns, or remove the line."},
    {"swf-bad-start", "column value",
     "Header '{column}': '{value}' is no moment and is passed over: times have no date.",
     "Write seconds since 1970, such as 1504521041."},
    {"swf-start-again", "column value first",
     "Header '{column}': '{value}' is another start than {first}, which an earlier one tells, and "
     "is passed over: all times count from that.",
     "Put logs together only if they count from the same moment, or convert them one by one."},
    {"swf-bad-name", "column value number",
     "Header '{column}': '{value}' cannot name a quota and is passed over: {number} names it.",
     "Use 1 to 63 characters of UTF-8, without '/' and control characters."},
    {"swf-name-again", "column value number first",
     "Header '{column}': '{value}' is another name of {number} than '{first}', which an earlier "
     "one tells, and is passed over.",
     "Leave one name for each number."},
    {"trace-bad-group", "column value", "Column '{column}': '{value}' cannot name a quota.",
     "Use 1 to 63 characters of UTF-8, without '/' and control characters."},
    {"trace-bad-name", "column value", "Column '{column}': '{value}' is not a name.",
     "Use 1 to 63 characters of UTF-8, without '/' and control characters."},
    {"trace-bad-type", "column value", "Column '{column}': '{value}' is not a type of GPU.",
     "Use 1 to 63 characters of UTF-8, without '/' and control characters, and at most 65,535 "
     "types."},
    {"trace-bad-time", "column value", "Column '{column}': '{value}' is not a time.",
     "Write all as 2017-10-09 07:01:55 or 2017-10-09T07:01:55+02:00, or all as seconds from 0 to "
     "17,179,869,184 (divide milliseconds by 1,000)."},
    {"trace-bad-time.kind", "column value",
     "Column '{column}': the time '{value}' is of another kind than those of the first row.",
     "Write all as 2017-10-09 07:01:55, or all as seconds; and all dates with their distance from "
     "UTC, as 2017-10-09T07:01:55+02:00, or none: then they are UTC."},
    {"trace-bad-time.too-long", "column value",
     "Column '{column}': '{value}' is more than 1,000,000,000 s after the start.",
     "Correct the start or the end."},
    {"trace-first-kind", "count",
     "The times of the first row decide their kind, and {count} other rows have another kind. Most "
     "of the file is skipped.",
     "Remove this row, or write its times as the others do."},
    {"trace-bad-amount", "column value",
     "Column '{column}': '{value}' is not an amount from 0 up, or is too large.",
     "Write a plain decimal, such as 4 or 0.5."},
    {"trace-bad-number", "column value", "Column '{column}': '{value}' is not a whole number.",
     "Write a number from 0 up, or -1 if it is unknown."},
    {"trace-bad-share", "column value",
     "Column '{column}': '{value}' is not a fraction of a GPU in thousandths.",
     "Write 0 to 1000. 1000 is a whole GPU."},
    {"trace-bad-status", "column value",
     "Column '{column}': '{value}' is not a status of this format.",
     "Write 0 (failed), 1 (completed), 2, 3, 4 (a part), 5 (cancelled) or -1."},
    {"trace-bad-replicas", "column value",
     "Column '{column}': '{value}' is not a number of replicas.",
     "Write a whole number from 1 up; all replicas together have at most 1,000,000 GPUs."},
    {"trace-ends-before-start", "column value",
     "Column '{column}': '{value}' is before the start of the job.",
     "Correct one of the two, or remove the row."},
    {"trace-node-twice", "column value", "Column '{column}': two nodes have the name '{value}'.",
     "Give every node a name of its own."},
    {"trace-too-many-nodes", "column value",
     "Column '{column}': more than 1,000,000 nodes, the last is '{value}'.", "Take rows out."},
    {"trace-group-twice", "column value", "Column '{column}': the group '{value}' is listed twice.",
     "Leave one row for every group."},
    {"trace-more-problems", "count",
     "{count|more problem|more problems} of this file are not listed.",
     "Check that the format is the right one."},
    {"trace-nothing-taken", "", "Nothing was read from this file, because it has unreadable rows.",
     "Correct them, or skip them with --skip-bad-rows, in a plan 'skipBadRows'."},

    // Deriving a scenario
    {"replay-jobs", "format jobs rows",
     "Trace of format {format}: {jobs|job|jobs} of {rows|row|rows}."},
    {"replay-jobs.first", "format jobs rows count",
     "Trace of format {format}: {count|job|jobs} of {rows|row|rows}, of which the first "
     "{jobs|job is|jobs by time are} replayed (--first)."},
    {"trace-dropped-no-gpu", "count line",
     "Skipped: {count|row|rows} of jobs without a GPU. First: line {line}."},
    {"trace-dropped-never-started", "count line",
     "Skipped: {count|row|rows} of jobs that never started. First: line {line}."},
    {"trace-dropped-no-end", "count line",
     "Skipped: {count|row|rows} of jobs that still ran or have no run time. First: line {line}."},
    {"trace-dropped-no-submit", "count line",
     "Skipped: {count|row|rows} of jobs with an unknown submission. First: line {line}."},
    {"trace-dropped-negative", "count line",
     "Skipped: {count|row|rows} with a run time below 0. First: line {line}."},
    {"trace-dropped-steps", "count line",
     "Skipped: {count|row|rows} of job steps. First: line {line}."},
    {"trace-dropped-headers", "count line",
     "Skipped: {count|line that repeats|lines that repeat} the first one. First: line {line}."},
    {"trace-dropped-parts", "count line",
     "Skipped: {count|row|rows} of parts of jobs (status 2, 3, 4). First: line {line}."},
    {"trace-dropped-no-processors", "count line",
     "Skipped: {count|row|rows} of jobs without processors. First: line {line}."},
    {"trace-skipped", "count lines column value",
     "Skipped: {count|row|rows} with unreadable values in column '{column}'. First: line {lines}, "
     "value '{value}'."},
    {"trace-skipped.order", "count lines column value",
     "Skipped: {count|row|rows} of jobs that end before they start or run too long. First: line "
     "{lines}, column '{column}', value '{value}'."},
    {"trace-skipped.width", "count lines",
     "Skipped: {count|row|rows} with too few or too many values. First: line {lines}."},
    {"trace-skipped.quotes", "count lines",
     "Skipped: {count|row|rows} with quotation marks that are not closed or end too early. First: "
     "line {lines}."},
    {"trace-skipped.long", "count lines",
     "Skipped: {count|line|lines} longer than 1 MiB. First: line {lines}."},
    {"trace-skipped.long.lines", "count lines",
     "Skipped: {count|line|lines} longer than 1 MiB. First: lines {lines}."},
    {"trace-skipped.name", "count lines column value",
     "Skipped: {count|row|rows} with the name of an earlier job. First: line {lines}, column "
     "'{column}', value '{value}'."},
    {"trace-skipped.far", "count lines",
     "Skipped: {count|row|rows} of jobs submitted more than 500,000,000 s before or after the "
     "median. First: line {lines}."},
    {"trace-skipped.lines", "count lines column value",
     "Skipped: {count|row|rows} with unreadable values in column '{column}'. First: lines {lines}, "
     "value '{value}'."},
    {"trace-skipped.order.lines", "count lines column value",
     "Skipped: {count|row|rows} of jobs that end before they start or run too long. First: lines "
     "{lines}, column '{column}', value '{value}'."},
    {"trace-skipped.width.lines", "count lines",
     "Skipped: {count|row|rows} with too few or too many values. First: lines {lines}."},
    {"trace-skipped.quotes.lines", "count lines",
     "Skipped: {count|row|rows} with quotation marks that are not closed or end too early. First: "
     "lines {lines}."},
    {"trace-skipped.name.lines", "count lines column value",
     "Skipped: {count|row|rows} with the name of an earlier job. First: lines {lines}, column "
     "'{column}', value '{value}'."},
    {"trace-skipped.far.lines", "count lines",
     "Skipped: {count|row|rows} of jobs submitted more than 500,000,000 s before or after the "
     "median. First: lines {lines}."},
    {"trace-nodes-without-gpu", "count line",
     "Skipped: {count|node|nodes} without a GPU. First: line {line}."},
    {"trace-remark-processors", "",
     "One processor is one GPU: those allocated, else those requested."},
    {"trace-remark-processors.requested", "",
     "One processor is one GPU: those requested, else those allocated (--gpus)."},
    {"trace-remark-groups", "column known",
     "Groups of jobs: by '{column}', which of {known} is the first that a job has a value in "
     "(--team)."},
    {"trace-remark-groups.some", "column known count value",
     "Groups of jobs: by '{column}', which of {known} is the first that a job has a value in "
     "(--team); {count|job has|jobs have} none there: '{value}'."},
    {"trace-remark-no-group", "count column value",
     "Without a group in column '{column}': {count|job|jobs}, in group '{value}'."},
    {"trace-remark-rounded", "count line",
     "Rounded up to a hundredth of a GPU: {count|row|rows}. First: line {line}."},
    {"trace-remark-share-of-several", "count line",
     "Read as whole GPUs: {count|pod|pods} of several GPUs with a fraction, which needs one GPU. "
     "First: line {line}."},
    {"trace-remark-whole", "count line",
     "Rounded up to whole GPUs, because each replica needs more than one: {count|row|rows}. First: "
     "line {line}."},
    {"trace-remark-types", "count line",
     "Read as any GPU type: {count|job that allows|jobs that allow} several. First: line {line}."},
    {"trace-remark-memory-of-one", "count line",
     "Memory is told for a node or a core, but not how many there are, and read as that of one: "
     "{count|row|rows}, the first in line {line}."},
    {"trace-remark-end-before-start", "count line",
     "End is before Start: {count|job|jobs}. Elapsed counts. First: line {line}."},
    {"trace-remark-end-before-start.duration", "count line",
     "The end is before the start: {count|job|jobs}. The run time counts. First: line {line}."},
    {"trace-remark-duration", "count line",
     "{count|job ran|jobs ran} for another time than from the start to the end. The run time "
     "counts. First: line {line}."},
    {"trace-remark-start-before-submit", "count line",
     "{count|job starts|jobs start} before the submission. The submission and the run time count. "
     "First: line {line}."},
    {"trace-remark-gres-of-one", "count line",
     "GPUs are told for each node (PER_NODE), but not how many nodes there are, and taken as those "
     "of one node: {count|row|rows}, the first in line {line}; a column NNodes tells it."},
    {"trace-remark-given", "count line",
     "Another number of processors was allocated than requested: {count|job|jobs}. The allocated "
     "ones count. First: line {line}."},
    {"trace-remark-given.requested", "count line",
     "Another number of processors was allocated than requested: {count|job|jobs}. The requested "
     "ones count. First: line {line}."},
    {"trace-remark-elapsed", "count line",
     "{count|job ran|jobs ran} for another time (Elapsed) than from Start to End, such as "
     "suspended jobs. Elapsed counts. First: line {line}."},
    {"trace-remark-qos", "count line",
     "Read as training of priority 5: {count|pod|pods} of another QoS than LS, Guaranteed, "
     "Burstable, and BE. First: line {line}."},
    {"trace-remark-qos.module", "count line",
     "Read as training: {count|pod|pods} of another QoS than LS, Guaranteed, Burstable and BE. "
     "First: line {line}."},
    {"trace-remark-qos.priority", "count line",
     "Read as of priority 5: {count|pod|pods} of another QoS than LS, Guaranteed, Burstable and "
     "BE. First: line {line}."},
    {"trace-remark-pai-tasks", "",
     "Submitted at their start, which is all the table tells; every instance is a replica, shares "
     "above one GPU become whole ones."},
    {"replay-zero-date", "date", "Moment 0 is the first submit, {date}; local times read as UTC."},
    {"replay-zero-date.told", "date", "Moment 0 is the first submit, {date}."},
    {"replay-zero", "at", "Moment 0 is the first submit, at {at} of the trace."},
    {"replay-durations", "",
     "Sorted by submit time, ties as in the file; durations cut to whole seconds, at least 1."},
    {"replay-workloads", "",
     "Every job: training, priority 5, preemptible, no checkpoint, replicas of the largest equal "
     "size that fits a node."},
    {"replay-workloads-told", "",
     "Jobs: module, priority, and preemption of the trace, otherwise training, priority 5, "
     "preemptible. No checkpoint, replicas of the largest equal size that fits a node."},
    {"replay-pool-file", "nodes gpu",
     "Pool: {nodes|node|nodes} with {gpu} in all (from the file)."},
    {"replay-pool-chosen", "name",
     "The nodes of {name} are not used, because --pool names others."},
    {"replay-types-ignored", "count",
     "GPU types are ignored, because the nodes have none: {count|job|jobs} had one."},
    {"replay-never-fits", "count workload resource requested largest",
     "{count|job|jobs} can never start. First: {workload}. One replica needs {requested}, and the "
     "largest node that it can use has {largest}.",
     "Use larger nodes, or remove such jobs."},
    {"replay-never-fits.no-gpu", "count workload requested",
     "{count|job|jobs} can never start. First: {workload}. One replica needs {requested}, and no "
     "node that it can use has a GPU.",
     "Use nodes with GPUs."},
    {"replay-never-fits.node", "count workload requested",
     "{count|job|jobs} can never start. First: {workload}. No node that it can use has {requested} "
     "together with its CPU and memory.",
     "Use nodes with more CPU or memory, or remove such jobs."},
    {"replay-never-fits.gang", "count workload requested replicas bound room each",
     "{count|job|jobs} can never start. First: {workload}. Its {replicas} replicas start together "
     "({requested}), and its nodes have room for {room|replica|replicas} of {each}.",
     "Use a larger pool, or remove such jobs."},
    {"replay-never-fits.limit", "count workload quota resource requested bound",
     "{count|job|jobs} can never start. First: {workload}. It needs {requested}, and the limit of "
     "quota {quota} is {bound}.",
     "Raise the limit, or remove such jobs."},
    {"replay-never-fits.over-quota", "count workload quota resource requested bound",
     "{count|job|jobs} can never start. First: {workload}. It needs {requested}, and quota {quota} "
     "does not borrow above its guarantee of {bound}.",
     "Raise the guarantee, turn on borrowing (--over-quota on), or remove such jobs."},
    {"replay-never-fits.non-preemptible", "count workload quota resource requested bound",
     "{count|job|jobs} can never start. First: {workload}. It is not preemptible and needs "
     "{requested}, more than the guarantee of quota {quota} ({bound}).",
     "Raise the guarantee, make such jobs preemptible, or remove them."},
    {"replay-never-fits.idle", "count workload quota",
     "{count|job|jobs} can never start. First: {workload}. Quota {quota} does not run background "
     "workloads, because its borrowing is off.",
     "Set borrowing (overQuota) to idle-only or on, or remove such jobs."},
    {"replay-never-fits.type", "count workload gpuType quota",
     "{count|job|jobs} can never start. First: {workload}. No node that quota {quota} can use has "
     "GPUs of type {gpuType}.",
     "Name nodes of that type, or remove such jobs."},
    {"replay-endless", "count line",
     "Without a duration, so running until the end: {count|job|jobs}. First: line {line}."},
    {"replay-quotas-file", "count",
     "Quotas: {count} from the file, each group in the one of its name or team. A job is in the "
     "first workspace with its quota and user (--quotas FILE)."},
    {"replay-pool", "nodes gpu", "Pool: {nodes|node|nodes} of {gpu} each (--pool)."},
    {"replay-pool-flat", "nodes gpu", "Pool: one node of {gpu} (--pool)."},
    {"replay-quotas-none", "quota",
     "Quotas: one root '{quota}' for all, guaranteed the whole pool (--quotas none)."},
    {"replay-quotas-groups", "quota count",
     "Quotas: root '{quota}' and {count|quota|quotas} below it for the groups (--quotas groups)."},
    {"replay-guarantee-demand", "",
     "Guarantees: the pool divided by the GPU hours of the groups, whole GPUs by largest "
     "remainder. Weight = guarantee, at least 1 (--guarantee demand)."},
    {"replay-guarantee-p95", "",
     "Guarantees: the pool divided by the most that each group would use for 95% of the time "
     "without waits. Weight = guarantee, at least 1 (--guarantee p95)."},
    {"replay-guarantee-equal", "",
     "Guarantees: the same for every group, whole GPUs. Weight = guarantee, at least 1 "
     "(--guarantee equal)."},
    {"replay-guarantee-given", "",
     "Guarantees: as listed in the file. Weight = guarantee, at least 1 (--guarantee FILE)."},
    {"replay-over-quota", "word", "Borrowing of groups: {word} (--over-quota)."},
    {"replay-queueing", "word", "Scheduling policy of every quota: {word} (--queueing)."},
    {"replay-settings", "",
     "Settings: jobs move to make room for one that does not fit (--consolidation on), quotas "
     "reclaim GPUs, no grace period, no minimum runtime."},
    {"replay-settings.file", "grace runtime word",
     "Settings of the file: grace period {grace}, minimum runtime {runtime}, consolidation {word} "
     "(--quotas FILE)."},
    {"replay-settings.still", "",
     "Settings: no job moves (--consolidation off), quotas reclaim GPUs, no grace period, no "
     "minimum runtime."},
    {"replay-no-jobs", "rows", "No job is left to replay: the trace has {rows|row|rows}.",
     "Check the file, and --first."},
    {"replay-no-gpus", "", "The pool has no GPU.", "Name nodes with GPUs."},
    {"replay-too-long", "first last",
     "The jobs of lines {first} and {last} are submitted more than 1,000,000,000 s apart.",
     kNotSoFar},
    {"replay-too-long.value", "column value first last",
     "Column '{column}': '{value}' is far from the others: the jobs of lines {first} and {last} "
     "are "
     "submitted more than 1,000,000,000 s apart.",
     kNotSoFar},
    {"replay-group-without-quota", "value",
     "No quota of the file has the name or the team '{value}', which is a group of the trace.",
     "Name a quota or its team so, choose another column by --team, or use a file with one "
     "quota."},
    {"replay-guarantee-missing", "count groups",
     "The list does not have {count|group|groups} of the trace: {groups}. They have no guarantee "
     "and weight 1.",
     "Add a row for each, with 0 for no guarantee."},
    {"replay-guarantee-unused", "column value",
     "Column '{column}': no job of the trace is in group '{value}', so its guarantee is unused.",
     "Correct the name, or remove the row."},
    {"replay-base-not-empty", "name",
     "{name} has workloads or events. A file for --quotas must have none.",
     "Remove them. The jobs are those of the trace."},
    {"replay-name-twice", "column value first",
     "Column '{column}': the job in line {first} already has the name '{value}'.",
     "Give every job of the trace its own name, or remove one of the two rows."},
    {"replay-guarantees-above-pool", "sum capacity short",
     "The listed guarantees add up to {sum}, and the pool has {capacity}.",
     "Lower them by {short}, or use a larger pool."},
};

}  // namespace

std::span<const Row> traces() {
    return kTracesRows;
}

}  // namespace apportion::messages
