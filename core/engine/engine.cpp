// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include <algorithm>
#include <utility>

#include "core/engine/awaited.h"
#include "core/engine/holders.h"
#include "core/engine/instant.h"
#include "core/engine/numbers.h"
#include "core/engine/reasons.h"
#include "core/engine/unblock.h"

namespace apportion {
namespace {

void forgetAnswers(EngineState& state) {
    state.memo.reset();
    if (state.lending)
        state.lending->forget();
}

}  // namespace

Engine::Engine(std::shared_ptr<const Scenario> scenario)
    : state_(std::make_unique<EngineState>(std::move(scenario))) {}
Engine::Engine(const Engine& other) : state_(std::make_unique<EngineState>(*other.state_)) {
    state_->memo.reset();  // another thread may ask the copy
    state_->lending.reset();
}
Engine& Engine::operator=(const Engine& other) {
    return *this = Engine(other);
}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

WorkloadId Engine::add(Workload workload) {
    forgetAnswers(*state_);
    return state_->add(std::move(workload));
}

void Engine::expect(Node node) {
    forgetAnswers(*state_);
    state_->expect(std::move(node));
}

void Engine::join(std::span<const Quota> quotas) {
    state_->memo.reset();
    state_->lending.reset();
    state_->join(quotas);
}

Instant Engine::firstTimer() const {
    return state_->nextTimer().value_or(kNoTimer);
}

Decisions Engine::step(Instant at, std::span<const Input> inputs) {
    Decisions made;
    step(at, inputs, made);
    return made;
}

void Engine::step(Instant at, std::span<const Input> inputs, Decisions& made) {
    forgetAnswers(*state_);
    runInstant(*state_, at, inputs, made);
}

void Engine::ranUntil(WorkloadId id, std::optional<int> place, Instant at) {
    const auto left = state_->leaving.find(id);
    if (left == state_->leaving.end())
        return;
    for (Leaving& part : left->second)
        if (place ? !part.whole && part.marks.front().place == *place : part.whole)
            part.ran = at;
}

void Engine::endsAfter(WorkloadId id, Duration duration) {
    if (!state_->jobs.alive(id))
        return;
    Job& job = state_->job(id);
    job.duration = duration;
    if (job.phase == Phase::running)
        state_->setTimer({std::max(state_->now, *job.start() + job.duration - job.done()),
                          Timer::Kind::end, id, job.timer});
}

std::optional<Instant> Engine::endOf(WorkloadId id) const {
    if (!state_->jobs.alive(id)) {
        const auto duration = state_->specOf(id)->duration;
        return duration ? std::optional(state_->now + *duration) : std::nullopt;
    }
    const Job& job = state_->job(id);
    if (job.duration == kEndless)
        return std::nullopt;
    return (job.phase == Phase::running ? *job.start() : state_->now) + job.duration - job.done();
}

void Engine::backTo(Instant at) {
    forgetAnswers(*state_);
    state_->now = at;
    for (const WorkloadId id : state_->jobs.living()) {
        const Job& job = state_->job(id);
        const Queueing queueing = state_->queueing(job.leaf());
        if (job.phase != Phase::waiting ||
            (queueing != Queueing::intelligent && queueing != Queueing::balance))
            continue;
        state_->unfile(id);
        state_->file(id);
    }
    state_->divideShares();
}

std::int64_t Engine::searched() const {
    return state_->searched;
}

Instant Engine::now() const {
    return state_->now;
}

std::size_t Engine::workloadCount() const {
    return state_->jobs.size();
}

Workload Engine::workload(WorkloadId id) const {
    return *state_->specOf(id);
}

std::string Engine::name(WorkloadId id) const {
    return state_->name(id);
}

Instant Engine::submit(WorkloadId id) const {
    return state_->submitOf(id);
}

Instant Engine::waitsSince(WorkloadId id) const {
    return state_->waitsSince(id);
}

std::size_t Engine::quotaCount() const {
    return state_->tree.quotas().size();
}

const Quota& Engine::quota(QuotaId id) const {
    return state_->tree.quota(id);
}

std::optional<QuotaId> Engine::parent(QuotaId id) const {
    return state_->tree.parent(id);
}

std::optional<WorkloadId> Engine::findWorkload(std::string_view name) const {
    return state_->find(name);
}

std::optional<QuotaId> Engine::findQuota(std::string_view name) const {
    return state_->tree.find(name);
}

const std::vector<Node>& Engine::nodes() const {
    return state_->fleet.nodes();
}

NodeState Engine::nodeState(std::size_t index) const {
    return state_->fleet.use(static_cast<NodeId>(index)).state;
}

std::optional<Instant> Engine::nodeSince(std::size_t index) const {
    const auto since = state_->nodeSince.find(static_cast<NodeId>(index));
    return since == state_->nodeSince.end() ? std::nullopt : std::optional(since->second);
}

int Engine::nodeGroup(std::size_t index) const {
    return state_->fleet.use(static_cast<NodeId>(index)).group;
}

int Engine::groupOf(QuotaId id) const {
    return state_->tree[state_->tree.leafOf(id)].group;
}

const Settings& Engine::settings() const {
    return state_->settings;
}

const std::vector<Workspace>& Engine::workspaces() const {
    return state_->workspaces;
}

int Engine::replicasThatFit(std::size_t index, Gpu each) const {
    Slot slot;
    slot.request.gpu = each;
    return state_->fleet.slots(static_cast<NodeId>(index), slot);
}

Gpu Engine::capacity() const {
    Gpu sum = 0;
    for (GroupId group = 0; group < state_->tree.groups(); ++group)
        sum += state_->fleet.capacity(group);
    // Nodes that no root divides are nobody's.
    return sum + state_->ground.onCordoned(state_->fleet);
}

bool Engine::submitted(WorkloadId id) const {
    return !state_->jobs.toCome(id);
}

WorkloadState Engine::state(WorkloadId id) const {
    if (state_->jobs.toCome(id))
        return WorkloadState::pending;
    if (!state_->jobs.alive(id))
        return state_->jobs.ended(id).cancelled() ? WorkloadState::cancelled
                                                  : WorkloadState::finished;
    switch (state_->job(id).phase) {
        case Phase::running:
            return WorkloadState::running;
        case Phase::rejected:
            return WorkloadState::rejected;
        case Phase::known:
        case Phase::waiting:
        case Phase::booked:
            break;
    }
    return WorkloadState::pending;
}

QuotaId Engine::quotaOf(WorkloadId id) const {
    if (state_->jobs.toCome(id))
        return state_->quotaOf(*state_->specOf(id));
    return state_->jobs.alive(id) ? state_->job(id).quota() : state_->jobs.ended(id).quota();
}

Gpu Engine::held(WorkloadId id) const {
    return state_->jobs.alive(id) ? heldBy(id) : 0;
}

int Engine::replicasRunning(WorkloadId id) const {
    const bool runs = state_->jobs.alive(id) && state_->job(id).phase != Phase::booked;
    return runs ? static_cast<int>(state_->job(id).seats().size()) : 0;
}

std::pair<QuotaId, Gpu> Engine::quotaAndHeld(WorkloadId id) const {
    return state_->jobs.alive(id) ? std::pair(state_->job(id).quota(), heldBy(id))
                                  : std::pair(quotaOf(id), Gpu{0});
}

Gpu Engine::heldBy(WorkloadId id) const {
    const Job& job = state_->job(id);
    Gpu held = job.phase == Phase::booked ? 0 : job.heldGpu();
    if (state_->leaving.empty())
        return held;
    if (const auto left = state_->leaving.find(id); left != state_->leaving.end())
        for (const Leaving& part : left->second)
            held += job.slot().request.gpu * static_cast<Gpu>(part.seats.size());
    return held;
}

namespace {

// What is physically there, by number of the replica.
std::vector<const Seat*> seatsOf(const EngineState& state, WorkloadId id) {
    const Job& job = state.job(id);
    std::vector<std::pair<int, const Seat*>> replicas;
    const auto put = [&](const std::vector<Seat>& seats, const std::vector<ReplicaMark>& marks) {
        for (std::size_t i = 0; i < seats.size(); ++i)
            replicas.emplace_back(marks.empty() ? static_cast<int>(i) : marks[i].place, &seats[i]);
    };
    if (job.phase != Phase::booked)
        put(job.seats(), job.marks());
    if (const auto left = state.leaving.find(id); left != state.leaving.end()) {
        for (const Leaving& part : left->second)
            put(part.seats, part.marks);
        std::stable_sort(replicas.begin(), replicas.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    std::vector<const Seat*> seats;
    seats.reserve(replicas.size());
    for (const auto& [place, seat] : replicas)
        seats.push_back(seat);
    return seats;
}

std::vector<Placement> placementsOf(const EngineState& state, WorkloadId id) {
    const std::vector<const Seat*> seats = seatsOf(state, id);
    std::vector<Placement> placements;
    placements.reserve(seats.size());
    for (const Seat* seat : seats)
        placements.push_back({state.fleet.nodes()[static_cast<std::size_t>(seat->node)].name,
                              state.job(id).slot().request.gpu});
    return placements;
}

}  // namespace

std::vector<DeviceSeat> Engine::seats(WorkloadId id) const {
    std::vector<DeviceSeat> places;
    if (!state_->jobs.alive(id))
        return places;
    const std::vector<const Seat*> seats = seatsOf(*state_, id);
    places.reserve(seats.size());
    for (const Seat* seat : seats)
        places.push_back({static_cast<std::size_t>(seat->node),
                          state_->job(id).slot().request.gpu,
                          {seat->devices.begin(), seat->devices.end()}});
    return places;
}

WorkloadOutcome Engine::status(WorkloadId id) const {
    WorkloadOutcome outcome;
    outcome.state = state(id);
    if (state_->jobs.toCome(id))
        return outcome;
    if (!state_->jobs.alive(id)) {
        const EndedJob& ended = state_->jobs.ended(id);
        if (ended.start != EndedJob::kNever)
            outcome.start = ended.start;
        outcome.end = ended.end;
        outcome.preemptions = ended.preemptions;
        outcome.waited = ended.waited;
        return outcome;
    }
    const Job& job = state_->job(id);
    outcome.placements = placementsOf(*state_, id);
    outcome.stopping = job.stopUntil();
    outcome.start = job.start();
    outcome.preemptions = job.preemptions();
    outcome.waited = state_->waitedSoFar(job);
    if (job.phase == Phase::waiting && job.startable() && !job.idle())
        outcome.position = state_->queueOf(job).position(id);
    return outcome;
}

ReasonMemo& Engine::memo() const {
    if (!state_->memo)
        state_->memo = std::make_shared<ReasonMemo>();
    return *state_->memo;
}

std::optional<Reason> Engine::reason(WorkloadId id) const {
    return state_->jobs.alive(id) ? reasonOf(*state_, id, memo()) : std::nullopt;
}

std::optional<Reason> Engine::fullReason(WorkloadId id) const {
    return state_->jobs.alive(id) ? fullReasonOf(*state_, id, memo()) : std::nullopt;
}

std::optional<Reason> Engine::neverAgain(WorkloadId id) const {
    return state_->jobs.alive(id) ? whyNeverAgain(*state_, id) : std::nullopt;
}

QuotaNumbers Engine::numbers(QuotaId id) const {
    if (!state_->lending)
        state_->lending = std::make_shared<Lending>();
    return numbersOf(*state_, *state_->lending, id);
}

std::vector<Message> Engine::aboveLimit(QuotaId id) const {
    const Quota& quota = state_->tree.quota(id);
    const BranchBook& book = state_->books[state_->tree.branchOf(id)];
    std::vector<Message> above;
    const auto look = [&](const char* resource, std::int64_t placed,
                          const std::optional<std::int64_t>& limit) {
        if (limit && placed > *limit)
            above.push_back({"above-limit",
                             {{"quota", Value::ofText(quota.name)},
                              {"resource", Value::ofText(resource)},
                              {"placed", amountOf(resource, placed)},
                              {"bound", amountOf(resource, *limit)},
                              {"over", amountOf(resource, placed - *limit)}}});
    };
    look("gpu", book.physical(), quota.policy.limit.gpu);
    look("cpu", book.cpu, quota.policy.limit.cpu);
    look("memory", book.memory, quota.policy.limit.memory);
    return above;
}

Gpu Engine::pending(QuotaId id) const {
    return state_->books[state_->tree.branchOf(id)].waiting;
}

Gpu Engine::ownShare(QuotaId id) const {
    const BranchId branch = state_->tree.branchOf(id);
    const Branch& shape = state_->tree[branch];
    return state_->shareOf(shape.leaf() ? branch : shape.ownPart);
}

std::vector<WorkloadId> Engine::waiting(QuotaId id) const {
    std::vector<WorkloadId> ids;
    const auto leaf = static_cast<std::size_t>(state_->tree.leafOf(id));
    const auto addAll = [&ids](const Queue& queue) {
        for (auto each = queue.first(Place::begin()); each; each = queue.first(each->place.next()))
            ids.push_back(each->id());
    };
    addAll(state_->queues[leaf]);
    for (const WorkloadId booked : state_->bookings)
        if (state_->job(booked).leaf() == state_->tree.leafOf(id))
            ids.push_back(booked);
    addAll(state_->idleWaiting[state_->tree.leafOf(id)]);
    ids.insert(ids.end(), state_->outside[leaf].begin(), state_->outside[leaf].end());
    return ids;
}

std::vector<PendingReclaim> Engine::pendingReclaims() const {
    return apportion::pendingReclaims(*state_);
}

std::vector<Instant> Engine::judgedAt() const {
    std::vector<Instant> times;
    for (const PendingScale& each : state_->pendingScales)
        if (!each.bounds.empty())
            times.push_back(each.at);
    return times;
}

std::vector<WorkloadId> Engine::running() const {
    std::vector<WorkloadId> ids;
    for (const auto& at : state_->runningAt)
        ids.insert(ids.end(), at.begin(), at.end());
    for (const auto& [id, parts] : state_->leaving)
        if (state_->job(id).stopUntil())
            ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<std::string> Engine::awaiting(WorkloadId id) const {
    return apportion::awaiting(*state_, id);
}

std::vector<Holder> Engine::holders(WorkloadId id, std::size_t most, int& leftOut) const {
    return holdersOf(*state_, id, most, leftOut);
}

UnblockAnswer Engine::unblock(WorkloadId id, std::size_t most, Instant at) const {
    return unblockOf(*state_, id, most, std::max(at, now()));
}

PolicyReach Engine::reach(QuotaId id, const QuotaPolicy& policy, PreemptionLevel level, Gpu request,
                          Instant at) const {
    EngineState copy(*state_);
    copy.now = std::max(at, now());
    return reachOf(copy, id, policy, level, request);
}

std::vector<QuotaId> Engine::siblings(QuotaId id) const {
    const Tree& tree = state_->tree;
    std::vector<QuotaId> ids;
    for (const BranchId branch : tree.levelOf(tree.branchOf(id)))
        if (!tree[branch].own && tree[branch].quota != id)
            ids.push_back(tree[branch].quota);
    return ids;
}

void Engine::keepRunnerUp(bool keep) {
    state_->keepRunnerUp = keep;
}

void Engine::stopWhen(std::stop_token stop) {
    state_->abandoned = std::move(stop);
}

void Engine::askEverybody() {
    state_->sleepless = true;
}

}  // namespace apportion
