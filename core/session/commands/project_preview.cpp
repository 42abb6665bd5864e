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
#include "core/session/local/ask_approval.h"
#include "core/session/trials/visible_trials.h"
#include "core/store/price_values.h"
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
    if (hit.replicas > 0) {
        out.key("replicas");
        out.whole(hit.replicas);
        out.key("of");
        out.whole(hit.of);
    }
    constexpr std::string_view kFates[] = {"waits", "runs-on", "shrinks", "ends"};
    out.key("fate");
    out.text(kFates[static_cast<std::size_t>(hit.fate)]);
    if (!hit.nodes.empty())
        writeNames(out, "nodes", hit.nodes);
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

void writeSubmitted(json::Writer& out, const Effect::Submitted& work) {
    constexpr std::string_view kFates[] = {"starts", "starts-after-grace", "waits", "rejected"};
    out.key("submitted");
    out.beginObject();
    out.key("fate");
    out.text(kFates[static_cast<std::size_t>(work.fate)]);
    if (work.position) {
        out.key("position");
        out.whole(*work.position);
    }
    if (work.reason) {
        out.key("reason");
        answers::message(out, work.reason->message);
    }
    out.endObject();
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
    writeNames(out, "moves", namesIn(effect.moved));
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
    if (!effect.submitted.empty())
        writeSubmitted(out, effect.submitted.front());
    out.endObject();
}

// Whether what the engine decides may depend on it.
bool decides(const JournalEntry& entry) {
    return std::any_of(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
        const bool ofPool = fact.kind == ObjectKind::pool &&
                            store::withoutPrices(fact.before) != store::withoutPrices(fact.after);
        return ofPool || fact.kind == ObjectKind::nodes || fact.kind == ObjectKind::quota ||
               fact.kind == ObjectKind::workspace || fact.kind == ObjectKind::workload;
    });
}

// What is known of it.
void writeForetold(json::Writer& out, const ReturnTrial& trial) {
    if (trial.unknown) {
        out.key("unknown");
        answers::message(out, *trial.unknown);
        return;
    }
    writeHits(out, trial.effect.evicted);
    writeNames(out, "moves", namesIn(trial.effect.moved));
    writeNames(out, "rejects", trial.effect.rejected);
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

std::string jsonOf(const ProjectPreview& preview) {
    std::ostringstream text;
    {
        json::Writer out(text);
        out.beginObject();
        out.key("resting");
        out.flag(preview.effect.resting);
        out.key("events");
        out.beginArray();
        writeEffect(out, preview.effect);
        out.endArray();
        out.key("returns");
        out.beginArray();
        for (const ReturnTrial& each : preview.returns)
            writeReturn(out, each);
        out.endArray();
        out.endObject();
    }
    return std::move(text).str();
}

Problem note(Message message) {
    Problem problem;
    problem.warning = true;
    problem.message = std::move(message);
    return problem;
}

// What is submitted stands among what starts or is rejected.
void addSubmitted(Effect& effect, const std::string& name) {
    using Fate = Effect::Submitted::Fate;
    if (effect.submitted.empty() || effect.submitted.front().fate == Fate::waits)
        return;
    if (effect.submitted.front().fate == Fate::rejected)
        return effect.rejected.push_back(name);
    effect.started.push_back(name);
    if (effect.submitted.front().fate == Fate::startsAfterGrace)
        effect.booked.push_back(name);
}

bool decidesAnything(const Effect& effect) {
    return effect.hitsAnybody() || !effect.started.empty() || !effect.moved.empty();
}

Problems notesOf(const Effect& effect, const std::string& submitted, bool hasWork) {
    Problems notes;
    if (effect.delay > 0)
        notes.push_back(note({"preview-delayed", {{"after", Value::ofSeconds(effect.delay)}}}));
    if (effect.resting && (hasWork || decidesAnything(effect)))
        notes.push_back(note({"preview-no-holder", {}}));
    if (!effect.submitted.empty() && effect.submitted.front().reason &&
        effect.submitted.front().reason->code == ReasonCode::needsApproval)
        notes.push_back(note({"needs-approval", {textArgument("workload", submitted)}}));
    return notes;
}

}  // namespace

std::optional<ProjectPreview> previewOf(ProjectPool& pool, const CommandRequest& request) {
    CommandRequest dry = request;
    dry.dryRun = true;
    const auto planned = pool.run(dry);
    if (!planned || !planned->entry ||
        (inputsOf(*planned->entry).events.empty() && !decides(*planned->entry)))
        return {};
    return previewOf(pool, *planned);
}

std::optional<ProjectPreview> previewOf(ProjectPool& pool, const CommandAnswer& planned) {
    const auto project = pool.desk().project();
    if (!project || !planned.entry)
        return {};
    ProjectPreview preview{pool.effectOf(*planned.entry), pool.returnsOf(*planned.entry), {}, {}};
    if (!preview.effect.refusal.empty())
        return {};
    addSubmitted(preview.effect, planned.entry->subject);
    preview.notes = notesOf(preview.effect, planned.entry->subject, !(*project)->work.empty());
    preview.json = jsonOf(preview);
    return preview;
}

Result<void> fillIn(std::string_view command, Arguments& arguments) {
    if (command == "submit" && arguments.has("command")) {
        std::error_code error;
        const auto given = std::filesystem::path(arguments.text("directory"));
        const auto folder = given.empty() ? std::filesystem::current_path(error)
                                          : std::filesystem::absolute(given, error);
        if (error)
            return wrongArgument("directory", given.string(), "a folder that is there");
        arguments.set("directory", folder.lexically_normal().string());
    }
    if (command != "import")
        return {};
    auto text = readInput(arguments.text("from"));
    if (!text)
        return tl::unexpected(std::move(text.error()));
    arguments.set("content", std::move(*text));
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

namespace {

bool isWithoutHolder(ProjectDesk& desk) {
    const auto holder = desk.holder();
    return holder && !*holder;
}

}  // namespace

void noteWithoutHolder(ProjectDesk& desk, Problems& notes) {
    if (isWithoutHolder(desk))
        notes.push_back(note({"submit-no-holder", {}}));
}

void noteLeftRunning(ProjectDesk& desk, const CommandRequest& request, Problems& notes) {
    const auto project = desk.project();
    const auto* cancel = std::get_if<CancelWork>(&request.change);
    if (cancel == nullptr || !project || !isWithoutHolder(desk))
        return;
    const std::string& name = cancel->name;
    const ProjectWorkload* work = findWork(**project, name);
    if (work != nullptr && work->command && work->run.state == WorkloadState::running)
        notes.push_back(note({"cancel-no-holder", {textArgument("name", name)}}));
}

}  // namespace apportion
