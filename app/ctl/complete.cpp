// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/complete.h"

#include <algorithm>
#include <iterator>

#include "app/ctl/output.h"
#include "core/session/commands/names.h"

namespace apportion::ctl {

namespace {

// How the help calls a name, and what namesIn() calls it. Sizes are "QUOTA=GPUS".
struct Named {
    std::string_view place;
    std::string_view kind;
};
constexpr Named kNamed[] = {{"QUOTA", "quota"},         {"SIZES", "quota"},
                            {"WORKLOAD", "workload"},   {"NODE", "node"},
                            {"WORKSPACE", "workspace"}, {"USER", "user"},
                            {"TEMPORARY", "temporary"}, {"TIMETABLE", "timetable"}};
constexpr std::string_view kFiles[] = {"FILE", "SCENARIO", "BASE", "CHANGED", "IN",
                                       "OUT",  "COPY",     "NEW",  "DIR"};

// The words before the one to complete lead to a command, and perhaps to an option's value.
struct Place {
    const CLI::App* command = nullptr;
    const CLI::Option* value = nullptr;    // of this option
    std::vector<std::string> positionals;  // of this command
    std::string file;
    bool trailing = false;  // after "--"
};

std::vector<const CLI::Option*> positionalsOf(const CLI::App& command) {
    auto options = command.get_options();
    std::vector<const CLI::Option*> found;
    std::copy_if(options.begin(), options.end(), std::back_inserter(found),
                 [](const CLI::Option* each) { return each->get_positional(); });
    return found;
}

const CLI::Option* optionNamed(const CLI::App& command, const std::string& word) {
    for (const CLI::Option* each : command.get_options())
        if (each->nonpositional() && each->check_name(word))
            return each;
    return nullptr;
}

const CLI::App* commandNamed(const CLI::App& command, const std::string& word) {
    for (const CLI::App* each : command.get_subcommands({}))
        if (each->get_name() == word)
            return each;
    return nullptr;
}

bool takesFile(const CLI::App& command, std::size_t place) {
    const auto positionals = positionalsOf(command);
    return place < positionals.size() && placeOf(*positionals[place]) == "FILE";
}

Place follow(const CLI::App& app, const std::vector<std::string>& words) {
    Place place;
    place.command = &app;
    for (auto word = words.begin(); word + 1 < words.end(); ++word) {
        if (place.value != nullptr) {
            place.value = nullptr;
        } else if (*word == "--") {
            place.trailing = true;
            break;
        } else if (word->size() > 1 && word->front() == '-') {
            const CLI::Option* option = optionNamed(*place.command, *word);
            place.value =
                option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
        } else if (const CLI::App* below = commandNamed(*place.command, *word);
                   below != nullptr &&
                   place.positionals.size() == positionalsOf(*place.command).size()) {
            place.command = below;
            place.positionals.clear();
        } else {
            if (takesFile(*place.command, place.positionals.size()))
                place.file = *word;
            place.positionals.push_back(*word);
        }
    }
    return place;
}

void addValues(Completions& found, const std::string& form, const std::string& file) {
    std::size_t from = 0;
    for (std::size_t to = 0; to != std::string::npos; from = to + 1) {
        to = form.find('|', from);
        const std::string part = form.substr(from, to == std::string::npos ? to : to - from);
        const auto named = std::find_if(std::begin(kNamed), std::end(kNamed),
                                        [&](const Named& each) { return each.place == part; });
        if (named != std::end(kNamed)) {
            if (file.empty() || file == "-")  // nobody reads what a person types
                continue;
            for (std::string& name : namesIn(file, named->kind))
                found.words.push_back({name + (part == "SIZES" ? "=" : ""), {}});
        } else if (std::find(std::begin(kFiles), std::end(kFiles), part) != std::end(kFiles)) {
            found.files = true;
        } else if (form.find('|') != std::string::npos &&
                   std::none_of(part.begin(), part.end(),
                                [](unsigned char c) { return std::isupper(c); })) {
            found.words.push_back({part, {}});
        }
    }
}

void addOptions(Completions& found, const CLI::App& command) {
    for (const CLI::Option* each : command.get_options())
        for (const std::string& name : each->get_lnames())
            found.words.push_back({"--" + name, each->get_description()});
}

void addNext(Completions& found, const Place& place) {
    const auto positionals = positionalsOf(*place.command);
    const std::size_t at = place.positionals.size();
    if (at < positionals.size())
        return addValues(found, placeOf(*positionals[at]), place.file);
    for (const CLI::App* each : place.command->get_subcommands({}))
        if (!each->get_group().empty())
            found.words.push_back({each->get_name(), each->get_description()});
    // The last may be given several times.
    if (!positionals.empty() &&
        positionals.back()->get_expected_max() >= CLI::detail::expected_max_vector_size)
        addValues(found, placeOf(*positionals.back()), place.file);
}

}  // namespace

std::string placeOf(const CLI::Option& option) {
    if (option.get_positional())
        return option.get_name(true, false);
    return option.get_option_text();
}

Completions completionsOf(const CLI::App& app, const std::vector<std::string>& words) {
    const Place place = follow(app, words);
    const std::string begun = words.empty() ? std::string() : words.back();
    Completions found;
    if (place.trailing)
        found.files = true;
    else if (place.value != nullptr)
        addValues(found, placeOf(*place.value), place.file);
    else if (!begun.empty() && begun.front() == '-')
        addOptions(found, *place.command);
    else
        addNext(found, place);
    std::erase_if(found.words, [&](const Completion& each) {
        return each.word.compare(0, begun.size(), begun) != 0;
    });
    return found;
}

int printCompletions(const CLI::App& app, const std::vector<std::string>& words) {
    const Completions found = completionsOf(app, words);
    return answer("-", Form::data, [&](std::ostream& out) {
        for (const Completion& each : found.words)
            if (each.word.find_first_of("\t\n") == std::string::npos)
                out << each.word << '\t' << each.help << '\n';
        if (found.files)
            out << "\t\n";
    });
}

}  // namespace apportion::ctl
