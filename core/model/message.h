// SPDX-License-Identifier: GPL-3.0-or-later
// A refusal, reason or explanation: a code with typed, named arguments. The English sentence of
// every code is in one table (message_table.cpp); screens translate the template and fill in
// the same arguments. A message can be a list of rows; each of them is a whole sentence.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

// One argument. `kind` says what `number` counts; texts (names, keys, values as written) are never
// translated.
struct Value {
    enum class Kind { text, list, count, gpu, cpu, memory, seconds, flag };
    Kind kind = Kind::text;
    std::int64_t number = 0;
    std::string text;
    std::vector<std::string> list;

    static Value ofText(std::string text) { return {Kind::text, 0, std::move(text), {}}; }
    static Value ofList(std::vector<std::string> list) {
        return {Kind::list, 0, {}, std::move(list)};
    }
    static Value ofCount(std::int64_t count) { return {Kind::count, count, {}, {}}; }
    static Value ofGpu(Gpu gpu) { return {Kind::gpu, gpu, {}, {}}; }
    static Value ofCpu(Cpu cpu) { return {Kind::cpu, cpu, {}, {}}; }
    static Value ofMemory(Memory memory) { return {Kind::memory, memory, {}, {}}; }
    static Value ofSeconds(Duration milliseconds) { return {Kind::seconds, milliseconds, {}, {}}; }
    static Value ofFlag(bool flag) { return {Kind::flag, flag ? 1 : 0, {}, {}}; }
    friend bool operator==(const Value&, const Value&) = default;
};

struct Argument {
    std::string name;
    Value value;
    friend bool operator==(const Argument&, const Argument&) = default;
};

// Some codes have variants with a sentence of their own, "never-fits.node": what stands before the
// dot is the code that answers and tests show.
struct Message {
    std::string code;  // a key of the table, e.g. "above-capacity"
    std::vector<Argument> arguments;
    // The sentence as a document gave it from which the message was read back, without its
    // variant and the kinds of its arguments; empty = it is made from the table.
    std::string told = {};
    // Codes of rows whose sentences follow, filled in with the same arguments: the numbers of a
    // cause are those of its remedy.
    std::vector<std::string> then = {};
    friend bool operator==(const Message&, const Message&) = default;
};

// The code without its variant: "never-fits.node" -> "never-fits".
std::string_view plainCode(std::string_view code);

// The English template of a code with {named} places; the code itself if the table lacks it, which
// a test forbids.
std::string_view messageTemplate(std::string_view code);
// What mends it, in the same form; empty where the message says it already.
std::string_view remedyTemplate(std::string_view code);
// The names of all arguments that a message of this code carries.
std::vector<std::string_view> messageArguments(std::string_view code);
// All codes of the table, sorted.
std::vector<std::string_view> messageCodes();
// The sentences of a message in order: of its code, then of the rows in `then`.
std::vector<std::string_view> messageTemplates(const Message& message);
// Whether its codes are in the table and each place of its sentences has its argument.
bool isComplete(const Message& message);

// Fills the places of a template; {count|row|rows} is the count and the noun that goes with it, "1
// row". `format` turns one argument into text.
std::string fillTemplate(std::string_view text, const std::vector<Argument>& arguments,
                         const std::function<std::string(const Value&)>& format);

// All sentences of a message, filled in.
std::string fillMessage(const Message& message,
                        const std::function<std::string(const Value&)>& format);

// English with the unit: "8 GPUs", "1 GPU", "0.25 GPUs", "4 cores", "16 GiB", "60 s", "12",
// "a, b and c". Lists show five entries and count the rest.
std::string formatValue(const Value& value);
// "a, b and c", all of them: for a text of what there is to choose from.
std::string wholeList(const std::vector<std::string>& list);
std::string render(const Message& message);
std::string renderRemedy(const Message& message);

}  // namespace apportion
