// SPDX-License-Identifier: GPL-3.0-or-later
// How a trace is read: options that are wrong or needed, and what was guessed. Arguments and their
// kinds:
//   column, columns, value, field, format, found, expected, known, option, most (bytes), raised
//   text count, line, found (fields), expected (fields), most (jobs) counts
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kTraceOptionsRows[] = {
    // Options
    {"columns-no-pair", "value", "'{value}' is not a field and its column.",
     "Write pairs such as submit=TIME,gpus=n, or one 'submit = TIME' a line in a file."},
    {"columns-no-pair.nodes", "value", "'{value}' is not a field and its column.",
     "Write pairs such as name=HOST,gpus=n, or one 'name = HOST' a line in a file."},
    {"columns-unknown-field", "value known", "Unknown field '{value}'.", "Valid fields: {known}."},
    {"columns-field-twice", "value", "The field '{value}' has two columns.",
     "Name one column for it."},
    {"columns-needed", "value", "The field '{value}' must have a column.",
     "Name its column, or remove it from the list if the column has its name."},
    {"node-columns-no-list", "", "--node-columns needs a node list, and none is named.",
     "Name the list with --pool FILE or --nodes-file FILE, or remove --node-columns."},
    {"trace-map-no-column", "field", "The file has no column for the field '{field}' of --map.",
     "Name the column: --{field} COLUMN."},
    {"map-no-pair", "value", "'{value}' is not a word and its value.",
     "Write FIELD=WORD:VALUE, such as --map priority=HP:9,Spot:3."},
    {"map-bad-value", "value field known", "'{value}' is not a value of the field '{field}'.",
     "Use one of these: {known}."},
    {"map-word-twice", "value field", "The word '{value}' has two values for the field '{field}'.",
     "Remove one of them."},
    {"separator-unknown", "value", "'{value}' is not a separator.",
     "Use comma, semicolon, tab, pipe, blanks, or one character such as ':'."},
    {"gpus-choice", "value", "Unknown value '{value}'.", "Use requested or allocated."},
    {"limit-no-size", "value", "'{value}' is not a limit of a trace.",
     "Write for example bytes=16GiB,jobs=50000000."},
    {"trace-no-separator", "format", "A trace of format {format} has its values between blanks.",
     "Remove --separator, in a plan "
     "'separator'."},
    {"trace-one-gpus", "format",
     "A trace of format {format} does not distinguish requested and allocated GPUs.",
     "Remove --gpus, in a plan 'gpus'. It is for sacct and swf."},

    // Bounds
    {"trace-too-large", "most raised", "The trace is larger than {most}, unpacked.",
     "If it is the right file, raise the limit: --limit bytes={raised}, in a plan 'limit'."},
    {"trace-too-many-jobs", "most value", "The trace has more than {most|job|jobs}.",
     "If it is the right file, raise the limit: --limit jobs={value}, in a plan 'limit'."},
    {"trace-too-many-lines", "", "The file has more than 2,147,483,646 lines.",
     "Divide it into several files."},

    // Tables
    {"trace-separator", "found expected value",
     "The values of the first line are between {found}, not {expected}.",
     "Use --separator {value}, in a plan 'separator'."},
    {"trace-separator.list", "found expected value",
     "The values of the first line are between {found}, not {expected}.",
     "Write the table with {expected} between the values."},
    {"trace-blanks", "expected", "The values of the first line are between blanks.",
     "Use --separator blanks, or write the table with {expected} between the values."},
    {"trace-blanks.list", "expected", "The values of the first line are between blanks.",
     "Write the table with {expected} between the values."},
    {"trace-blanks.sacct", "expected",
     "This is output of sacct without -P. Its columns have a fixed width, which cuts values.",
     "Add -P: sacct -a -P -o JobIDRaw,User,Account,Partition,QOS,Submit,Start,End,ElapsedRaw,State,"
     "ReqTRES,AllocTRES."},
    {"trace-field-count.texts", "found expected format columns value",
     "This row has {found|field|fields}, and the first line names {expected}. A value contains the "
     "separator.",
     "Remove these columns, which are not read: {columns}. Or make {value} the last column, which "
     "is read to the end of the line."},
    {"trace-bad-module", "column value", "Column '{column}': '{value}' is not a module.",
     "Write training, notebook or inference (DLC, DSW and EAS are understood), or give the word a "
     "value: --map module={value}:training, in a plan 'map'."},
    {"trace-bad-priority", "column value", "Column '{column}': '{value}' is not a priority.",
     "Write a whole number from 1 to 9, or give the word a value: --map priority={value}:5, in a "
     "plan 'map'."},
    {"trace-bad-flag", "column value", "Column '{column}': '{value}' must be yes or no.",
     "Write yes or no, or give the word a value: --map preemptible={value}:yes, in a plan 'map'."},
    {"trace-bad-flag.idle", "column value", "Column '{column}': '{value}' must be yes or no.",
     "Write yes or no, or give the word a value: --map idle={value}:yes, in a plan 'map'."},

    // Guesses
    {"trace-remark-separator", "found expected",
     "The values are between {found}, not {expected}. This was guessed from the first line "
     "(--separator)."},
    {"trace-remark-surplus", "count line expected",
     "Skipped: values after the last of {expected|column|columns} in {count|row|rows}. First: line "
     "{line}."},
    {"trace-remark-runs", "count line value",
     "Further runs of an id, with a start of their own: {count|job|jobs}. First: '{value}', line "
     "{line}."},
    {"trace-remark-allocated", "",
     "GPUs: those allocated, because no column has the requested ones (--gpus)."},
    {"trace-remark-word", "count line value",
     "Words without a value for 'preemptible': {count|row|rows}, by module. First: '{value}', line "
     "{line} (--map)."},
    {"trace-remark-word.idle", "count line value",
     "Words without a value for 'idle': {count|row|rows}, not background. First: '{value}', line "
     "{line} (--map)."},
};

}  // namespace

std::span<const Row> traceOptions() {
    return kTraceOptionsRows;
}

}  // namespace apportion::messages
