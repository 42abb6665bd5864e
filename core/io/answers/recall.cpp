// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/recall.h"

#include <algorithm>
#include <array>

#include "core/model/number_text.h"

namespace apportion::answers {

namespace {

using Arguments = std::vector<Argument>;

Value valueOf(std::string_view name, std::string_view text) {
    constexpr std::array<std::string_view, 5> kGpus{"gpu", "placed", "bound", "charge", "kept"};
    if (std::find(kGpus.begin(), kGpus.end(), name) != kGpus.end())
        if (const auto gpu = scaledNumber(text.substr(0, text.find(' ')), kOneGpu))
            return Value::ofGpu(*gpu);
    return Value::ofText(std::string{text});
}

// A place of a template that is still open: "{gpu}" at `at`.
struct Place {
    std::size_t at = std::string::npos, end = std::string::npos;
    std::string_view name;
};
Place nextPlace(std::string_view text, const std::vector<std::string_view>& names) {
    Place first;
    for (const std::string_view name : names) {
        const std::size_t at = text.find("{" + std::string{name} + "}");
        if (at < first.at)
            first = {at, at + name.size() + 2, name};
    }
    return first;
}

// Puts what stands in the open places of the template into `found`; false if the sentence is
// another one.
bool match(std::string_view text, std::string_view sentence,
           const std::vector<std::string_view>& names, Arguments& found) {
    for (Place place = nextPlace(text, names); place.at != std::string_view::npos;
         place = nextPlace(text, names)) {
        if (sentence.substr(0, place.at) != text.substr(0, place.at))
            return false;
        sentence.remove_prefix(place.at);
        text.remove_prefix(place.end);
        // The value ends where what follows the place begins.
        const std::size_t next = std::min(nextPlace(text, names).at, text.size());
        const std::size_t end = sentence.find(text.substr(0, next));
        if (end == std::string_view::npos)
            return false;
        const std::string_view value = sentence.substr(0, end);
        found.push_back({std::string{place.name}, valueOf(place.name, value)});
        sentence.remove_prefix(end);
    }
    return sentence == text;
}

// As in the sentence of a run, whose arguments come in the order of the table.
void putInOrder(Arguments& arguments, const std::vector<std::string_view>& names) {
    std::stable_sort(arguments.begin(), arguments.end(), [&](const Argument& a, const Argument& b) {
        const auto place = [&](const Argument& each) {
            return std::find(names.begin(), names.end(), each.name);
        };
        return place(a) < place(b);
    });
}

}  // namespace

void recallArguments(Eviction& eviction) {
    const Arguments known = [&] {
        Arguments arguments{{"victim", Value::ofText(eviction.victim)}};
        if (!eviction.preemptor.empty())
            arguments.push_back({"taker", Value::ofText(eviction.preemptor)});
        if (!eviction.quota.empty())
            arguments.push_back({"quota", Value::ofText(eviction.quota)});
        return arguments;
    }();
    Message& why = eviction.why;
    const std::string rule = why.code;
    why.arguments = known;
    for (const std::string_view code : messageCodes()) {
        if (plainCode(code) != rule)
            continue;
        Arguments found = known;
        const std::string text = fillTemplate(messageTemplate(code), known, formatValue);
        if (!match(text, why.told, messageArguments(code), found))
            continue;
        why.code = code;
        putInOrder(found, messageArguments(code));
        why.arguments = std::move(found);
        if (const auto gpu = std::find_if(why.arguments.begin(), why.arguments.end(),
                                          [](const Argument& each) { return each.name == "gpu"; });
            gpu != why.arguments.end())
            eviction.gpu = gpu->value.number;
        return;
    }
}

}  // namespace apportion::answers
