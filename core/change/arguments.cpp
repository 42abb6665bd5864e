// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/change/command.h"
#include "core/change/refuse.h"
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
    if (info.kind == ArgumentKind::word) {
        const std::string among = " " + std::string(info.words) + " ";
        return !value.empty() && value.find(' ') == std::string::npos &&
               among.find(" " + value + " ") != std::string::npos;
    }
    if (info.kind == ArgumentKind::text)
        return !value.empty();
    // Told by whoever reads it, with its place.
    return info.kind == ArgumentKind::json || info.fits(value);
}

// "training, notebook or inference"
std::string listed(std::string_view words) {
    std::string list;
    const std::size_t last = words.rfind(' ');
    for (std::size_t i = 0; i < words.size(); ++i)
        list += words[i] != ' ' ? std::string(1, words[i]) : i == last ? " or " : ", ";
    return list;
}

// Some scripts need the joiners of their letters (U+200C, U+200D).
bool hidesSomething(const std::string& name) {
    std::string rest = name;
    for (const std::string_view joiner : {"\u200C", "\u200D"})
        for (auto at = rest.find(joiner); at != std::string::npos; at = rest.find(joiner, at))
            rest.erase(at, joiner.size());
    return visibleText(rest) != rest;
}

using Place = ArgumentInfo::Place;

void tell(Problems& problems, std::string_view name, std::string_view code,
          std::vector<Argument> more) {
    Problem& problem = problems.emplace_back();
    problem.pointer = "/" + std::string(name);
    more.insert(more.begin(), {"argument", Value::ofText(std::string(name))});
    problem.message = {std::string(code), std::move(more)};
}

// What is wrong with the texts of one argument.
void check(const ArgumentInfo& info, const std::vector<std::string>& values, Problems& problems) {
    const auto wrong = [&](const std::string& value, std::string form) {
        tell(problems, info.name, "argument-wrong",
             {{"value", Value::ofText(value)}, {"form", Value::ofText(std::move(form))}});
    };
    if (info.required && values.empty())
        tell(problems, info.name, "argument-missing", {});
    const bool trailing = info.place == Place::trailing;
    if (values.size() > 1 && info.place != Place::rest && !info.repeated && !trailing)
        wrong(values.back(), "one value");
    const bool name = info.kind == ArgumentKind::text && info.place == Place::positional;
    for (const std::string& value : values)
        if (name && hidesSomething(value))
            wrong(value, "a name without line breaks and hidden characters");
        else if (firstBadUtf8(value))
            wrong(value, "text in UTF-8");
        else if (!fits(info, value) && !(trailing && &value != &values.front()))
            wrong(value, info.kind == ArgumentKind::word ? listed(info.words)
                                                         : std::string(formOf(info.kind)));
}

}  // namespace

std::string_view formOf(ArgumentKind kind) {
    switch (kind) {
        case ArgumentKind::gpu:
            return "GPUs: a number with at most two places, such as 8 or 0.25";
        case ArgumentKind::number:
            return "a whole number";
        case ArgumentKind::amount:
            return "a number, not negative, such as 1.5";
        case ArgumentKind::memory:
            return "an amount of memory: 64, which is GiB, 512MiB, 1.5TiB or 2TB";
        case ArgumentKind::seconds:
            return "a duration of at most 11,574 days, such as 90, 90s, 15m, 2h, 1h30m, or 1d";
        case ArgumentKind::moment:
            return "a time such as 2026-11-20T20:00:00Z";
        case ArgumentKind::flag:
            return "only its name";
        case ArgumentKind::word:
        case ArgumentKind::text:
        case ArgumentKind::json:
            break;
    }
    return "a text that is not empty";
}

CommandRequest requestOf(std::string_view id, Arguments arguments) {
    CommandRequest request;
    Problems unread;
    const CommandInfo* command = findCommand(id);
    if (command == nullptr) {
        unread = refuse("project-no-command", {textArgument("name", id)}).value();
    } else {
        request.change = command->none;
        for (const ArgumentInfo& info : command->arguments) {
            const std::size_t before = unread.size();
            check(info, arguments.list(info.name), unread);
            if (unread.size() == before && arguments.has(info.name))
                info.read(request.change, info.name, arguments.list(info.name));
        }
        for (const auto& [name, values] : arguments.all())
            if (std::none_of(command->arguments.begin(), command->arguments.end(),
                             [&, &name = name](const auto& info) { return info.name == name; }))
                tell(unread, name, "argument-unknown",
                     {{"command", Value::ofText(std::string(id))}});
    }
    request.typed = {std::move(arguments), std::move(unread)};
    return request;
}

Problems checkArguments(const CommandRequest& request) {
    if (request.typed)
        return request.typed->unread;
    Problems problems;
    for (const ArgumentInfo& info : infoOf(request.change).arguments) {
        if (info.kind != ArgumentKind::text)
            continue;  // every value is one
        auto texts = info.write(request.change);
        if (info.required && texts.empty() && !info.repeated)
            texts.emplace_back();
        check(info, texts, problems);
    }
    return problems;
}

Change withoutUnread(Change change, const Problems& unread) {
    for (const ArgumentInfo& info : infoOf(change).arguments)
        for (const Problem& each : unread)
            if (each.pointer == "/" + std::string(info.name))
                info.clear(change);
    return change;
}

Arguments argumentsOf(const Change& change) {
    Arguments arguments;
    for (const ArgumentInfo& info : infoOf(change).arguments)
        if (auto texts = info.write(change); !texts.empty())
            arguments.set(std::string(info.name), std::move(texts));
    return arguments;
}

std::string journalText(const CommandRequest& request) {
    const Arguments given = request.typed ? request.typed->arguments : argumentsOf(request.change);
    Arguments kept;
    for (const ArgumentInfo& info : infoOf(request.change).arguments)
        if (!info.help.empty() && info.place != Place::trailing && given.has(info.name))
            kept.set(std::string(info.name), given.list(info.name));
    return kept.json();
}

}  // namespace apportion
