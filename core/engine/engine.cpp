// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include <algorithm>
#include <utility>

#include "core/engine/holders.h"
#include "core/engine/instant.h"
#include "core/engine/numbers.h"
#include "core/engine/reasons.h"
#include "core/engine/unblock.h"

namespace apportion {

Engine::Engine(const Scenario& scenario) : state_(std::make_unique<EngineState>(scenario)) {}
Engine::Engine(const Engine& other) : state_(std::make_unique<EngineState>(*other.state_)) {}
Engine& Engine::operator=(const Engine& other) {
    state_ = std::make_unique<EngineState>(*other.state_);
    return *this;
}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

WorkloadId Engine::add(Workload workload) {
    return state_->add(std::move(workload));
}

std::optional<Instant> Engine::nextTimer() const {
    return state_->nextTimer();
}

Decisions Engine::step(Instant at, std::span<const Input> inputs) {
    return runInstant(*state_, at, inputs);
}

Instant Engine::now() const {
    return state_->now;
}

std::size_t Engine::workloadCount() const {
    return state_->jobs.size();
}

const Workload& Engine::workload(WorkloadId id) const {
    return *state_->job(id).spec;
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
    const auto found = state_->jobByName.find(std::string(name));
    if (found == state_->jobByName.end())
        return std::nullopt;
    return found->second;
}

std::optional<QuotaId> Engine::findQuota(std::string_view name) const {
    return state_->tree.find(name);
}

const std::vector<Node>& Engine::nodes() const {
    return state_->fleet.nodes();
}

Gpu Engine::capacity() const {
    Gpu sum = 0;
    for (GroupId group = 0; group < state_->tree.groups(); ++group)
        sum += state_->fleet.capacity(group);
    return sum;
}

bool Engine::submitted(WorkloadId id) const {
    return state_->job(id).phase != Phase::known;
}

WorkloadState Engine::state(WorkloadId id) const {
    switch (state_->job(id).phase) {
        case Phase::running:
            return WorkloadState::running;
        case Phase::finished:
            return WorkloadState::finished;
        case Phase::cancelled:
            return WorkloadState::cancelled;
        case Phase::rejected:
            return WorkloadState::rejected;
        case Phase::known:
        case Phase::waiting:
            break;
    }
    return WorkloadState::pending;
}

QuotaId Engine::quotaOf(WorkloadId id) const {
    return state_->job(id).quota;
}

WorkloadOutcome Engine::status(WorkloadId id) const {
    const Job& job = state_->job(id);
    WorkloadOutcome outcome;
    outcome.state = state(id);
    for (const Seat& seat : job.seats)
        outcome.placements.push_back(
            {state_->fleet.nodes()[static_cast<std::size_t>(seat.node)].name,
             job.slot.request.gpu});
    outcome.start = job.start;
    outcome.end = job.end;
    outcome.preemptions = job.preemptions;
    outcome.waited = state_->waitedSoFar(job);
    if (job.phase == Phase::waiting && job.fit == Fit::possible)
        outcome.position = state_->queueOf(job).position(id);
    return outcome;
}

std::optional<Reason> Engine::reason(WorkloadId id, Instant at) const {
    // Reasons try things out on the state and put everything back.
    const Instant now = std::exchange(state_->now, at);
    auto reason = reasonOf(*state_, id);
    state_->now = now;
    return reason;
}

QuotaNumbers Engine::numbers(QuotaId id) const {
    return numbersOf(*state_, id);
}

std::vector<WorkloadId> Engine::waiting(QuotaId id) const {
    std::vector<WorkloadId> ids;
    const auto leaf = static_cast<std::size_t>(state_->tree.leafOf(id));
    const Queue& queue = state_->queues[leaf];
    for (auto place = queue.first(Place::begin()); place; place = queue.first(place->next()))
        ids.push_back(place->id);
    ids.insert(ids.end(), state_->outside[leaf].begin(), state_->outside[leaf].end());
    return ids;
}

std::vector<WorkloadId> Engine::running() const {
    std::vector<WorkloadId> ids;
    for (const auto& at : state_->runningAt)
        ids.insert(ids.end(), at.begin(), at.end());
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<Holder> Engine::holders(WorkloadId id, std::size_t most, int& leftOut) const {
    return holdersOf(*state_, id, most, leftOut);
}

std::vector<Unblock> Engine::unblock(WorkloadId id, std::size_t most) const {
    return unblockOf(*state_, id, most);
}

void Engine::keepRunnerUp(bool keep) {
    state_->keepRunnerUp = keep;
}

}  // namespace apportion
