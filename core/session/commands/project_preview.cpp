// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/project_preview.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/access/access.h"
#include "core/change/entry_inputs.h"
#include "core/change/next_state.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/cluster/local/pool_folder.h"
#include "core/io/answers/parts.h"
#include "core/io/input_file.h"
#include "core/model/date_text.h"
#include "core/session/live/ask_approval.h"
#include "core/session/trials/visible_trials.h"
#include "core/view/snapshot.h"
#include "core/view/visible_rows.h"

namespace apportion {

namespace {

void writeNames(json::Writer& out, std::string_view key, const std::vector<std::string>& names) {
    out.key(key);
    out.beginArray();
    for (const std::string& name : names)
        out.text(name);
    out.endArray();
}

void writeHit(json::Writer& out, const Effect::Hit& hit) {
    out.beginObject();
    out.key("workload");
    out.text(hit.workload);
    out.key("quota");
    out.text(hit.quota);
    out.key("gpu");
    out.gpu(hit.gpu);
    answers::gpuSeconds(out, "lost", hit.lost);
    out.key("why");
    answers::message(out, hit.why);
    out.endObject();
}

void writeHits(json::Writer& out, const std::vector<Effect::Hit>& hits) {
    out.key("evicts");
    out.beginArray();
    for (const Effect::Hit& hit : hits)
        writeHit(out, hit);
    out.endArray();
}

void writeEffect(json::Writer& out, const Effect& effect) {
    out.beginObject();
    out.key("quotas");
    out.beginObject();
    for (const Effect::Numbers& each : effect.quotas) {
        out.key(each.quota);
        out.beginObject();
        out.key("before");
        answers::quotaNumbers(out, each.before);
        out.key("after");
        answers::quotaNumbers(out, each.after);
        out.endObject();
    }
    out.endObject();
    writeHits(out, effect.evicted);
    out.key("neverAgain");
    out.beginArray();
    for (const NeverAgain& each : effect.neverAgain) {
        out.beginObject();
        out.key("workload");
        out.text(each.workload);
        out.key("why");
        answers::message(out, each.why);
        out.endObject();
    }
    out.endArray();
    writeNames(out, "moves", effect.moved);
    writeNames(out, "starts", startedNow(effect));
    writeNames(out, "booked", effect.booked);
    out.key("later");
    out.beginArray();
    for (const Effect::Shift& each : effect.shifted) {
        out.beginObject();
        out.key("workload");
        out.text(each.workload);
        out.key("by");
        out.seconds(each.by);
        out.endObject();
    }
    out.endArray();
    writeNames(out, "waitsOn", effect.waitsOn);
    writeNames(out, "rejects", effect.rejected);
    out.endObject();
}

// Whether what the engine decides may depend on it.
bool decides(const JournalEntry& entry) {
    return std::any_of(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::pool || fact.kind == ObjectKind::nodes ||
               fact.kind == ObjectKind::quota || fact.kind == ObjectKind::workspace ||
               fact.kind == ObjectKind::workload;
    });
}

// The ends of what it begins, as the asker may hear of them.
std::vector<ReturnTrial> returnsOf(ProjectDesk& desk, const Project& project,
                                   const JournalEntry& entry) {
    ReturnTrials trials;
    trials.returns = tryReturns(desk, engineOf(project, desk.now()), desk.now(), entry);
    redactNames(trials, desk.alias(&entry));
    return std::move(trials.returns);
}

// What is known of it.
void writeForetold(json::Writer& out, const ReturnTrial& trial) {
    if (trial.unknown) {
        out.key("unknown");
        answers::message(out, *trial.unknown);
        return;
    }
    writeHits(out, trial.effect.evicted);
    writeNames(out, "starts", trial.effect.started);
    writeNames(out, "delays", delayedBy(trial.effect));
    std::vector<std::string> drains;
    for (const ScaleObstacle& each : trial.drains)
        drains.push_back(each.quota);
    writeNames(out, "drains", drains);
    if (trial.proviso) {
        out.key("proviso");
        answers::message(out, *trial.proviso);
    }
}

void writeReturn(json::Writer& out, const ReturnTrial& trial) {
    const TemporaryChange& change = trial.change;
    out.beginObject();
    out.key("name");
    out.text(change.name);
    out.key("at");
    out.text(dateText(change.ends));
    out.key("sizes");
    out.beginObject();
    for (const auto& size : change.sizes) {
        out.key(size.quota);
        out.gpu(size.before);
    }
    out.endObject();
    out.key("policies");
    out.beginArray();
    for (const auto& policy : change.policies)
        out.text(policy.quota);
    out.endArray();
    writeForetold(out, trial);
    out.endObject();
}

bool isWithoutHolder(ProjectDesk& desk) {
    const auto holder = desk.holder();
    return holder && !*holder;
}

ProjectPreview previewOf(ProjectDesk& desk, Effect effect, const JournalEntry& entry,
                         std::vector<ReturnTrial> returns) {
    ProjectPreview preview;
    if (const auto project = desk.project())
        redactNames(effect, desk.who(), **project, desk.alias(&entry));
    effect.resting = isWithoutHolder(desk);
    std::ostringstream text;
    {
        json::Writer out(text);
        out.beginObject();
        out.key("resting");
        out.flag(effect.resting);
        out.key("events");
        out.beginArray();
        writeEffect(out, effect);
        out.endArray();
        out.key("returns");
        out.beginArray();
        for (const ReturnTrial& each : returns)
            writeReturn(out, each);
        out.endArray();
        out.endObject();
    }
    preview.json = std::move(text).str();
    preview.effect = std::move(effect);
    preview.returns = std::move(returns);
    return preview;
}

// As of the moment at which a delay is over: preview-delayed says so.
Effect effectOf(ProjectDesk& desk, const Project& project, std::vector<EventAction> events) {
    for (EventAction& event : events) {
        if (auto* scale = std::get_if<ScaleEvent>(&event))
            scale->after = 0;
        if (auto* policy = std::get_if<PolicyEvent>(&event))
            policy->after = 0;
    }
    Engine engine = engineOf(project, desk.now());
    expectStated(engine, project, engine.now());
    return apportion::effectOf(engine, engine.now(), {std::move(events), {}});
}

Problem note(Message message) {
    Problem problem;
    problem.warning = true;
    problem.message = std::move(message);
    return problem;
}

bool decidesAnything(const Effect& effect) {
    return effect.hitsAnybody() || !effect.started.empty() || !effect.moved.empty();
}

void addNotes(const Project& project, const std::vector<EventAction>& events,
              ProjectPreview& preview) {
    for (const EventAction& event : events)
        if (const auto* scale = std::get_if<ScaleEvent>(&event);
            scale != nullptr && scale->mode == ScaleMode::reclaim && scale->after > 0)
            preview.notes.push_back(
                note({"preview-delayed", {{"after", Value::ofSeconds(scale->after)}}}));
    if (preview.effect.resting && (!project.work.empty() || decidesAnything(preview.effect)))
        preview.notes.push_back(note({"preview-no-holder", {}}));
}

// A command that is submitted is approved where it would be; where not, it is said to wait.
void approveAhead(ProjectDesk& desk, const JournalEntry& entry, Project& next, Problems& notes) {
    const auto work =
        std::find_if(next.work.begin(), next.work.end(),
                     [&](const ProjectWorkload& each) { return each.spec.name == entry.subject; });
    if (entry.action != "submit" || work == next.work.end() || !work->needsApproval())
        return;
    if (approvesThere(desk))
        work->run.approvedBy = desk.who();
    else
        notes.push_back(note({"needs-approval", {textArgument("workload", entry.subject)}}));
}

// Then who goes does not follow from the sizes alone.
bool reclaims(const EntryInputs& inputs) {
    return !inputs.reload &&
           std::any_of(inputs.events.begin(), inputs.events.end(), [](const EventAction& event) {
               const auto* scale = std::get_if<ScaleEvent>(&event);
               return scale != nullptr && scale->mode == ScaleMode::reclaim;
           });
}

}  // namespace

