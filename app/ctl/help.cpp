// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/help.h"

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

}  // namespace

std::string usageOf(const CLI::App& command) {
    std::string usage = pathOf(command) + options(command) + positionals(command);
    if (!command.get_subcommands({}).empty())
        usage += command.get_require_subcommand_min() == 0 ? " [SUBCOMMAND]" : " SUBCOMMAND";
    return usage;
}

}  // namespace apportion::ctl
