// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project ...
#include "app/ctl/project.h"

#include <algorithm>
#include <iostream>
#include <optional>

#include "app/ctl/output.h"
#include "core/change/visible_entry.h"
#include "core/model/visible_text.h"
#include "core/session/commands/project_answers.h"

namespace apportion::ctl {

namespace {

bool startsWith(std::string_view text, std::string_view begin) {
    return text.substr(0, begin.size()) == begin;
}

// The first problem decides.
ExitCode codeOf(const Problems& problems) {
    const std::string& code = problems.front().message.code;
    for (const char* system :
         {"project-disk-full", "project-busy", "project-cannot-open", "project-failed",
          "project-read-only", "project-read-only.beside", "project-read-only.left",
          "project-moved", "project-moved.whole", "project-moved.replaced", "project-linked",
          "project-other-name", "project-other-name.known", "project-other-log", "project-log-left",
          "project-log-foreign", "project-beside-no-file", "project-draft-replaced"})
        if (code == system)
            return kFailed;
    if (startsWith(code, "argument-") || startsWith(code, "project-unknown") ||
        code == "project-no-command")
        return kUsage;
    for (const char* no : {"not-allowed",
                           "quota-blocked",
                           "workspace-blocked",
                           "nodes-blocked",
                           "undo-",
                           "redo-",
                           "project-stale",
                           "project-revision-to-come",
                           "project-name-taken",
                           "grant-missing",
                           "last-administrator",
                           "priority-running",
                           "temporary-past",
                           "temporary-far",
                           "submit-",
                           "forbidden",
                           "max-priority",
                           "import-taken",
                           "live-held",
                           "live-lost",
                           "live-dismissed",
                           "cluster-drive-",
                           "live-others-commands",
                           "approval-",
                           "below-usage",
                           "sum-of-children",
                           "above-capacity",
                           "not-found",
                           "invalid",
                           "project-exists",
                           "project-remainder"})
        if (startsWith(code, no))
            return kNo;
    return kInvalid;
}

bool pointsIntoPool(const std::string& pointer) {
    for (const char* list : {"/nodes/", "/quotas/", "/workspaces/", "/workloads/"})
        if (startsWith(pointer, list))
            return true;
    return false;
}

}  // namespace

int refuseProject(const Problems& problems, bool json) {
    // Places in the pool as the command would leave it: nobody has a file with them.
    Problems shown = problems;
    for (Problem& each : shown)
        if (each.file.empty() && pointsIntoPool(each.pointer))
            each.pointer.clear();
    printProblems(shown);
    if (json)
        answer("-", Form::data, [&](std::ostream& out) { writeProblems(out, problems); });
    return codeOf(problems);
}

int withPool(const std::string& file, Opens opens, const Refuse& refuse,
             const std::function<int(ProjectPool&)>& work) {
    const auto pool = ProjectPool::forCommand(
        opens == Opens::look ? ProjectDesk::openToLook(file)
                             : ProjectDesk::open(file, opens == Opens::write ? OpenMode::readWrite
                                                                             : OpenMode::readOnly));
    return pool ? work(**pool) : refuse(pool.error());
}

int withPool(const std::string& file, Opens opens, bool json,
             const std::function<int(ProjectPool&)>& work) {
    return withPool(
        file, opens, [json](const Problems& problems) { return refuseProject(problems, json); },
        work);
}

int tellCommand(ProjectDesk& desk, const Result<CommandAnswer>& given, bool json, bool dryRun,
                const std::string& preview) {
    if (!given) {
        printProblems(desk.notices());
        return refuseProject(given.error(), json);
    }
    Problems notes = desk.notices();
    notes.insert(notes.end(), given->notes.begin(), given->notes.end());
    printProblems(notes);
    std::optional<JournalEntry> shown = given->entry;
    if (const auto project = desk.project(); project && shown)
        hideSecrets(desk.who(), **project, *shown);
    const JournalEntry* entry = shown ? &*shown : nullptr;
    if (json)
        return answer("-", Form::data, [&](std::ostream& out) {
            writeCommandAnswer(
                out, {entry, entry != nullptr && !dryRun ? entry->n : desk.objects().revision,
                      !dryRun, notes, preview});
        });
    return answer("-", Form::text, [&](std::ostream& out) {
        if (entry == nullptr)
            out << "No changes: these values are already set.\n";
        else if (dryRun)
            out << "Dry run: " << entry->action
                << (entry->subject.empty() ? "" : " " + visibleText(entry->subject)) << ".\n";
        else
            out << "History entry " << entry->n << ": " << entry->action
                << (entry->subject.empty() ? "" : " " + visibleText(entry->subject)) << ".\n";
    });
}

void addProject(CLI::App& app, Action& run) {
    CLI::App* project = app.add_subcommand("project", "Create, show, and change a project file");
    project->require_subcommand(1);
    project->footer(
        "A project file keeps a pool, its history, and its workloads. Every change is a history "
        "entry\nand can be undone. The roles of the operating system's user who runs this program "
        "decide\nwhich changes are allowed.\n\nExamples:\n  apportionctl project init "
        "pool.apportion --from pool.json\n  apportionctl project scale pool.apportion Quota1.1=56 "
        "Quota1.2=72\n  apportionctl project history pool.apportion\n  apportionctl project undo "
        "pool.apportion");
    addProjectFiles(*project, run);
    addProjectQueries(*project, run);
    addProjectCommands(app, *project, run);
    addSamples(*project, run);
    addServe(*project, run);
    addRuns(*project, run);
}

}  // namespace apportion::ctl
