// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the shape of a file. Arguments and their kinds:
//   name            text: a file          detail  text: what the system says
//   size, most, least  text, with the unit where there is one; of what is too small or too big,
//   with its value, amounts
//   depth, version, known, places, count  counts
//   key, value, nearest, first  text, as written; first: the JSON pointer of the earlier one
//   expected, found text: JSON types      keys, words  text: all that may stand here
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kReadingRows[] = {
    // The file as a whole
    {"no-such-file", "name", "File {name} does not exist.", "Check the path."},
    {"no-such-file.unnamed", "name", "The name of a file is empty.",
     "Name a file, or - for standard input."},
    {"is-directory", "name", "{name} is a folder, not a file.", "Name a file in it."},
    {"unreadable", "name detail", "{name} cannot be read: {detail}.",
     "Check the permissions and the device."},
    {"not-written", "name detail", "{name} cannot be written: {detail}.",
     "Check the permissions and the free space. The earlier file is unchanged."},
    {"not-written.standard-output", "detail", "Standard output cannot be written: {detail}.",
     "Check where it leads and the free space, or name a file for the result."},
    {"not-written.directory", "name", "{name} is a folder, not a file.", "Name a file in it."},
    {"not-written.no-directory", "name directory",
     "{name} cannot be written, because folder {directory} does not exist.",
     "Create it, or name a file in an existing folder."},
    {"not-written.link", "name", "{name} is a link that another user created.",
     "Delete the link, or write to another file."},
    {"not-written.database", "name detail",
     "{name} is a project or another database, and is not overwritten.",
     "Name another file, or move this one away first."},
    {"too-large", "most", "The file is larger than {most}, unpacked.", "Cut it into smaller ones."},
    {"empty-file", "", "The file is empty.", "Name another file, or write or copy this one again."},
    {"empty-file.scenario", "", "The file is empty.",
     "Write a scenario. The smallest is {\"apportion\": 1}."},
    {"empty-file.plan", "", "The file is empty.",
     "Write a plan: its base and the sets of changes to compare."},
    {"blank-file", "", "The file contains no data.",
     "Name another file, or write or copy this one again."},
    {"blank-file.scenario", "", "The file contains no data.",
     "Write a scenario. The smallest is {\"apportion\": 1}."},
    {"blank-file.plan", "", "The file contains no data.",
     "Write a plan: its base and the sets of changes to compare."},
    {"bad-gzip", "", "The file is packed with gzip, and its packed data is damaged.",
     "Copy it again from an intact file, or pack it again. Test it with gzip -t. Nothing of it is "
     "used."},
    {"bad-gzip.lines", "count",
     "The file is packed with gzip, and its packed data is damaged: {count|line|lines} could be "
     "unpacked before that.",
     "Copy it again from an intact file, or pack it again. Test it with gzip -t. Nothing of it is "
     "used."},
    {"bad-gzip.sum.lines", "count",
     "The file is packed with gzip and damaged: its {count|line|lines} do not match the checksum "
     "or length at its end.",
     "Copy it again from an intact file, or pack it again. Test it with gzip -t. Nothing of it is "
     "used."},
    {"truncated-gzip.lines", "count",
     "The file is packed with gzip and cut off: its packed data has no end. {count|line|lines} "
     "could be unpacked.",
     "Copy it again from an intact file. Test it with gzip -t. Nothing of it is used."},
    {"truncated-gzip", "", "The file is packed with gzip and cut off: its packed data has no end.",
     "Copy it again from an intact file. Test it with gzip -t. Nothing of it is used."},
    {"gzip-tail", "", "The packed data is followed by bytes that are not gzip.",
     "Copy or pack it again. gzip -dc unpacks the data before them."},
    {"gzip-twice", "", "The file is packed with gzip twice.",
     "Unpack it once: gzip -dc FILE > OTHER."},
    {"file-encoding", "name", "The file is text in {name}.", "Save it as UTF-8."},
    {"file-packing", "name", "The file is packed with {name}, which is not unpacked here.",
     "Unpack it first, or pack it with gzip."},
    {"file-is-database", "", "This file is a database, such as a project file, not text.",
     "Use the commands of 'apportionctl project' to show, explain, and change a project."},
    {"bad-utf8", "value", "Byte {value} does not belong to UTF-8 text here.",
     "Save the file as UTF-8."},

    // Syntax
    {"syntax", "found", "This is not valid JSON: {found} does not belong here.",
     "Check just before this place for a missing or extra comma, quote, or bracket."},
    {"unexpected-end", "", "The file ends in the middle of a value.",
     "Close every bracket and quote, or copy the file again. A part might be missing."},
    {"too-deep", "most", "Lists and objects are nested deeper than {most} levels.",
     "No file needs nearly as many; check the brackets."},
    {"element-too-large", "most", "This element has more than {most} values.",
     "Split it; check the brackets as well."},
    {"duplicate-key", "key first", "Key '{key}' appears twice. The first is at {first}.",
     "Keep one of the two."},

    // The format's number
    {"format-missing", "version",
     "The format number is missing: the file does not say \"apportion\": {version}.",
     "Add it as the first key, if this is a scenario."},
    {"format-newer", "version known",
     "The file has format {version}; this program reads up to format {known}.",
     "Use a newer program, or export the file in format {known}."},
    {"format-plan", "", "This is a plan, not a scenario.",
     "Open it in the console, or run it with 'apportionctl plan run'."},
    {"format-trace", "format", "This is a trace of format {format}, not a scenario.",
     "Run it with 'apportionctl replay --trace FILE --format {format}', or make a scenario of it "
     "with 'apportionctl convert'."},
    {"format-trace.plan", "format", "This is a trace of format {format}, not a plan.",
     "Run it with 'apportionctl replay --trace FILE --format {format}', or convert it with "
     "'apportionctl convert' to a scenario for a base."},
    {"format-unknown", "value known", "{value} is not a format number.",
     "Write \"apportion\": {known}."},

    {"not-an-outcome", "",
     "This is not a result of simulate, because it has no format number or no summary.",
     "Create it with simulate --json or replay --json."},

    {"not-comparable", "", "This file must be a scenario or a result of simulate.",
     "Use a scenario, or a result of simulate --json, replay --json, or plan run --set NAME "
     "--json."},

    // Keys and values
    {"unknown-key", "key nearest keys", "Unknown key '{key}'.",
     "Did you mean '{nearest}'? Valid keys: {keys}."},
    {"unknown-key.given", "key nearest keys", "Unknown key '{key}'.",
     "Remove it. '{nearest}' is already set. Valid keys: {keys}."},
    {"unknown-key.full", "key keys", "Unknown key '{key}'.", "Remove it. Valid keys: {keys}."},
    {"unknown-key.policy", "key", "Unknown key '{key}'. A policy event does not change guarantees.",
     R"(Write {"do": "scale", "quotas": {QUOTA: {"gpu": N}}} for it, at the same moment.)"},
    {"missing-key", "key", "Key '{key}' is missing here.", "Add it."},
    {"wrong-type", "expected found", "The value must be of type {expected}, not {found}.",
     "Write a value of type {expected}."},
    {"wrong-type.resources", "",
     "The value must be of type object, with an amount for each resource.",
     R"(For GPUs write {"gpu": N}.)"},
    {"unknown-word", "value nearest words", "Unknown value '{value}'.",
     "Did you mean '{nearest}'? Valid values: {words}."},
    {"bad-number", "value", "{value} is too large to be read.", "Write a smaller number."},
    {"too-many-places", "value places", "{value} has more than {places} decimal places.",
     "Round it to {places} places at most."},
    {"not-whole", "value", "{value} is not a whole number.", "Write a whole number."},
    {"not-whole-mib", "value",
     "{value} GiB is not a whole number of MiB (1/1024 GiB), in which memory is counted.",
     "Write a multiple of 0.0009765625, such as 0.25, 0.5 or 1.5."},
    {"too-small", "value least", "{value} is too small. The minimum is {least}.",
     "Write {least} or more."},
    {"too-big", "value most", "{value} is too large. The maximum is {most}.",
     "Write {most} or less."},
    {"range-length", "count", "A range must be a list of two numbers, [from, to], not {count}.",
     "Write both ends, such as [4, 4] for one priority."},
    {"range-length.number", "",
     "A range must be a list of two numbers, [from, to], not one number.",
     "Write both ends, such as [4, 4] for one priority."},
    {"bad-epoch", "value", "'{value}' is not a time in the form 2026-11-20T09:00:00Z.",
     "Write date, T, time, and Z (or an offset such as +08:00)."},
};

}  // namespace

std::span<const Row> reading() {
    return kReadingRows;
}

}  // namespace apportion::messages
