// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/help.h"

#include "core/model/nearest.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

std::string positionals(const CLI::App& command) {
    std::string text;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional())
            continue;
        std::string name = option->get_name(true, false);
        if (option->get_expected_max() >= CLI::detail::expected_max_vector_size)
            name += "...";
        text += option->get_required() ? " " + name : " [" + name + "]";
    }
    return text;
}

// With what stands before the next word.
std::string pathOf(const CLI::App& command) {
    const CLI::App* above = command.get_parent();
    return above == nullptr ? command.get_name()
                            : pathOf(*above) + positionals(*above) + " " + command.get_name();
}

std::string options(const CLI::App& command) {
    std::string needed;
    bool others = false;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->nonpositional())
            continue;
        if (!option->get_required()) {
            others = true;
            continue;
        }
        const std::string& form = option->get_option_text();
        needed += " --" + option->get_lnames().front() + " " +
                  (form.empty() ? option->get_type_name() : form);
    }
    return needed + (others ? " [OPTIONS]" : "");
}

// The command that the words have led to so far.
const CLI::App& reached(const CLI::App& app) {
    const auto below = app.get_subcommands();
    return below.empty() ? app : reached(*below.back());
}

// What could stand there in its place: an option, or the name of a command.
std::vector<std::string> placeTakers(const CLI::App& command, bool option) {
    std::vector<std::string> words;
    if (option)
        for (const CLI::Option* each : command.get_options())
            for (const std::string& name : each->get_lnames())
                words.push_back("--" + name);
    else
        for (const CLI::App* each : command.get_subcommands({}))
            words.push_back(each->get_name());
    return words;
}

std::string unexpected(const CLI::App& command, const std::string& word) {
    const bool option = word.size() > 1 && word.front() == '-';
    std::string text =
        option ? "Unknown option '" + word + "'" : "'" + word + "' is not expected here";
    // "--until=5" is meant as a whole.
    const std::string name = word.substr(0, word.find('='));
    const std::vector<std::string> known = placeTakers(command, option);
    const std::string near = nearestWord(name, {known.begin(), known.end()});
    // Of a short word everything is near.
    if (!near.empty() && editDistance(name, near) * 3 <= near.size())
        text += ". Did you mean '" + near + "'?";
    return text + (text.back() == '?' ? "" : ".");
}

}  // namespace

std::string usageOf(const CLI::App& command) {
    std::string usage = pathOf(command) + options(command) + positionals(command);
    if (!command.get_subcommands({}).empty())
        usage += command.get_require_subcommand_min() == 0 ? " [SUBCOMMAND]" : " SUBCOMMAND";
    return usage;
}

std::string usageError(const CLI::App& app, const CLI::Error& error) {
    const CLI::App& command = reached(app);
    std::string text;
    const auto failed = static_cast<CLI::ExitCodes>(error.get_exit_code());
    // What is not known comes first: it may be why something is missing.
    const std::vector<std::string> words = app.remaining(true);
    for (const std::string& word : words)
        text += "error: " + visibleText(unexpected(command, word)) + "\n";
    // A mistyped command is none, and not only too much.
    const bool mistyped = failed == CLI::ExitCodes::RequiredError &&
                          !command.get_subcommands({}).empty() && !words.empty();
    if (!mistyped && failed != CLI::ExitCodes::ExtrasError)
        text += "error: " + visibleText(error.what()) + "\n";
    return text + "Usage: " + usageOf(command) + "\nRun with --help for more information.\n";
}

}  // namespace apportion::ctl