std::optional<ProjectPreview> previewOf(ProjectDesk& desk, const CommandRequest& request) {
    CommandRequest dry = request;
    dry.dryRun = true;
    const auto planned = desk.run(dry);
    const auto project = desk.project();
    if (!planned || !planned->entry || !project)
        return {};
    const EntryInputs inputs = inputsOf(*planned->entry);
    if (inputs.events.empty() || inputs.reload)
        return decides(*planned->entry) ? previewOf(desk, *planned) : std::nullopt;
    auto preview = previewOf(desk, effectOf(desk, **project, inputs.events), *planned->entry,
                             returnsOf(desk, **project, *planned->entry));
    addNotes(**project, inputs.events, preview);
    return preview;
}

std::optional<ProjectPreview> previewOf(ProjectDesk& desk, const CommandAnswer& planned) {
    const auto project = desk.project();
    if (!project || !planned.entry)
        return {};
    auto next = nextState(desk.objects(), **project, planned.entry->facts);
    if (!next)
        return {};
    auto returns = returnsOf(desk, **project, *planned.entry);
    if (const EntryInputs inputs = inputsOf(*planned.entry); reclaims(inputs)) {
        auto preview = previewOf(desk, effectOf(desk, **project, inputs.events), *planned.entry,
                                 std::move(returns));
        addNotes(**project, inputs.events, preview);
        return preview;
    }
    Problems waits;
    approveAhead(desk, *planned.entry, next->project, waits);
    // What is due then is done before anything else.
    next->project = afterWhatIsDue(std::move(next->project), desk.now());
    auto preview = previewOf(desk, effectBetween(**project, next->project, desk.now()),
                             *planned.entry, std::move(returns));
    addNotes(**project, {}, preview);
    preview.notes.insert(preview.notes.end(), waits.begin(), waits.end());
    return preview;
}

