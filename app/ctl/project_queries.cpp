// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project show|explain|history|audit|undo|redo|restore|restore-points
#include <algorithm>
#include <iostream>
#include <set>

#include "app/ctl/answer_text.h"
#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/project_text.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/cluster/local/command_place.h"
#include "core/cluster/local/local_machine.h"
#include "core/model/date_text.h"
#include "core/model/visible_text.h"
#include "core/plan/draft/estimator.h"
#include "core/session/commands/project_answers.h"
#include "core/session/commands/project_preview.h"
#include "core/session/local/work_runs.h"
#include "core/view/issues/file_warnings.h"

namespace apportion::ctl {

namespace {

struct ProjectQueriesOptions {
    std::string file;
    std::string name;
    std::int64_t entry = 0;
    std::size_t most = 50;
    bool verify = false;
    bool all = false;
    bool writes = false;
    bool dryRun = false;
    bool json = false;
};

// The pool with its work, as the sections of simulate want it.
Scenario scenarioOf(ProjectDesk& desk, const Project& project) {
    Scenario scenario = project.pool;
    scenario.epoch = exactDateText(desk.begin().value_or(desk.now()));
    for (const ProjectWorkload& each : project.work)
        scenario.workloads.push_back(each.spec);
    return scenario;
}

std::string reclaimsText(const std::vector<Message>& reclaims) {
    std::string text;
    for (const Message& each : reclaims)
        text += wrapped(told(each), 0);
    return text;
}

// Of those that have their place and count as running.
std::string commandWaitsText(ProjectDesk& desk, const Outcome& outcome) {
    std::string text;
    for (const auto& [name, status] : outcome.workloads)
        if (status.state == WorkloadState::running)
            if (const auto waits = commandWaits(desk, name))
                text += wrapped(told(*waits), 2);
    return text.empty() ? text : heading("Not started") + text;
}

std::string notLive(ProjectDesk& desk) {
    const auto lease = desk.file().lease(desk.clock().steady());
    if (!lease || !*lease || store::lifeOf((*lease)->holder) != store::Life::alive)
        return "Not live.\n";
    return "Not live: process " + std::to_string((*lease)->holder.pid) + " of " + (*lease)->who +
           " runs the scheduler and has written nothing for " +
           std::to_string((desk.now() - (*lease)->heartbeat) / kSecond) +
           " s. It was stopped, or the disk is full.\n";
}

int show(ProjectPool& pool, const ProjectQueriesOptions& options) {
    ProjectDesk& desk = pool.desk();
    auto shown = desk.show();
    auto project = desk.project();
    if (!shown || !project)
        return refuseProject(shown ? project.error() : shown.error(), options.json);
    if (const std::string machine = machineName();
        runsNothingHere(**project, shown->holder, machine))
        for (auto& [name, outcome] : shown->outcome.workloads)
            sayNoNode(name, machine, outcome.reason);
    const Estimates starts = options.json || !shown->holder
                                 ? Estimates()
                                 : likelyStarts(static_cast<Pool&>(pool).ahead());
    printProblems(desk.notices());
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json) {
            writeOutcome(out, shown->outcome, {false, shown->revision});
            return;
        }
        const Scenario scenario = scenarioOf(desk, **project);
        out << visibleText(scenario.name) << ", revision " << shown->revision << "\n"
            << (shown->holder ? "Live: process " + std::to_string(shown->holder->holder.pid) +
                                    " of " + shown->holder->who + " runs the scheduler.\n"
                              : notLive(desk))
            << reclaimsText(shown->reclaims) << quotasSection(scenario, shown->outcome)
            << waitingSection(scenario, shown->outcome, &starts)
            << runningSection(scenario, shown->outcome) << commandWaitsText(desk, shown->outcome)
            << evictionsSection(scenario, shown->outcome) << summarySection(shown->outcome)
            << (shown->inPart ? "  Of the workloads that you can see.\n" : "");
    });
}

int explain(ProjectPool& pool, const ProjectQueriesOptions& options) {
    ProjectDesk& desk = pool.desk();
    auto explanation = pool.explain(options.name);
    auto project = desk.project();
    auto holder = desk.holder();
    if (!explanation || !project || !holder)
        return refuseProject(!explanation ? explanation.error()
                             : !project   ? project.error()
                                          : holder.error(),
                             options.json);
    if (const std::string machine = machineName(); runsNothingHere(**project, *holder, machine))
        sayNoNode(options.name, machine, explanation->reason);
    const auto waits = commandWaits(desk, options.name);
    printProblems(desk.notices());
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json)
            return writeExplanation(out, *explanation);
        if (!*holder && explanation->state == WorkloadState::pending)
            out << "Not live. This is what the scheduler would decide now.\n";
        else if (!*holder && !explanation->toldToStop.empty())
            out << "Not live. This is the last recorded state.\n";
        out << explanationText(scenarioOf(desk, **project), *explanation);
        if (waits)
            out << heading("Its command is not running yet") << wrapped(told(*waits), 2);
    });
}

