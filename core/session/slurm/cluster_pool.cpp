// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/slurm/cluster_pool.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "core/change/command_request.h"
#include "core/change/refuse.h"
#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/stop.h"
#include "core/io/scenario_writer.h"
#include "core/model/date_text.h"
#include "core/model/message_moments.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/effect.h"
#include "core/session/commands/report.h"
#include "core/session/slurm/cluster_name.h"
#include "core/session/turn.h"
#include "core/session/workspace/workspace_look.h"
#include "core/view/explain/explain_quota.h"
#include "core/view/history/recording.h"
#include "core/view/issues/most_of_a_kind.h"
#include "core/view/snapshot.h"
#include "core/view/view_builder.h"
#include "core/view/work_finder.h"

namespace apportion {

namespace {

constexpr std::chrono::milliseconds kAskEvery(1000);
// While nothing changes the clock moves so much at a time.
constexpr Duration kClockStep = 5 * kSecond;
constexpr std::size_t kMostHoldersOfCluster = 20;
// Where nothing of a pool has a past or is ended.
const std::vector<Eviction> kNoEvictions;
const std::vector<FirstStart> kNoStarts;
const std::vector<WorkloadRow> kNothingEnded;
// Issues that follow from limits and nodes: accounts of Slurm have no guarantees and no policies.
constexpr std::array<std::string_view, 3> kIssuesOfCluster{"never-fits", "above-limit",
                                                           "node-down"};

Problems readOnly() {
    return refuse("cluster-read-only").value();
}

}  // namespace

Result<std::unique_ptr<Pool>> ClusterPool::open(const std::string& name,
                                                const std::stop_token& stop) {
    const slurm::StopsWith stops(stop);
    const auto connection = slurm::connectionNamed(name);
    if (!connection)
        return tl::unexpected(connection.error());
    auto access = slurm::openAccess(*connection);
    if (!access)
        return tl::unexpected(std::move(access.error()));
    auto picture = slurm::readToShow(*access);
    if (!picture)
        return tl::unexpected(std::move(picture.error()));
    return std::unique_ptr<Pool>(
        new ClusterPool(name, placeText(*connection),
                        std::make_unique<ClusterLooks>(slurm::Watch(
                            *connection, std::move(*access), std::move(*picture), kAskEvery))));
}

ClusterPool::ClusterPool(std::string name, std::string place, std::unique_ptr<ClusterLooks> looks)
    : name_(std::move(name)), place_(std::move(place)), looks_(std::move(looks)) {
    const ClusterLooks::Latest first = looks_->latest();
    epoch_ = first.seen->asOf();
    take(first);
}

Pool::Progress ClusterPool::progress() const {
    return {Progress::Pace::moves, !asked_, asked_ != nullptr};
}

void ClusterPool::take(const ClusterLooks::Latest& latest) {
    if (latest.seen != seen_) {
        seen_ = latest.seen;
        ++taken_;
        std::vector<TeamInfo> teams = teamsOf(seen_->scenario.quotas);
        colours_.give(teams);
        if (teams != teams_) {
            teams_ = std::move(teams);
            startHistory(past_, teams_.size());
        }
    }
    asked_ = latest.asked;
    at_ = std::max(latest.at, seen_->asOf());
    draw();
}

// The charts begin with the first look: Slurm keeps no use over time.
void ClusterPool::draw() {
    PoolMoment moment;
    moment.held = teamsHeld(*seen_->engine, teams_);
    moment.capacity = seen_->engine->capacity();
    for (const ProjectWorkload& work : seen_->project.work)
        if (work.run.waitingSince)
            moment.waitsSince = std::min(moment.waitsSince, *work.run.waitingSince - epoch_);
    const Instant at = std::max<Instant>(seen_->asOf() - epoch_, 0);
    if (lastPointIs(past_, moment) || (!past_.times.empty() && at < past_.times.back()))
        return;
    addPoint(past_, at, moment);
    if (past_.times.size() > mostPoints(teams_.size()))
        thinPoints(past_, past_.times.size() / 2);
    history_.reset();
}

Result<bool> ClusterPool::follow() {
    const ClusterLooks::Latest latest = looks_->latest();
    const bool isNew = latest.seen != seen_ || latest.asked != asked_;
    if (isNew || latest.at != at_)
        take(latest);
    if (!latest.failed.empty())
        return tl::unexpected(latest.failed);
    return isNew || at_ - shownAt_ >= kClockStep;
}

PoolSource ClusterPool::source() {
    PoolSource source{*seen_->engine, asked(),      at_ - epoch_, shift(),
                      teams_,         kNoEvictions, kNoStarts,    &kNothingEnded};
    source.asking = true;  // the reasons that are shown are those of Slurm
    source.shown = shown_;
    return source;
}

View ClusterPool::view() {
    shownAt_ = at_;
    View view = viewOf(source());
    for (WorkloadRow& row : view.waiting) {
        row.unasked = false;
        if (const Reason* reason = seen_->reasonOf(row.name))
            row.status.reason = *reason;
    }
    std::erase_if(view.issues, [](const Issue& issue) {
        return std::find(kIssuesOfCluster.begin(), kIssuesOfCluster.end(), issue.validator) ==
               kIssuesOfCluster.end();
    });
    sumUpBeyondMost(view.issues);
    view.play.end = view.clock;
    view.play.complete = true;
    if (!history_)
        history_ = std::make_shared<const History>(past_);
    view.history = history_;
    DocumentState& document = view.document;
    document.open = true;
    document.name = name_;
    document.file = fileOfCluster(name_);
    document.epoch = dateText(epoch_);
    document.can.journal = true;  // it is as it is now, and goes on by itself
    document.engine = EngineAt::elsewhere;
    document.holder = "Slurm";
    document.machine = place_;
    document.readOnly = true;
    document.settings = seen_->scenario.settings;
    if (const auto missing = slurm::missingOf(seen_->picture))
        document.warnings.push_back({{}, {}, 0, 0, *missing, true});
    for (const Message& each : seen_->notRepresented)
        document.warnings.push_back({{}, {}, 0, 0, each, true});
    return view;
}

Result<CommandAnswer> ClusterPool::run(const CommandRequest& /*request*/) {
    return tl::unexpected(readOnly());
}

Result<void> ClusterPool::turn(const TurnRequest& /*turn*/) {
    return tl::unexpected(readOnly());
}

Result<void> ClusterPool::save(const std::optional<std::filesystem::path>& file) {
    if (!file)
        return tl::unexpected(readOnly());
    return saveScenario(file->string(), seen_->scenario);
}

Pool::Fork ClusterPool::fork(State state) {
    const Engine& of = state == State::shown ? *seen_->engine : asked();
    return {of, of.now(), shift(), false, {}};
}

// What waits starts when Slurm says so: nothing of that is foretold.
Pool::Fork ClusterPool::ahead() {
    Project running = seen_->project;
    std::erase_if(running.work, [](const ProjectWorkload& work) {
        return work.run.state == WorkloadState::pending;
    });
    return {engineOf(running, seen_->asOf()), 0, shift(), false, {}};
}

Pool::Rights ClusterPool::rights() {
    return [](Right right, const std::string&) {
        return right == Right::readPool || right == Right::readQuota ||
               right == Right::readWorkspace || right == Right::readWorkload;
    };
}

Pool::Base ClusterPool::base() const {
    return {fileOfCluster(name_), PlanBaseKind::scenario, clock()};
}

ReportSource ClusterPool::reporting() {
    const auto none = [](const auto&...) { return refuse("cluster-no-report"); };
    return {none, none};
}

Project ClusterPool::kept() {
    Project kept;
    kept.pool.nodes = seen_->scenario.nodes;
    return kept;
}

Effect ClusterPool::tryCommand(std::vector<CommandRequest> requests) {
    Effect trial;
    trial.refusal = readOnly();
    trial.refusals.assign(requests.size(), trial.refusal);
    return trial;
}

void ClusterPool::withSurroundings(const std::function<void(const DraftSurroundings&)>& use) {
    use({seen_->project, asked(), {}, [](const Change&) { return readOnly(); }});
}

// Slurm's reason, and beside it what our rules say of the same moment.
std::optional<Pool::Explaining> ClusterPool::explainWorkload(const std::string& name) {
    const auto id = seen_->engine->findWorkload(name);
    if (!id)
        return std::nullopt;
    if (!asked_)
        return Explaining{};
    WorkExplanation told;
    Explanation& explanation = told.explanation;
    const WorkloadOutcome status = seen_->engine->status(*id);
    explanation.time = at_ - epoch_;
    explanation.workload = name;
    explanation.state = status.state;
    explanation.quota = seen_->engine->quota(seen_->engine->quotaOf(*id)).name;
    const slurm::ClusterJob* job = seen_->jobOf(name);
    const Reason* reason = seen_->reasonOf(name);
    if (job != nullptr && reason != nullptr) {
        explanation.ahead = reason->message;
        explanation.ahead->arguments.push_back({"slurm", Value::ofText(job->reason)});
        explanation.position = status.position;
        if (asked_->state(*id) == WorkloadState::pending)
            explanation.reason = asked_->fullReason(*id);
        if (explanation.reason)
            shiftMoments(explanation.reason->message, shift());
        explanation.holders =
            asked_->holders(*id, kMostHoldersOfCluster, explanation.holdersLeftOut);
        for (Holder& holder : explanation.holders)
            shiftMoments(holder.why, shift());
    }
    return Explaining{
        [](const std::stop_token&) {},
        [told = std::move(told)]() -> std::optional<WorkExplanation> { return told; }};
}

std::optional<QuotaExplanation> ClusterPool::explainQuota(const std::string& name,
                                                          bool /*halted*/) {
    return apportion::explainQuota(source(), name);
}

std::optional<WorkspaceSource> ClusterPool::workspace(const std::string& /*name*/) {
    return std::nullopt;
}

WorkToSearch ClusterPool::searchFork() {
    WorkToSearch search{*seen_->engine, at_ - epoch_};
    search.shift = shift();
    search.epoch = epoch_;
    return search;
}

}  // namespace apportion