Result<void> fillIn(CommandRequest& request) {
    if (request.id == "submit" && request.arguments.has("command")) {
        std::error_code error;
        const auto given = std::filesystem::path(request.arguments.text("directory"));
        const auto folder = given.empty() ? std::filesystem::current_path(error)
                                          : std::filesystem::absolute(given, error);
        if (error)
            return wrongArgument("directory", given.string(), "a folder that is there");
        request.arguments.set("directory", folder.lexically_normal().string());
    }
    if (request.id != "import")
        return {};
    auto text = readInput(request.arguments.text("from"));
    if (!text)
        return tl::unexpected(std::move(text.error()));
    request.arguments.set("content", std::move(*text));
    return {};
}

namespace {

// Its pool goes on as it is, then, and what was recovered of it is another one.
bool isInOrder(const std::string& path) {
    auto file = ProjectFile::open(path, OpenMode::readOnly);
    if (!file || !file->damage().empty())
        return false;
    const Problems found = file->verify();
    return std::all_of(found.begin(), found.end(),
                       [](const Problem& each) { return each.warning; });
}

}  // namespace

Result<Recovered> recoverInto(const std::string& damaged, const std::string& path,
                              const std::string& who, const std::stop_token& stop) {
    auto recovered = recoverProject(
        damaged, path, who, systemMoment(),
        [&](const Project& project) { return Roster(project).refusal(who, Right::readPool); },
        stop);
    if (!recovered || isInOrder(damaged))
        return recovered;
    if (auto file = ProjectFile::open(path, OpenMode::readOnly))
        noteSuccessor(damaged, *file);
    return recovered;
}

void noteWithoutHolder(ProjectDesk& desk, Problems& notes) {
    if (isWithoutHolder(desk))
        notes.push_back(note({"submit-no-holder", {}}));
}

void noteLeftRunning(ProjectDesk& desk, const CommandRequest& request, Problems& notes) {
    const auto project = desk.project();
    if (request.id != "cancel" || !project || !isWithoutHolder(desk))
        return;
    const std::string name = request.arguments.text("name");
    const ProjectWorkload* work = findWork(**project, name);
    if (work != nullptr && work->command && work->run.state == WorkloadState::running)
        notes.push_back(note({"cancel-no-holder", {textArgument("name", name)}}));
}

}  // namespace apportion
