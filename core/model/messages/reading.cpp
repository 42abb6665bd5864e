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
    {"no-such-file", "name", "There is no file {name}.", "Check the path."},
    {"no-such-file.unnamed", "name", "The name of a file is empty.",
     "Name one; - is standard input."},
    {"is-directory", "name", "{name} is a directory, not a file.", "Name a file in it."},
    {"unreadable", "name detail", "{name} cannot be read: {detail}.",
     "Check the rights and the device."},
    {"not-written", "name detail", "{name} cannot be written: {detail}.",
     "Check the rights and the room on the device; what stood there before is unchanged."},
    {"not-written.standard-output", "detail", "Standard output cannot be written: {detail}.",
     "Check where it leads and the room on the device, or name a file for the answer."},
    {"not-written.directory", "name", "{name} is a directory, not a file.", "Name a file in it."},
    {"not-written.no-directory", "name directory",
     "{name} cannot be written: there is no directory {directory}.",
     "Make it, or name a file in one that is there."},
    {"not-written.link", "name", "{name} is a link that another user created.",
     "Delete the link, or write to another file."},
    {"not-written.database", "name detail",
     "{name} is a project or another database, and is not overwritten.",
     "Name another file, or move this one away first."},
    {"too-large", "most", "The file is larger than {most}, unpacked.", "Cut it into smaller ones."},
    {"empty-file", "", "The file is empty.", "Name another one, or write or copy this one again."},
    {"empty-file.scenario", "", "The file is empty.",
     "Write a scenario; {\"apportion\": 1} is the smallest."},
    {"empty-file.plan", "", "The file is empty.",
     "Write a plan: its base and the sets of changes to compare."},
    {"blank-file", "", "There is nothing but blanks in the file.",
     "Name another one, or write or copy this one again."},
    {"blank-file.scenario", "", "There is nothing but blanks in the file.",
     "Write a scenario; {\"apportion\": 1} is the smallest."},
    {"blank-file.plan", "", "There is nothing but blanks in the file.",
     "Write a plan: its base and the sets of changes to compare."},
    {"bad-gzip", "", "The file is packed with gzip, and its packed data is damaged.",
     "Copy it again from where it was whole, or pack it again; gzip -t tests it. Nothing of it is "
     "used."},
    {"bad-gzip.lines", "count",
     "The file is packed with gzip, and its packed data is damaged: {count|line|lines} could be "
     "unpacked before that.",
     "Copy it again from where it was whole, or pack it again; gzip -t tests it. Nothing of it is "
     "used."},
    {"bad-gzip.sum.lines", "count",
     "The file is packed with gzip, and what it unpacks to, {count|line|lines}, has not the "
     "checksum or length that stands at its end: some of it is damaged.",
     "Copy it again from where it was whole, or pack it again; gzip -t tests it. Nothing of it is "
     "used."},
    {"truncated-gzip.lines", "count",
     "The file is packed with gzip and cut off: its packed data has no end. {count|line|lines} "
     "could be unpacked.",
     "Copy it again from where it was whole; gzip -t tests it. Nothing of it is used."},
    {"truncated-gzip", "", "The file is packed with gzip and cut off: its packed data has no end.",
     "Copy it again from where it was whole; gzip -t tests it. Nothing of it is used."},
    {"gzip-tail", "", "Behind the end of the packed data stand bytes that are no gzip.",
     "Copy or pack it again; gzip -dc unpacks what stands before them."},
    {"gzip-twice", "", "What the gzip file holds is packed with gzip once more.",
     "Unpack it once: gzip -dc FILE > OTHER."},
    {"file-encoding", "name", "The file is text in {name}.", "Save it as UTF-8."},
    {"file-packing", "name", "The file is packed with {name}, which is not unpacked here.",
     "Unpack it first, or pack it with gzip."},
    {"file-is-database", "", "This is a database, as a project file is, and no text.",
     "Of a project the commands under 'apportionctl project' show, explain and change what is in "
     "it."},
    {"bad-utf8", "value", "Byte {value} does not belong to UTF-8 text here.",
     "Save the file as UTF-8."},

    // Syntax
    {"syntax", "found", "This is not valid JSON: {found} does not belong here.",
     "Look just before this place for a missing or extra comma, quote or bracket."},
    {"unexpected-end", "", "The file ends in the middle of a value.",
     "Close every bracket and quote, or copy the file again: a part may be missing."},
    {"too-deep", "most", "Lists and objects are nested deeper than {most} levels.",
     "No file needs nearly as many; check the brackets."},
    {"element-too-large", "most", "This element has more than {most} values.",
     "Split it; check the brackets as well."},
    {"duplicate-key", "key first", "Key '{key}' stands here twice; it is at {first} already.",
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
    {"format-trace.plan", "format", "This is a trace of format {format}, no plan.",
     "Run it with 'apportionctl replay --trace FILE --format {format}'; for a plan make a scenario "
     "of it with 'apportionctl convert' and write that as its base."},
    {"format-unknown", "value known", "{value} is no format number.",
     "Write \"apportion\": {known}."},

    {"not-an-outcome", "",
     "This is no document of simulate: it has no format number or no summary.",
     "Make it with simulate --json or replay --json."},

    {"not-comparable", "",
     "This is a document of another kind: neither a scenario nor an answer of simulate.",
     "Give a scenario, or what simulate --json, replay --json or plan run --set NAME --json "
     "writes."},

    // Keys and values
    {"unknown-key", "key nearest keys", "There is no key '{key}' here.",
     "Did you mean '{nearest}'? Known here: {keys}."},
    {"unknown-key.given", "key nearest keys", "There is no key '{key}' here.",
     "Take it out: '{nearest}' stands here already. Known here: {keys}."},
    {"unknown-key.full", "key keys", "There is no key '{key}' here.",
     "Take it out. Known here: {keys}."},
    {"unknown-key.policy", "key",
     "A change of policy leaves the size of a quota as it is: there is no key '{key}' here.",
     R"(Write {"do": "scale", "quotas": {QUOTA: {"gpu": N}}} for it, at the same moment.)"},
    {"missing-key", "key", "Key '{key}' is missing here.", "Add it."},
    {"wrong-type", "expected found", "This must be of type {expected}; it is of type {found}.",
     "Write a value of type {expected}."},
    {"wrong-type.resources", "", "This must be of type object, with an amount for each resource.",
     R"(For GPUs write {"gpu": N}.)"},
    {"unknown-word", "value nearest words", "'{value}' is none of the words known here.",
     "Did you mean '{nearest}'? Known here: {words}."},
    {"bad-number", "value", "{value} is too large to be read.", "Write a smaller number."},
    {"too-many-places", "value places", "{value} has more than {places} decimal places.",
     "Round it to {places} places at most."},
    {"not-whole", "value", "{value} is not a whole number.", "Write a whole number."},
    {"not-whole-mib", "value",
     "{value} GiB is not a whole number of MiB (1/1024 GiB), in which memory is counted.",
     "Write a multiple of 0.0009765625, such as 0.25, 0.5 or 1.5."},
    {"too-small", "value least", "{value} is too small; at least {least} is needed.",
     "Write {least} or more."},
    {"too-big", "value most", "{value} is too large; at most {most} is allowed.",
     "Write {most} or less."},
    {"range-length", "count", "A range is a list of two numbers, [from, to]; this has {count}.",
     "Write both ends, for one priority twice the same: [4, 4]."},
    {"range-length.number", "", "A range is a list of two numbers, [from, to]; this is one number.",
     "Write both ends, for one priority twice the same: [4, 4]."},
    {"bad-epoch", "value", "'{value}' is no moment in the form 2026-11-20T09:00:00Z.",
     "Write date, T, time and Z (or an offset such as +08:00)."},
};

}  // namespace

std::span<const Row> reading() {
    return kReadingRows;
}

}  // namespace apportion::messages
