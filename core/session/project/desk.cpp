// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/desk.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "core/change/import.h"
#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/cluster/local/run_folders.h"
#include "core/io/scenario_reader.h"
#include "core/model/number_text.h"
#include "core/model/utf8.h"
#include "core/model/validate.h"
#include "core/session/unread.h"
#include "core/store/process_identity.h"
#include "core/store/project_values.h"
#include "core/view/engine_rules.h"
#include "core/view/present.h"

namespace apportion {

Moment systemMoment() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

WallClock systemClock() {
    return {systemMoment, store::sinceBoot};
}

ProjectDesk::ProjectDesk(ProjectFile file, std::string who, WallClock clock)
    : file_(std::make_unique<ProjectFile>(std::move(file))),
      who_(std::move(who)),
      clock_(std::move(clock)) {}

const Problems& ProjectDesk::notices() {
    const Problems& found = file_->notices();
    notices_.insert(notices_.end(), found.begin() + static_cast<std::ptrdiff_t>(heard_),
                    found.end());
    heard_ = found.size();
    return notices_;
}

Result<ProjectDesk> ProjectDesk::open(const std::string& path, OpenMode mode,
                                      const std::optional<std::string>& who, WallClock clock,
                                      const AtFirst& atFirst) {
    return open(path, mode, who, std::move(clock), atFirst, {});
}

Result<ProjectDesk> ProjectDesk::open(const std::string& path, OpenMode mode,
                                      const std::optional<std::string>& who, WallClock clock,
                                      const AtFirst& atFirst, const store::FirstLook& look) {
    auto file = ProjectFile::open(path, mode);
    if (!file)
        return tl::unexpected(std::move(file.error()));
    if (auto first = atFirst ? atFirst(*file) : Result<void>(); !first)
        return tl::unexpected(std::move(first.error()));
    ProjectDesk desk(std::move(*file), who.value_or(store::systemUser()), std::move(clock));
    // What is known to be damaged has been told.
    if (desk.file_->endedUncleanly() && desk.file_->damage().empty()) {
        Problems wrong = desk.file_->verify();
        if (mode == OpenMode::readWrite && !desk.file_->damage().empty())
            return tl::unexpected(std::move(wrong));
        (void)desk.notices();
        // Whoever runs its engine has opened it since, and was told.
        const bool isOver = mode == OpenMode::readOnly && desk.holder().value_or(std::nullopt);
        if (wrong.empty() && !isOver) {
            Problem& checked = wrong.emplace_back();
            checked.file = path;
            checked.message = {"project-unclean", {textArgument("name", path)}};
        }
        for (Problem& each : wrong) {
            each.warning = true;
            desk.notices_.push_back(std::move(each));
        }
    }
    if (auto loaded = desk.refresh(look); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    return desk;
}

Result<ProjectDesk> ProjectDesk::openToLook(const std::string& path,
                                            const std::optional<std::string>& who,
                                            const WallClock& clock) {
    auto desk = open(path, OpenMode::readOnly, who, clock);
    if (!desk || !desk->ahead_ || desk->file_->alone())
        return desk;
    if (auto writer = open(path, OpenMode::readWrite, who, clock); writer && writer->doWhatIsDue())
        return writer;
    return desk;
}

Result<ProjectDesk> ProjectDesk::init(const std::string& path, const std::string& scenario,
                                      Problems& notes, const std::optional<std::string>& who,
                                      WallClock clock) {
    auto read = readScenario(scenario);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    notes = std::move(read->warnings);
    return create(path, read->scenario, notes, who, std::move(clock));
}

Result<ProjectDesk> ProjectDesk::create(const std::string& path, const Scenario& scenario,
                                        Problems& notes, const std::optional<std::string>& who,
                                        WallClock clock) {
    return create(
        path, [&](Moment now) { return startOf(scenario, now, notes); }, who, std::move(clock));
}

Result<ProjectDesk> ProjectDesk::create(const std::string& path, const Start& start,
                                        const std::optional<std::string>& who, WallClock clock) {
    const std::string name = who.value_or(store::systemUser());
    const Moment now = clock();
    auto first = firstEntry(start(now), name, now);
    if (!first)
        return tl::unexpected(std::move(first.error()));
    auto file = ProjectFile::create(path, std::move(*first));
    if (!file)
        return tl::unexpected(std::move(file.error()));
    ProjectDesk desk(std::move(*file), name, std::move(clock));
    if (auto loaded = desk.refresh(); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    return desk;
}

Result<void> ProjectDesk::refresh() {
    return refresh({});
}

Result<void> ProjectDesk::refresh(const store::FirstLook& look) {
    const auto revision = file_->revision();
    if (!revision)
        return tl::unexpected(revision.error());
    if (loaded_ && *revision == objects_.revision) {
        lookAhead();
        return {};
    }
    // The facts of the entries since then, or everything where they do not fit.
    bool followed = loaded_;  // the objects
    bool current = loaded_;   // and the project made of them
    if (loaded_) {
        const auto entries = file_->entriesFrom(
            objects_.revision + 1, static_cast<std::size_t>(*revision - objects_.revision));
        followed = entries.has_value();
        for (std::size_t i = 0; followed && i < entries->size(); ++i) {
            followed = objects_.apply((*entries)[i]);
            current = followed && current && store::followWork(project_, (*entries)[i]);
        }
        current = current && followed;
    }
    loaded_ = false;
    if (!followed) {
        auto objects = file_->objects();
        if (!objects)
            return tl::unexpected(std::move(objects.error()));
        objects_ = std::move(*objects);
    }
    // What is over piles up, and nobody asks for it here.
    objects_.of(ObjectKind::ended).clear();
    objects_.of(ObjectKind::eviction).clear();
    if (!current) {
        // What is known to be damaged may turn out to make no sense.
        const bool isSound = !look.tell || file_->damage().empty();
        auto project =
            store::projectFrom(objects_, file_->path(), isSound ? look : store::FirstLook{});
        if (!project)
            return tl::unexpected(std::move(project.error()));
        project_ = std::move(*project);
    }
    loaded_ = true;
    lookAhead();
    return {};
}

// In memory alone: once somebody has written it, its facts do not fit, and all is read anew.
void ProjectDesk::lookAhead() {
    while (file_->readOnly()) {
        const auto due = dueEntry();
        if (!due || due->facts.empty())
            return;
        auto next = nextState(objects_, project_, due->facts);
        if (!next)
            return;
        ahead_ = true;
        next->objects.revision = objects_.revision;
        objects_ = std::move(next->objects);
        project_ = std::move(next->project);
    }
}

Result<const Project*> ProjectDesk::project() {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    return &project_;
}

namespace {

// As they are in the values of arguments: "Quota1.1" in "Quota1.1=56", too.
std::set<std::string, std::less<>> typedNames(const CommandRequest& request) {
    std::set<std::string, std::less<>> names;
    const Arguments given = request.typed ? request.typed->arguments : argumentsOf(request.change);
    for (const auto& [name, values] : given.all())
        for (const std::string& value : values) {
            names.insert(value);
            names.insert(value.substr(0, value.rfind('=')));
        }
    return names;
}

}  // namespace

Problems ProjectDesk::visible(Problems problems, const CommandRequest& request) const {
    const Alias names = alias();
    if (!names)
        return problems;
    // The asker's own words come back: another word would say that the name exists.
    const auto typed = typedNames(request);
    const Alias others = {
        [&](std::string_view name) { return typed.contains(name) ? std::nullopt : names(name); },
        [&](std::string_view name) {
            return typed.contains(name) ? std::nullopt : names.ofQuota(name);
        }};
    for (Problem& problem : problems)
        redact(problem.message, others);
    return problems;
}

Result<CommandAnswer> ProjectDesk::write(const Make& make, bool dryRun,
                                         const CommandRequest& request) {
    CommandAnswer answer;
    next_.reset();
    if (dryRun) {
        if (auto fresh = refresh(); !fresh)
            return tl::unexpected(std::move(fresh.error()));
        auto entry = make(answer.notes);
        next_.reset();  // as large as the project, and nothing follows
        if (!entry)
            return tl::unexpected(visible(std::move(entry.error()), request));
        answer.entry = std::move(*entry);
        answer.notes = visible(std::move(answer.notes), request);
        return answer;
    }
    auto written = file_->write([&]() -> Result<std::optional<JournalEntry>> {
        if (auto fresh = refresh(); !fresh)
            return tl::unexpected(std::move(fresh.error()));
        auto entry = make(answer.notes);
        if (entry && *entry)
            for (const auto& [from, to] : renamedQuotas(**entry))
                file_->renameHistory(store::SubjectKind::quota, from, to);
        return entry;
    });
    if (!written)
        return tl::unexpected(visible(std::move(written.error()), request));
    answer.entry = std::move(*written);
    answer.notes = visible(std::move(answer.notes), request);
    if (answer.entry && next_ && next_->objects.revision == answer.entry->n) {
        objects_ = std::move(next_->objects);
        project_ = std::move(next_->project);
    }
    next_.reset();
    return answer;
}

namespace {

// Rule 1 and everything else that a pool must satisfy; places are those of the pool's own lists.
Problems problemsOf(const Project& project) {
    Problems problems = validate(project.pool);
    problems.erase(std::remove_if(problems.begin(), problems.end(),
                                  [](const Problem& problem) { return problem.warning; }),
                   problems.end());
    return problems;
}

// Who mistypes a name hears of none that he may not read.
void hideHints(const Roster& roster, const std::string& who, Problems& problems) {
    for (Problem& problem : problems) {
        auto& [code, arguments, told, then] = problem.message;
        if (code != "project-unknown.near" || arguments.size() != 3)
            continue;
        const std::string& noun = arguments[0].value.text;
        const std::string& nearest = arguments[2].value.text;
        const bool readable =
            noun == "workload" ||
            (noun == "workspace" ? roster.may(who, Right::readWorkspace, {{}, nearest, {}})
                                 : roster.may(who, Right::readQuota, {nearest}));
        if (readable)
            continue;
        code = "project-unknown";
        arguments.pop_back();
    }
}

// The entry that changed the object later than the asker has seen.
std::optional<Problem> staleness(const store::Objects& objects, const std::vector<Fact>& facts,
                                 Revision seen) {
    for (const Fact& fact : facts) {
        const store::Object* object = objects.find(fact.kind, fact.key);
        if (object == nullptr || object->changed <= seen)
            continue;
        Problem problem;
        problem.message = {"project-stale",
                           {textArgument("noun", word(fact.kind)),
                            textArgument("key", fact.key),
                            {"entry", Value::ofCount(object->changed)},
                            {"seen", Value::ofCount(seen)}}};
        return problem;
    }
    return {};
}

}  // namespace

Result<void> ProjectDesk::checkNext(const std::vector<Fact>& facts, const Scenario* valid) {
    auto next = nextState(objects_, project_, facts, valid);
    if (!next)
        return tl::unexpected(std::move(next.error()));
    next_ = std::move(*next);
    return {};
}

// A live pool whose clock was set back has a time of its own, and decides by it.
Moment ProjectDesk::commandMoment() {
    const auto lease = file_->lease(clock_.steady());
    const bool here = lease && *lease && store::lifeOf((*lease)->holder) == store::Life::alive;
    return here && store::isLive(**lease, now()) ? std::max(now(), (*lease)->heartbeat) : now();
}

CommandCall ProjectDesk::callOf(const Change& change) {
    return {project_,
            objects_,
            change,
            engineRules(),
            who_,
            commandMoment(),
            [this](const ProjectWorkload& work) { return neverHadAProcess(*file_, work, who_); },
            [this](const std::string& name) { return file_->hasEnded(name); }};
}

Result<CommandEffect> ProjectDesk::effectOf(const CommandCall& call) {
    const CommandInfo& command = infoOf(call.change);
    const Roster roster(project_);
    for (const Need& need : command.needs(call))
        if (auto refusal = roster.refusal(who_, need.right, need.subject)) {
            Problems wrong = refuse(std::move(*refusal)).value();
            for (Problem& each : command.alsoWrong ? command.alsoWrong(call) : Problems{})
                wrong.push_back(std::move(each));
            return tl::unexpected(std::move(wrong));
        }
    auto effect = command.apply(call);
    if (!effect)
        hideHints(roster, who_, effect.error());
    return effect;
}

Problems ProjectDesk::alsoWrong(const Change& change, const Problems& unread) {
    if (!infoOf(change).alsoWrong || !refresh())
        return {};
    const Change readable = withoutUnread(change, unread);
    auto effect = effectOf(callOf(readable));
    return effect ? Problems{} : holdsAnyway(std::move(effect.error()), unread);
}

Result<std::optional<JournalEntry>> ProjectDesk::entryOf(const CommandRequest& request,
                                                         Problems& notes) {
    const CommandCall call = callOf(request.change);
    auto effect = effectOf(call);
    if (!effect)
        return tl::unexpected(std::move(effect.error()));
    if (Problems wrong = problemsOf(effect->after); !wrong.empty())
        return tl::unexpected(std::move(wrong));
    JournalEntry entry;
    entry.at = call.now;
    entry.who = who_;
    entry.action = idOf(request.change);
    entry.subject = effect->subject;
    entry.arguments = journalText(request);
    entry.why = request.why.empty() ? effect->why : request.why;
    entry.facts = store::difference(objects_, project_, effect->after);
    entry.facts.insert(entry.facts.end(), effect->work.begin(), effect->work.end());
    notes.insert(notes.end(), effect->notes.begin(), effect->notes.end());
    if (entry.facts.empty())
        return std::nullopt;
    if (request.seen && *request.seen > objects_.revision)
        return refuse("project-revision-to-come", {{"entry", Value::ofCount(objects_.revision)},
                                                   {"seen", Value::ofCount(*request.seen)}});
    if (request.seen)
        if (auto stale = staleness(objects_, entry.facts, *request.seen))
            return tl::unexpected(Problems{std::move(*stale)});
    if (auto checked = checkNext(entry.facts, &effect->after.pool); !checked)
        return tl::unexpected(std::move(checked.error()));
    return entry;
}

Result<CommandAnswer> ProjectDesk::run(const CommandRequest& request) {
    if (Problems wrong = checkArguments(request); !wrong.empty()) {
        const Problems more = alsoWrong(request.change, wrong);
        wrong.insert(wrong.end(), more.begin(), more.end());
        return tl::unexpected(std::move(wrong));
    }
    if (firstBadUtf8(request.why))
        return wrongArgument("why", request.why, "text in UTF-8");
    if (!request.dryRun)
        if (auto due = doWhatIsDue(); !due)
            return tl::unexpected(std::move(due.error()));
    return write([&](Problems& notes) { return entryOf(request, notes); }, request.dryRun, request);
}

std::vector<Result<CommandAnswer>> ProjectDesk::run(const std::vector<CommandRequest>& dry) {
    std::vector<Result<CommandAnswer>> answers;
    if (auto fresh = refresh(); !fresh)
        return std::vector<Result<CommandAnswer>>(dry.size(), tl::unexpected(fresh.error()));
    const store::Objects objects = objects_;
    const Project project = project_;
    for (const CommandRequest& request : dry) {
        CommandAnswer answer;
        next_.reset();
        Problems wrong = checkArguments(request);
        auto entry =
            wrong.empty() ? entryOf(request, answer.notes) : tl::unexpected(std::move(wrong));
        if (!entry) {
            answers.emplace_back(tl::unexpected(visible(std::move(entry.error()), request)));
            continue;
        }
        answer.entry = std::move(*entry);
        answer.notes = visible(std::move(answer.notes), request);
        answers.emplace_back(std::move(answer));
        if (next_) {
            objects_ = std::move(next_->objects);
            project_ = std::move(next_->project);
        }
    }
    next_.reset();
    objects_ = objects;
    project_ = project;
    return answers;
}

std::optional<Revision> ProjectDesk::beginOf(const std::string& temporary) {
    const store::Object* object = objects_.find(ObjectKind::temporary, temporary);
    // Mostly the entry that changed it last; others only renamed a quota in it, or undid its end.
    for (Revision n = object != nullptr ? object->changed : 0; n > 0; --n) {
        const auto entry = file_->entriesFrom(n, 1, {.kind = ObjectKind::temporary});
        if (!entry || entry->empty())
            return {};
        const JournalEntry& each = entry->front();
        if (each.undoes || each.action == "restore")
            continue;
        for (const Fact& fact : each.facts)
            if (fact.kind == ObjectKind::temporary && fact.key == temporary && fact.before.empty())
                return n;
    }
    return {};
}

std::optional<JournalEntry> ProjectDesk::dueEntry() {
    auto due = nextDue(project_, now());
    if (!due)
        return {};
    JournalEntry entry;
    entry.at = now();
    entry.who = "timer";
    entry.action = due->action;
    entry.subject = due->subject;
    entry.why = due->why;
    Arguments arguments;
    arguments.set("mode", std::string(word(due->mode)));
    if (due->reclaimAfter > 0)
        arguments.set("after", secondsText(due->reclaimAfter));
    entry.arguments = arguments.json();
    entry.facts = store::difference(objects_, project_, due->after);
    return entry;
}

namespace {

// A step comes by the clock of whoever is there: of who may set those sizes anyway.
bool mayMake(const Due& due, const Project& project, const std::string& who) {
    if (due.action != "timetable.step")
        return true;
    const Roster roster(project);
    const auto maySet = [&](const Timetable::Step& step) {
        return std::all_of(step.sizes.begin(), step.sizes.end(), [&](const auto& size) {
            return roster.may(who, Right::resizeQuota, {size.first});
        });
    };
    const auto& after = due.after.timetables;
    return std::all_of(project.timetables.begin(), project.timetables.end(),
                       [&](const Timetable& table) {
                           return std::find(after.begin(), after.end(), table) != after.end() ||
                                  std::all_of(table.steps.begin(), table.steps.end(), maySet);
                       });
}

}  // namespace

Result<void> ProjectDesk::doWhatIsDue() {
    for (;;) {
        if (auto fresh = refresh(); !fresh)
            return tl::unexpected(std::move(fresh.error()));
        const auto due = nextDue(project_, now());
        if (!due || !mayMake(*due, project_, who_))
            return {};
        // Whoever runs the engine does it, by the zone and the clock there.
        const auto lease = file_->lease(clock_.steady());
        if (lease && *lease && store::isLive(**lease, now()) && !file_->holdsLease().value_or(true))
            return {};
        auto done = write(
            [&](Problems&) -> Result<std::optional<JournalEntry>> {
                auto entry = dueEntry();
                if (entry && entry->action == "temporary.return")
                    entry->undoes = beginOf(entry->subject);
                return entry;
            },
            false);
        if (!done)
            return tl::unexpected(std::move(done.error()));
    }
}

Result<void> ProjectDesk::backup(const std::string& path, bool history) {
    if (auto fresh = refresh(); !fresh)
        return fresh;
    if (auto refusal = Roster(project_).refusal(who_, Right::readPool))
        return refuse(std::move(*refusal));
    return file_->backup(path, history);
}

}  // namespace apportion
