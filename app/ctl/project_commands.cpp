// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of session's table as one of the command line: "quota.add" is
// "project quota FILE add", "scale" is "project scale FILE", what is about work stands at the top.
#include <algorithm>
#include <cctype>
#include <map>

#include "app/ctl/help.h"
#include "app/ctl/project.h"
#include "app/ctl/project_text.h"
#include "core/change/command_line.h"

namespace apportion::ctl {

namespace {

struct ProjectCommandsOptions {
    std::string file;
    std::map<std::string, std::string> positionals;
    std::map<std::string, std::vector<std::string>> values;
    std::map<std::string, bool> flags;
    std::string why;
    std::int64_t seen = -1;
    bool dryRun = false;
    bool json = false;
};

std::string upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

std::string formOf(const ArgumentInfo& info) {
    if (!info.names.empty())
        return upper(info.names);
    switch (info.kind) {
        case ArgumentKind::gpu:
            return "GPUS";
        case ArgumentKind::number:
        case ArgumentKind::amount:
            return "N";
        case ArgumentKind::memory:
            return "MEMORY";
        case ArgumentKind::seconds:
            return "TIME";
        case ArgumentKind::moment:
            return "MOMENT";
        case ArgumentKind::json:
            return "JSON";
        case ArgumentKind::word: {
            std::string words(info.words);
            std::replace(words.begin(), words.end(), ' ', '|');
            return words;
        }
        case ArgumentKind::text:
        case ArgumentKind::flag:
            break;
    }
    return upper(info.name);
}

void addArgument(CLI::App& command, const ArgumentInfo& info, ProjectCommandsOptions& options) {
    const std::string name(info.name);
    if (info.help.empty() || info.place == ArgumentInfo::Place::trailing)
        return;  // filled in by the program, or taken off before
    if (info.kind == ArgumentKind::flag) {
        command.add_flag("--" + name, options.flags[name], std::string(info.help));
        return;
    }
    const std::string help(info.help);
    CLI::Option* option = nullptr;
    const std::string shown = info.names.empty() ? upper(name) : upper(info.names);
    if (info.place == ArgumentInfo::Place::positional)
        option = command.add_option(shown, options.positionals[name], help);
    else if (info.place == ArgumentInfo::Place::rest)
        option = command.add_option(shown, options.values[name], help)->expected(1, -1);
    else
        option = command.add_option("--" + name, options.values[name], help)
                     ->expected(1)
                     ->take_all()
                     ->allow_extra_args(false)
                     ->option_text(formOf(info));
    if (info.required)
        option->required();
}

int runCommand(ProjectPool& pool, const CommandInfo& info, const ProjectCommandsOptions& options) {
    ProjectDesk& desk = pool.desk();
    Arguments arguments;
    for (const auto& [name, value] : options.positionals)
        if (!value.empty())
            arguments.set(name, value);
    for (const auto& [name, values] : options.values)
        if (!values.empty())
            arguments.set(name, values);
    for (const auto& [name, set] : options.flags)
        if (set)
            arguments.set(name, "true");
    for (const ArgumentInfo& argument : info.arguments)
        if (argument.place == ArgumentInfo::Place::trailing && trailingWords())
            arguments.set(std::string(argument.name), *trailingWords());
    if (auto filled = fillIn(info.id, arguments); !filled)
        return refuseProject(filled.error(), options.json);
    CommandRequest request = requestOf(info.id, std::move(arguments));
    request.why = options.why;
    request.dryRun = options.dryRun;
    if (options.seen >= 0)
        request.seen = options.seen;
    Problems notes;
    const auto preview =
        options.dryRun ? previewOf(pool, request) : std::optional<ProjectPreview>();
    if (preview)
        notes = preview->notes;
    noteLeftRunning(desk, request, notes);
    auto answer = pool.run(request);
    if (answer)
        answer->notes.insert(answer->notes.end(), notes.begin(), notes.end());
    if (answer && info.id == "submit" && !options.dryRun)
        noteWithoutHolder(desk, answer->notes);
    const int code = tellCommand(desk, answer, options.json, options.dryRun,
                                 preview ? preview->json : std::string{});
    if (answer && preview && !options.json)
        printPreview(*preview);
    return code;
}

int openAndRun(const CommandInfo& info, const ProjectCommandsOptions& options) {
    return withPool(options.file, options.dryRun ? Opens::look : Opens::write, options.json,
                    [&](ProjectPool& pool) { return runCommand(pool, info, options); });
}

void addCommand(CLI::App& parent, const CommandInfo& info, const std::string& name,
                const std::shared_ptr<ProjectCommandsOptions>& options, bool withFile,
                Action& run) {
    CLI::App* command = parent.add_subcommand(name, std::string(info.help));
    command->footer("");  // not that of what it stands below
    if (withFile)
        command->add_option("FILE", options->file, "The project file")->required();
    for (const ArgumentInfo& argument : info.arguments)
        addArgument(*command, argument, *options);
    command->add_option("--why", options->why, "A reason for the history")->option_text("TEXT");
    command
        ->add_option("--revision", options->seen, "Fail if the object changed after this revision")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
        ->option_text("N");
    command->add_flag("--dry-run", options->dryRun, "Show the effect without applying it");
    command->add_flag("--json", options->json, "Answer in JSON");
    for (const ArgumentInfo& argument : info.arguments)
        if (argument.place == ArgumentInfo::Place::trailing)
            command->footer("After -- comes the " + std::string(argument.name) +
                            ", as in\n  apportionctl " + name +
                            " pool.apportion --quota team --gpu 2 -- python3 train.py\n" +
                            std::string(argument.help) + ".");
    command->callback(
        [&run, &info, options] { run = [&info, options] { return openAndRun(info, *options); }; });
}

}  // namespace

void addProjectCommands(CLI::App& app, CLI::App& project, Action& run) {
    struct Group {
        CLI::App* command = nullptr;
        std::shared_ptr<ProjectCommandsOptions> options;  // the file, and --json of its list
    };
    std::map<std::string, Group> groups;
    for (const CommandInfo& info : projectCommands()) {
        const std::string id(info.id);
        const auto dot = id.find('.');
        auto options = std::make_shared<ProjectCommandsOptions>();
        if (dot == std::string::npos) {
            addCommand(isAboutWork(id) ? app : project, info, id, options, true, run);
            continue;
        }
        const std::string group = id.substr(0, dot);
        auto& [command, list] = groups[group];
        if (command == nullptr) {
            command = project.add_subcommand(group, groupHelp(group));
            list = std::make_shared<ProjectCommandsOptions>();
            command->add_option("FILE", list->file, "The project file")->required();
            command->add_flag("--json", list->json, "The list in JSON");
            command->footer("");
            command->footer([command = command] {
                std::string usages;
                for (const CLI::App* verb : command->get_subcommands({}))
                    usages += (usages.empty() ? "" : "\n  ") + usageOf(*verb);
                return "Each of them:\n  " + usages;
            });
            command->callback([&run, group, list = list, command = command] {
                if (command->get_subcommands().empty())
                    run = [group, list = list] {
                        return withPool(
                            list->file, Opens::look, list->json,
                            [&](ProjectPool& pool) { return listGroup(group, pool, list->json); });
                    };
            });
        }
        addCommand(*command, info, id.substr(dot + 1), options, false, run);
        // The file stands before the verb, with the group.
        command->get_subcommand(id.substr(dot + 1))->callback([&run, &info, options, list = list] {
            run = [&info, options, list = list] {
                options->file = list->file;
                options->json = options->json || list->json;
                return openAndRun(info, *options);
            };
        });
    }
}

}  // namespace apportion::ctl
