// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recorded_pool.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/change/command_request.h"
#include "core/model/date_text.h"
#include "core/plan/draft/quota_draft.h"
#include "core/report/sources.h"
#include "core/session/commands/report.h"
#include "core/session/project_pool.h"
#include "core/session/recorded_command.h"
#include "core/session/turn.h"
#include "core/session/workspace/workspace_look.h"
#include "core/sim/run_control.h"
#include "core/view/explain/explain_quota.h"
#include "core/view/explain/inherited_values.h"
#include "core/view/history/entry_changes.h"
#include "core/view/work_finder.h"

namespace apportion {

namespace {

// After a longer pause of the thread, as when the machine slept, the clock does not jump.
constexpr std::chrono::milliseconds kMostAtOnce(1000);

}  // namespace

RecordedPool::RecordedPool(Document document, Recovery& recovery, int speed)
    : document_(std::move(document)), recovery_(&recovery) {
    startRun(speed);
}

void RecordedPool::startRun(int speed) {
    ++runs_;
    player_ = std::make_unique<Player>(document_.scenario());
    if (speed > 0)
        player_->setSpeed(speed);
}

Pool::Progress RecordedPool::progress() const {
    using Pace = Progress::Pace;
    const bool busy = player_->busy();
    const bool plays = player_->state().playing;
    return {busy ? Pace::simulates : plays ? Pace::moves : Pace::still, false, !busy};
}

Result<bool> RecordedPool::follow() {
    const auto now = Clock::now();
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - played_);
    if (!player_->state().playing) {
        played_ = now;
        return false;
    }
    if (passed.count() <= 0)
        return false;
    player_->advance(std::min(passed, kMostAtOnce).count());
    played_ += passed;
    return true;
}

// What is asked of it is asked now, not at the last look.
Player& RecordedPool::player() {
    follow();
    return *player_;
}

View RecordedPool::view() {
    View view = viewOf(*player_, shown_);
    document_.describe(view.document);
    return view;
}

Result<CommandAnswer> RecordedPool::run(const CommandRequest& request) {
    auto recorded = eventsOf(request, *document_.scenario(), engine());
    if (!recorded)
        return tl::unexpected(std::move(recorded.error()));
    AddEvents edit;
    edit.events.reserve(recorded->events.size());
    for (EventAction& action : recorded->events)
        edit.events.push_back({player_->clock(), std::move(action)});
    if (request.dryRun || edit.events.empty())
        return CommandAnswer{};
    document_.apply(edit);
    if (auto kept = changed(); !kept)
        return tl::unexpected(std::move(kept.error()));
    return CommandAnswer{};
}

Result<void> RecordedPool::turn(const TurnRequest& turn) {
    turn.undo ? document_.undo() : document_.redo();
    return changed();
}

Result<void> RecordedPool::changed() {
    const Instant clock = player_->clock();
    const bool atEnd = player_->recording().complete() && clock >= player_->recording().end();
    startRun(player_->state().speed);
    atEnd ? player_->toEnd() : player_->seek(clock);
    // Without a copy the edit still holds; the screen says that it is not safe yet.
    if (document_.isDirty())
        return recovery_->write(*document_.scenario(), document_.file());
    recovery_->remove();
    return {};
}

Result<void> RecordedPool::save(const std::optional<std::filesystem::path>& file) {
    auto saved = document_.saveAs(file.value_or(document_.file()));
    if (saved)
        recovery_->remove();
    return saved;
}

Pool::Fork RecordedPool::fork(State /*state*/) {
    return {engine(), std::max(engine().now(), player_->clock()), 0, false, {}};
}

Pool::Rights RecordedPool::rights() {
    return [](Right, const std::string&) { return true; };
}

Pool::Base RecordedPool::base() const {
    return {document_.file(), PlanBaseKind::scenario, player_->clock()};
}

ReportSource RecordedPool::reporting() {
    return reportSource(document_.scenario(),
                        std::filesystem::path(document_.file()).filename().string(),
                        player_->clock());
}

Project RecordedPool::kept() {
    Project kept;
    kept.pool.nodes = document_.scenario()->nodes;
    return kept;
}

Effect RecordedPool::tryCommand(std::vector<CommandRequest> requests) {
    TrialInputs inputs;
    std::vector<Problems> refusals;
    EntryChanges changes;
    for (const CommandRequest& request : requests) {
        auto recorded = eventsOf(request, *document_.scenario(), engine());
        refusals.push_back(recorded ? Problems{} : std::move(recorded.error()));
        if (!recorded)
            continue;
        std::move(recorded->events.begin(), recorded->events.end(),
                  std::back_inserter(inputs.events));
        changes = apportion::changesOf(recorded->entry, Effect::kMostChanges);
    }
    Effect trial;
    if (allRefused(refusals)) {
        trial.refusal = refusals.front();
    } else {
        trial = effectOf(engine(), std::max(engine().now(), player_->clock()), inputs);
        if (requests.size() == 1)
            trial.changes = std::move(changes);
        sayInherited(trial.changes, engine());
    }
    trial.refusals = std::move(refusals);
    return trial;
}

void RecordedPool::withSurroundings(const std::function<void(const DraftSurroundings&)>& use) {
    const Project pool = poolAt(*document_.scenario(), engine());
    use({pool, engine(), {}, [&](const Change& change) {
             const auto events = eventsOf({change}, *document_.scenario(), engine());
             return events ? Problems{} : events.error();
         }});
}

std::optional<Pool::Explaining> RecordedPool::explainWorkload(const std::string& name) {
    auto known = player_->here().explain(name);
    if (!known)
        return std::nullopt;
    return Explaining{[](const std::stop_token&) {},
                      [known = std::move(*known)]() -> std::optional<WorkExplanation> {
                          return WorkExplanation{known, {}};
                      }};
}

std::optional<QuotaExplanation> RecordedPool::explainQuota(const std::string& name,
                                                           bool /*halted*/) {
    return apportion::explainQuota(sourceOf(*player_), name);
}

std::string RecordedPool::estimateState() const {
    return std::to_string(runs_) + " " + std::to_string(player_->clock());
}

std::optional<WorkspaceSource> RecordedPool::workspace(const std::string& name) {
    for (const Workspace& each : engine().workspaces()) {
        if (each.name != name)
            continue;
        WorkspaceSource source{ahead(), name, each.quotas, "UTC", 0, 0, {}};
        const Instant at = player_->clock();
        const auto scenario = document_.scenario();
        source.zero = epochValue(scenario->epoch).value_or(0);
        source.clock = source.zero + at;
        source.used = [scenario, at](Moment, Moment, const std::stop_token& stop) {
            RunControl control(stop);
            return Result<report::Usage>(report::usageOf(scenario, at, 0, &control));
        };
        return source;
    }
    return std::nullopt;
}

WorkToSearch RecordedPool::searchFork() {
    return {engine(), player_->clock()};
}

Result<std::unique_ptr<Pool>> RecordedPool::makeProject(const std::filesystem::path& file,
                                                        Problems& notes) {
    return ProjectPool::create(file, player_->here(), player_->clock(), notes);
}

}  // namespace apportion