std::string shortMoment(Moment at) {
    std::string text = dateText(at);
    text.replace(text.find('T'), 1, " ");
    return text;
}

// Of an instant the user whose process ran the engine.
std::string holderOf(const JournalEntry& entry) {
    return entry.action == "instant" ? Arguments::fromJson(entry.arguments).text("holder")
                                     : std::string();
}

// Why an entry is no step back: a word for the table, and what it means below it.
struct NoStep {
    std::string_view code;
    std::string_view word;
    std::string_view meaning;
};
constexpr NoStep kNoSteps[] = {
    {"undo-undone", "undone", "can be redone until its author makes another change"},
    {"undo-not", "happened", "cannot be undone, only configuration changes can"},
    {"undo-not.over", "over", "was temporary and has reverted automatically"},
    {"undo-not.turned", "turned", "is an undo or redo of another entry"},
    {"undo-not.timer", "automatic", "cannot be undone, but the change that it belonged to can"},
    {"undo-not.lost", "lost", "could not be read when the file was recovered"},
    {"undo-not.first", "first", "created the pool"},
};

const NoStep* noStep(const ProjectDesk::Recorded& recorded) {
    if (recorded.notUndoable)
        for (const NoStep& each : kNoSteps)
            if (each.code == recorded.notUndoable->code)
                return &each;
    return nullptr;
}

void tableOf(std::ostream& out, const std::vector<ProjectDesk::Recorded>& history) {
    TextTable table({{"entry", Align::right},
                     {"when (UTC)", Align::left},
                     {"who", Align::left},
                     {"did", Align::left},
                     {"subject", Align::left},
                     {"state", Align::left, true},
                     {"why", Align::left, true}});
    std::set<const NoStep*> shown;
    for (const auto& each : history) {
        const NoStep* no = noStep(each);
        shown.insert(no);
        const std::string holder = holderOf(each.entry);
        table.row({std::to_string(each.entry.n), shortMoment(each.entry.at),
                   each.entry.who + (holder.empty() ? "" : " of " + holder), each.entry.action,
                   each.entry.subject.empty() ? "-" : each.entry.subject,
                   no == nullptr ? "in effect" : std::string(no->word),
                   each.entry.why.empty() ? "-" : each.entry.why});
    }
    out << table.text();
    TextTable meanings({{"state", Align::left}, {"which means", Align::left}});
    for (const NoStep& each : kNoSteps)
        if (shown.contains(&each))
            meanings.row({std::string(each.word), std::string(each.meaning)});
    if (shown.size() > 1 || !shown.contains(nullptr))
        out << "\n" << meanings.text();
}

int history(ProjectPool& pool, const ProjectQueriesOptions& options) {
    ProjectDesk& desk = pool.desk();
    constexpr std::size_t kAll = static_cast<std::size_t>(-1) / 2;
    auto history = desk.history(options.all || options.json ? kAll : options.most);
    if (!history)
        return refuseProject(history.error(), options.json);
    printProblems(desk.notices());
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (!options.json)
            return tableOf(out, *history);
        JournalForm form;
        for (auto each = history->rbegin(); each != history->rend(); ++each)
            form.entries.push_back(
                {&each->entry, each->undone, each->notUndoable, holderOf(each->entry)});
        writeJournal(out, form);
    });
}

// What keeps the content of the file from being read is what a check looks for.
int refuseAudit(const Problems& problems, const ProjectQueriesOptions& options) {
    const int code = refuseProject(problems, options.json);
    const bool damaged = std::any_of(problems.begin(), problems.end(), [](const Problem& each) {
        const std::string& said = each.message.code;
        return isOfDamage(each) || said == "project-empty" || said == "project-not-one" ||
               said == "project-other";
    });
    return options.verify && damaged ? kNo : code;
}

int audit(ProjectPool& pool, const ProjectQueriesOptions& options) {
    ProjectDesk& desk = pool.desk();
    auto audit = desk.audit(options.verify);
    if (!audit)
        return refuseAudit(audit.error(), options);
    std::vector<ProjectDesk::Recorded> entries;
    if (options.json) {
        auto history = desk.history(static_cast<std::size_t>(-1) / 2);
        if (!history)
            return refuseAudit(history.error(), options);
        entries = std::move(*history);
    }
    if (audit->problems.empty())
        printProblems(desk.notices());
    printProblems(audit->problems);
    const int code = answer("-", textOrData(options.json), [&](std::ostream& out) {
        if (options.json) {
            JournalForm form;
            for (auto each = entries.rbegin(); each != entries.rend(); ++each)
                form.entries.push_back({&each->entry, {}, {}, holderOf(each->entry)});
            if (options.verify)
                form.verified = audit->verified;
            form.head = audit->head;
            form.count = audit->entries;
            form.problems = audit->problems;
            return writeJournal(out, form);
        }
        out << plural(audit->entries, "entry", "entries") << "; head " << audit->head << "\n";
        if (options.verify)
            out << (audit->verified
                        ? "Verified: every hash, and the state rebuilt from the history.\n"
                        : "Damaged: see above.\n");
        else
            out << "Keep the head in another place. A history that is changed later has another "
                   "head.\n";
    });
    return audit->problems.empty() ? code : kNo;
}

