// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/change/command.h"
#include "core/change/units.h"
#include "core/model/utf8.h"
#include "core/model/visible_text.h"

namespace apportion {

std::string Arguments::text(std::string_view name) const {
    const auto& values = list(name);
    return values.empty() ? std::string{} : values.front();
}

const std::vector<std::string>& Arguments::list(std::string_view name) const {
    static const std::vector<std::string> kNone;
    const auto found = values_.find(name);
    return found == values_.end() ? kNone : found->second;
}

void Arguments::set(std::string name, std::vector<std::string> values) {
    values_[std::move(name)] = std::move(values);
}

void Arguments::set(std::string name, std::string value) {
    set(std::move(name), std::vector<std::string>{std::move(value)});
}

std::string Arguments::json() const {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [name, values] : values_)
        object[name] = values;
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Arguments Arguments::fromJson(std::string_view json) {
    Arguments arguments;
    const auto object = nlohmann::json::parse(json, nullptr, false);
    if (object.is_object())
        for (const auto& [name, values] : object.items())
            if (values.is_array())
                for (const auto& value : values)
                    if (value.is_string())
                        arguments.values_[name].push_back(value.get<std::string>());
    return arguments;
}

namespace {

bool fits(const ArgumentInfo& info, const std::string& value) {
    switch (info.kind) {
        case ArgumentKind::text:
            return !value.empty();
        case ArgumentKind::gpu:
            return gpuArgument(value).has_value();
        case ArgumentKind::number:
            return wholeArgument(value).has_value();
        case ArgumentKind::amount:
            return amountArgument(value, kOneCore).has_value();
        case ArgumentKind::memory:
            return memoryArgument(value).has_value();
        case ArgumentKind::seconds:
            return durationArgument(value).has_value();
        case ArgumentKind::moment:
            return momentArgument(value).has_value();
        case ArgumentKind::flag:
            return value == "true";
        case ArgumentKind::json:
            return true;  // told by whoever reads it, with its place
        case ArgumentKind::word: {
            const std::string among = " " + std::string(info.words) + " ";
            return !value.empty() && value.find(' ') == std::string::npos &&
                   among.find(" " + value + " ") != std::string::npos;
        }
    }
    return false;
}

// "training, notebook or inference"
std::string listed(std::string_view words) {
    std::string list;
    const std::size_t last = words.rfind(' ');
    for (std::size_t i = 0; i < words.size(); ++i)
        list += words[i] != ' ' ? std::string(1, words[i]) : i == last ? " or " : ", ";
    return list;
}

std::string formOf(const ArgumentInfo& info) {
    switch (info.kind) {
        case ArgumentKind::gpu:
            return "GPUs: a number with at most two places, such as 8 or 0.25";
        case ArgumentKind::number:
            return "a whole number";
        case ArgumentKind::amount:
            return "a number, not negative, such as 1.5";
        case ArgumentKind::memory:
            return "an amount of memory: 64, which is GiB, 512MiB, 1.5TiB or 2TB";
        case ArgumentKind::seconds:
            return "a time of at most 11,574 days: 90, 90s, 15m, 2h, 1h30m or 1d";
        case ArgumentKind::moment:
            return "a moment: 2026-11-20T20:00:00Z";
        case ArgumentKind::flag:
            return "nothing but its name";
        case ArgumentKind::word:
            return listed(info.words);
        case ArgumentKind::text:
        case ArgumentKind::json:
            break;
    }
    return "a text that is not empty";
}

// Some scripts need the joiners of their letters (U+200C, U+200D).
bool hidesSomething(const std::string& name) {
    std::string rest = name;
    for (const std::string_view joiner : {"\u200C", "\u200D"})
        for (auto at = rest.find(joiner); at != std::string::npos; at = rest.find(joiner, at))
            rest.erase(at, joiner.size());
    return visibleText(rest) != rest;
}

}  // namespace

Problems checkArguments(const CommandInfo& command, const Arguments& arguments) {
    Problems problems;
    const auto tell = [&](const ArgumentInfo& info, std::string_view code,
                          std::vector<Argument> more) {
        Problem problem;
        problem.pointer = "/" + std::string(info.name);
        more.insert(more.begin(), {"argument", Value::ofText(std::string(info.name))});
        problem.message = {std::string(code), std::move(more)};
        problems.push_back(std::move(problem));
    };
    for (const ArgumentInfo& info : command.arguments) {
        if (info.required && arguments.list(info.name).empty())
            tell(info, "argument-missing", {});
        const auto& values = arguments.list(info.name);
        const bool trailing = info.place == ArgumentInfo::Place::trailing;
        if (values.size() > 1 && info.place != ArgumentInfo::Place::rest && !info.repeated &&
            !trailing)
            tell(info, "argument-wrong",
                 {{"value", Value::ofText(values.back())}, {"form", Value::ofText("one value")}});
        const bool name =
            info.kind == ArgumentKind::text && info.place == ArgumentInfo::Place::positional;
        for (const std::string& value : values)
            if (name && hidesSomething(value))
                tell(info, "argument-wrong",
                     {{"value", Value::ofText(value)},
                      {"form", Value::ofText("a name without line breaks and hidden characters")}});
            else if (firstBadUtf8(value))
                tell(info, "argument-wrong",
                     {{"value", Value::ofText(value)}, {"form", Value::ofText("text in UTF-8")}});
            else if (!fits(info, value) && !(trailing && &value != &values.front()))
                tell(info, "argument-wrong",
                     {{"value", Value::ofText(value)}, {"form", Value::ofText(formOf(info))}});
    }
    for (const auto& [name, values] : arguments.all()) {
        const auto known =
            std::find_if(command.arguments.begin(), command.arguments.end(),
                         [&, &name = name](const auto& info) { return info.name == name; });
        if (known == command.arguments.end())
            tell({name, ArgumentKind::text, ArgumentInfo::Place::option, false, {}},
                 "argument-unknown", {{"command", Value::ofText(std::string(command.id))}});
    }
    return problems;
}

}  // namespace apportion
