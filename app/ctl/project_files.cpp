// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project init|backup|recover
#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/words.h"
#include "core/session/commands/project_answers.h"
#include "core/session/commands/project_preview.h"
#include "core/session/export.h"

namespace apportion::ctl {

namespace {

struct ProjectFilesOptions {
    std::string file;
    std::string other;
    bool history = false;
    bool json = false;
};

int init(const ProjectFilesOptions& options) {
    Problems notes;
    auto desk = ProjectDesk::init(options.file, options.other, notes);
    if (!desk)
        return refuseProject(desk.error(), options.json);
    auto entries = desk->file().entriesFrom(1, 1);
    if (!entries || entries->empty())
        return refuseProject(entries ? Problems{} : entries.error(), options.json);
    return tellCommand(*desk, CommandAnswer{entries->front(), notes}, options.json, false);
}

int backup(ProjectDesk& desk, const ProjectFilesOptions& options) {
    if (auto done = desk.backup(options.other, options.history); !done)
        return refuseProject(done.error(), options.json);
    printProblems(desk.notices());
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            return writeCopy(out, {options.other, desk.objects().revision, {}, desk.notices()});
        out << "Copied revision " << desk.objects().revision << " to " << options.other << ".\n";
    });
}

int backup(const ProjectFilesOptions& options) {
    return withPool(options.file, Opens::readOnly, options.json,
                    [&](ProjectPool& pool) { return backup(pool.desk(), options); });
}

int exportScenario(const ProjectFilesOptions& options) {
    auto exported = exportProject(options.file);
    if (!exported)
        return refuseProject(exported.error(), options.json);
    printProblems(exported->warnings);
    return answer(options.other.empty() ? "-" : options.other, Form::data,
                  [&](std::ostream& out) { writeScenario(out, exported->scenario); });
}

int recover(const ProjectFilesOptions& options) {
    auto recovered = recoverInto(options.file, options.other);
    if (!recovered)
        return refuseProject(recovered.error(), options.json);
    printProblems(recovered->losses);
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            return writeCopy(out, {options.other, {}, recovered->entries, recovered->losses});
        out << "Recovered " << plural(recovered->entries, "entry", "entries")
            << " of the history into " << options.other
            << (recovered->losses.empty() ? ". Nothing is lost.\n"
                                          : ". The warnings list what is lost.\n");
    });
}

}  // namespace

void addProjectFiles(CLI::App& project, Action& run) {
    const auto add = [&](const char* name, const char* help,
                         int (*work)(const ProjectFilesOptions&)) {
        auto options = std::make_shared<ProjectFilesOptions>();
        CLI::App* command = project.add_subcommand(name, help);
        command->add_option("FILE", options->file, "The project file")->required();
        command->callback(
            [&run, options, work] { run = [options, work] { return work(*options); }; });
        return std::pair(command, options);
    };
    {
        auto [command, options] = add("init", "Create a project from a scenario", init);
        command->add_option("--from", options->other, "The scenario, - for standard input")
            ->required()
            ->option_text("SCENARIO");
        command->add_flag("--json", options->json, "Answer in JSON");
        command->footer(
            "The user who creates a project is its administrator. Workloads that run at the start "
            "of the\nscenario run, those submitted then wait. Later workloads and events are "
            "skipped.");
    }
    {
        auto [command, options] = add("backup", "Copy a project, even while others write", backup);
        command->add_option("COPY", options->other, "The new file")->required();
        command->add_flag("--history", options->history, "With the samples over time");
        command->add_flag("--json", options->json, "Answer in JSON");
    }
    {
        auto [command, options] =
            add("export", "Write the present state as a scenario", exportScenario);
        command->add_option("-o,--output", options->other, "To a file (default: standard output)")
            ->option_text("SCENARIO");
    }
    {
        auto [command, options] =
            add("recover", "Recover a damaged project into a new one", recover);
        command->add_option("NEW", options->other, "The new file")->required();
        command->add_flag("--json", options->json, "Answer in JSON");
        command->footer("The damaged file is not changed. Losses are listed.");
    }
}

}  // namespace apportion::ctl