int tellTurn(ProjectPool& pool, const ProjectQueriesOptions& options,
             Result<CommandAnswer> answer) {
    const auto preview =
        answer && options.dryRun ? previewOf(pool, *answer) : std::optional<ProjectPreview>();
    if (preview)
        answer->notes.insert(answer->notes.end(), preview->notes.begin(), preview->notes.end());
    const int code = tellCommand(pool.desk(), answer, options.json, options.dryRun,
                                 preview ? preview->json : std::string{});
    if (answer && answer->entry && options.dryRun && !options.json)
        printChanges(*answer->entry);
    if (preview && !options.json)
        printPreview(*preview);
    return code;
}

int undo(ProjectPool& pool, const ProjectQueriesOptions& options) {
    const auto entry = options.entry > 0 ? std::optional(options.entry) : std::nullopt;
    return tellTurn(pool, options, pool.turn({true, entry}, options.dryRun));
}

int redo(ProjectPool& pool, const ProjectQueriesOptions& options) {
    return tellTurn(pool, options, pool.turn({false, {}}, options.dryRun));
}

int restorePoints(ProjectPool& pool, const ProjectQueriesOptions& options) {
    return listGroup(std::string(word(ObjectKind::restorePoint)), pool, options.json);
}

int restore(ProjectPool& pool, const ProjectQueriesOptions& options) {
    return tellTurn(pool, options, pool.desk().restore(options.name, options.dryRun));
}

}  // namespace

void addProjectQueries(CLI::App& project, Action& run) {
    const auto add = [&](const char* name, const char* help,
                         int (*work)(ProjectPool&, const ProjectQueriesOptions&)) {
        auto options = std::make_shared<ProjectQueriesOptions>();
        CLI::App* command = project.add_subcommand(name, help);
        command->add_option("FILE", options->file, "The project file")->required();
        command->add_flag("--json", options->json, "Answer in JSON");
        command->callback([&run, options, work] {
            run = [options, work] {
                return withPool(
                    options->file, options->writes && !options->dryRun ? Opens::write : Opens::look,
                    [&](const Problems& problems) {
                        return work == audit ? refuseAudit(problems, *options)
                                             : refuseProject(problems, options->json);
                    },
                    [&](ProjectPool& pool) { return work(pool, *options); });
            };
        });
        return std::pair(command, options);
    };
    const auto dryRun = [](CLI::App* command, ProjectQueriesOptions& options) {
        options.writes = true;
        command->add_flag("--dry-run", options.dryRun, "Show the effect without applying it");
    };
    add("show", "Show quotas, workloads, and whether the pool is live", show);
    {
        auto [command, options] = add(
            "explain", "Explain why a workload waits, what would start it, and its runs", explain);
        command
            ->add_option("WORKLOAD", options->name, "Its name; \"NAME #1\" is the first of several")
            ->required();
    }
    {
        auto [command, options] = add("history", "List history entries, latest first", history);
        command->add_option("-n", options->most, "Number of entries (default: 50)")
            ->option_text("N")
            ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
        command->add_flag("--all", options->all, "All entries");
        command->footer("In JSON: all entries, oldest first, with values before and after.");
    }
    {
        auto [command, options] = add("audit", "Show the history and its last hash", audit);
        command->add_flag("--verify", options->verify,
                          "Check every hash and the whole file, and rebuild the state");
        command->footer("Exit code 4 if --verify finds damage.");
    }
    {
        auto [command, options] = add("undo", "Undo the last change of the configuration", undo);
        command
            ->add_option("ENTRY", options->entry, "This history entry (default: the last change)")
            ->check([](const std::string& text) {
                const bool number = text.find_first_not_of("0123456789") == std::string::npos &&
                                    text.find_first_not_of('0') != std::string::npos;
                return number ? std::string() : text + " is not an entry. Numbers start at 1";
            });
        dryRun(command, *options);
    }
    {
        auto [command, options] = add("redo", "Redo the last undone change", redo);
        dryRun(command, *options);
    }
    {
        auto [command, options] =
            add("restore", "Return to a restore point, in one change", restore);
        command->add_option("POINT", options->name, "Its name")->required();
        dryRun(command, *options);
    }
    add("restore-points", "List the restore points and the entry of each", restorePoints);
}

}  // namespace apportion::ctl
