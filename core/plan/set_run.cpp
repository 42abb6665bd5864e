// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/set_run.h"

#include <algorithm>

#include "core/sim/int128.h"
#include "core/sim/recorder.h"
#include "core/sim/unproven.h"

namespace apportion {

SetRun::SetRun(const Applied& applied, const SweepOptions& options)
    : editOf_(&applied.editOf),
      detail_(options.detail),
      tallying_(options.tallies),
      simulation_(applied.loaded(), applied.course,
                  {.evictions = options.detail == Detail::full, .runs = false}) {
    if (options.metricsEvery > 0)
        metrics_.emplace(simulation_, options.metricsEvery);
    if (tallying_)
        evictions_.resize(simulation_.engine().quotaCount(), 0);
}

void SetRun::goOnAs(const Applied& applied) {
    editOf_ = &applied.editOf;
    simulation_.takeCourse(applied.course);
}

Starts SetRun::starts() const {
    Starts starts;
    const Engine& engine = simulation_.engine();
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (const Instant at = simulation_.recorder().firstStart(id); at != kNeverStarted)
            starts.emplace_back(at, simulation_.scenario().workloads[id].name);
    std::stable_sort(starts.begin(), starts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return starts;
}

void SetRun::watch(Instant next) {
    const Engine& engine = simulation_.engine();
    for (; watched_ < starts_->size() && (*starts_)[watched_].first < next; ++watched_) {
        if (delays_.size() >= kMostDelays)
            continue;
        const auto id = engine.findWorkload((*starts_)[watched_].second);
        if (!id || !engine.submitted(*id) || engine.state(*id) != WorkloadState::pending ||
            simulation_.recorder().firstStart(*id) != kNeverStarted)
            continue;
        if (auto reason = engine.reason(*id))
            delays_.emplace_back((*starts_)[watched_].second, std::move(reason->message));
    }
}

void SetRun::step() {
    simulation_.step();
    if (metrics_)
        metrics_->after(simulation_);
    const Decisions& decisions = simulation_.decisions();
    if (tallying_) {
        evictions_.resize(simulation_.engine().quotaCount(), 0);
        for (const Taken& taken : decisions.taken)
            ++evictions_[simulation_.engine().quotaOf(taken.victim)];
    }
    if (decisions.events.empty())
        return;
    const auto done = simulation_.eventsDone();
    const std::size_t first = done.size() - decisions.events.size();
    for (std::size_t i = 0; i < decisions.events.size() && !refused_; ++i) {
        if (!decisions.events[i])
            continue;
        const std::size_t event = done[first + i];
        if (const std::size_t edit = (*editOf_)[event]; edit != kNoEdit)
            refused_ = RefusedEdit{edit, decisions.at, *decisions.events[i]};
        else
            refusedEvents_.push_back({event, decisions.at, *decisions.events[i]});
    }
}

SetOutcome SetRun::finish() {
    SetOutcome outcome;
    outcome.refused = refused_;
    if (refused_)
        return outcome;
    outcome.outcome = simulation_.outcome(detail_);
    outcome.refusedEvents = std::move(refusedEvents_);
    outcome.moves = simulation_.recorder().moveCount();
    outcome.unsettled = simulation_.recorder().unsettled();
    outcome.unproven = simulation_.recorder().unprovenCount();
    outcome.delays = std::move(delays_);
    if (metrics_)
        outcome.metrics = metrics_->finish(simulation_);
    if (!tallying_) {  // of many futures nobody asks
        outcome.unprovenWaits = unprovenWaits(simulation_);
        return outcome;
    }
    const Engine& engine = simulation_.engine();
    std::vector<Int128> wasted(engine.quotaCount(), 0);
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (const GpuTime lost = simulation_.recorder().lost(id))
            wasted[engine.quotaOf(id)] += lost;
    outcome.tallies.resize(engine.quotaCount());
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        for (std::optional<QuotaId> at = id; at; at = engine.parent(*at)) {
            outcome.tallies[*at].evictions += evictions_[id];
            outcome.tallies[*at].wasted = saturated(outcome.tallies[*at].wasted + wasted[id]);
        }
    return outcome;
}

}  // namespace apportion
