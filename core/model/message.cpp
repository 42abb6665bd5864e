// SPDX-License-Identifier: GPL-3.0-or-later
// Messages as English text.
#include "core/model/message.h"

#include <algorithm>

#include "core/model/number_text.h"
#include "core/model/visible_text.h"

namespace apportion {

namespace {

constexpr std::size_t kMostListed = 5;

bool isPlaceCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Calls text(part) and place(name, nouns) for the parts of a template in order; nouns: "row|rows"
// of {name|row|rows}. A brace that is not part of a place stands for itself.
template <typename Text, typename Place>
void walk(std::string_view text, Text&& onText, Place&& onPlace) {
    while (!text.empty()) {
        const auto open = text.find('{');
        if (open == std::string_view::npos)
            break;
        auto close = open + 1;
        while (close < text.size() && isPlaceCharacter(text[close]))
            ++close;
        const auto name = text.substr(open + 1, close - open - 1);
        if (!name.empty() && close < text.size() && text[close] == '|')
            close = std::min(text.find('}', close), text.size());
        if (name.empty() || close == text.size() || text[close] != '}') {
            onText(text.substr(0, open + 1));
            text.remove_prefix(open + 1);
            continue;
        }
        const auto nouns = text.substr(open + 1 + name.size(), close - open - 1 - name.size());
        onText(text.substr(0, open));
        onPlace(name, nouns.empty() ? nouns : nouns.substr(1));
        text.remove_prefix(close + 1);
    }
    onText(text);
}

const Argument* find(const std::vector<Argument>& arguments, std::string_view name) {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const Argument& a) { return a.name == name; });
    return found == arguments.end() ? nullptr : &*found;
}

std::string withUnit(std::string number, std::string_view one, std::string_view many) {
    const bool single = number == "1";
    number += ' ';
    number += single ? one : many;
    return number;
}

// The noun of a count: "row|rows".
std::string_view nounFor(std::int64_t count, std::string_view nouns) {
    const auto bar = std::min(nouns.find('|'), nouns.size());
    return count == 1 ? nouns.substr(0, bar) : nouns.substr(std::min(bar + 1, nouns.size()));
}

std::string listText(const std::vector<std::string>& list, std::size_t most) {
    if (list.empty())
        return "none";
    const bool cut = list.size() > most + 1;
    const auto shown = cut ? most : list.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0)
            text += !cut && i + 1 == shown ? " and " : ", ";
        text += visibleText(list[i]);
    }
    if (cut)
        text += " and " + std::to_string(list.size() - shown) + " more";
    return text;
}

bool hasAllPlaces(std::string_view text, const std::vector<Argument>& arguments) {
    bool all = true;
    walk(
        text, [](std::string_view) {},
        [&](std::string_view name, std::string_view) { all = all && find(arguments, name); });
    return all;
}

}  // namespace

std::string fillTemplate(std::string_view text, const std::vector<Argument>& arguments,
                         const std::function<std::string(const Value&)>& format) {
    std::string filled;
    walk(
        text, [&](std::string_view part) { filled += part; },
        [&](std::string_view name, std::string_view nouns) {
            if (const auto* argument = find(arguments, name)) {
                filled += format(argument->value);
                if (!nouns.empty())
                    filled.append(" ").append(nounFor(argument->value.number, nouns));
            } else {
                filled += '{';
                filled += name;
                filled += '}';
            }
        });
    return filled;
}

std::string formatValue(const Value& value) {
    switch (value.kind) {
        case Value::Kind::text:
            return visibleText(value.text);
        case Value::Kind::list:
            return listText(value.list, kMostListed);
        case Value::Kind::count:
            return std::to_string(value.number);
        case Value::Kind::gpu:
            return withUnit(gpuText(value.number), "GPU", "GPUs");
        case Value::Kind::cpu:
            return withUnit(cpuText(value.number), "core", "cores");
        case Value::Kind::memory:
            return withUnit(memoryText(value.number), "GiB", "GiB");
        case Value::Kind::seconds:
            return withUnit(decimalText(value.number, 3), "s", "s");
        case Value::Kind::flag:
            return value.number != 0 ? "yes" : "no";
    }
    return {};
}

std::string wholeList(const std::vector<std::string>& list) {
    return listText(list, list.size());
}

std::vector<std::string_view> messageTemplates(const Message& message) {
    std::string_view text = messageTemplate(message.code);
    // A journal of an older program has variants with fewer arguments, or that are gone.
    if (text == message.code || !hasAllPlaces(text, message.arguments)) {
        const std::string_view plain = messageTemplate(plainCode(message.code));
        if (plain != plainCode(message.code) && hasAllPlaces(plain, message.arguments))
            text = plain;
    }
    std::vector<std::string_view> templates{text};
    for (const std::string& code : message.then)
        templates.push_back(messageTemplate(code));
    return templates;
}

std::string fillMessage(const Message& message,
                        const std::function<std::string(const Value&)>& format) {
    std::string filled;
    for (const std::string_view text : messageTemplates(message)) {
        if (!filled.empty())
            filled += ' ';
        filled += fillTemplate(text, message.arguments, format);
    }
    return filled;
}

std::string render(const Message& message) {
    return message.told.empty() ? fillMessage(message, formatValue) : message.told;
}

std::string renderRemedy(const Message& message) {
    return fillTemplate(remedyTemplate(message.code), message.arguments, formatValue);
}

bool isComplete(const Message& message) {
    const auto codes = messageCodes();
    const auto complete = [&](std::string_view code) {
        return std::binary_search(codes.begin(), codes.end(), code) &&
               hasAllPlaces(messageTemplate(code), message.arguments) &&
               hasAllPlaces(remedyTemplate(code), message.arguments);
    };
    return complete(message.code) &&
           std::all_of(message.then.begin(), message.then.end(), complete);
}

}  // namespace apportion
