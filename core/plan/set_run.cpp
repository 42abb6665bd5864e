// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/set_run.h"

#include <algorithm>

#include "core/sim/int128.h"
#include "core/sim/recorder.h"
#include "core/sim/unproven.h"

namespace apportion {

namespace {

// What an event is about, by kinds: nodes make what the roots divide. The parent of a quota stands
// for its siblings, whose sizes make one sum.
class Concerned {
public:
    explicit Concerned(const Engine& engine) : engine_(engine) {}

    std::set<std::string> operator()(const EventAction& action) {
        std::visit([&](const auto& each) { add(each); }, action);
        return std::move(names_);
    }

private:
    void add(const ScaleEvent& scale) {
        for (const auto& target : scale.targets)
            addQuota(target.first);
    }
    void add(const PolicyEvent& policy) { addQuota(policy.quota); }
    void add(const NodeEvent& node) {
        names_.insert("node " + node.node);
        names_.insert(kPool);
    }
    void add(const CancelEvent& cancel) { names_.insert("workload " + cancel.workload); }
    void add(const FinishEvent& finish) { names_.insert("workload " + finish.workload); }

    void addQuota(const std::string& name) {
        names_.insert("quota " + name);
        const std::optional<QuotaId> quota = engine_.findQuota(name);
        const std::optional<QuotaId> parent =
            quota ? engine_.parent(*quota) : std::optional<QuotaId>();
        names_.insert(parent ? "quota " + engine_.quota(*parent).name : kPool);
    }

    inline static const std::string kPool = "pool";
    const Engine& engine_;
    std::set<std::string> names_;
};

}  // namespace

SetRun::SetRun(const Applied& applied, const SweepOptions& options)
    : editOf_(&applied.editOf),
      events_(applied.course.events),
      detail_(options.detail),
      tallying_(options.tallies),
      simulation_(applied.loaded(), applied.course,
                  {.evictions = options.detail == Detail::full, .runs = false}) {
    if (options.metricsEvery > 0)
        metrics_.emplace(simulation_, options.metricsEvery);
    if (options.shareKept)
        shareKept_.emplace();
    if (tallying_)
        evictions_.resize(simulation_.engine().quotaCount(), 0);
}

void SetRun::goOnAs(const Applied& applied) {
    editOf_ = &applied.editOf;
    events_ = applied.course.events;
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
    for (std::size_t i = 0; i < decisions.events.size(); ++i) {
        if (!decisions.events[i])
            continue;
        const std::size_t event = done[first + i];
        if ((*editOf_)[event] != kNoEdit)
            refuse(event, decisions.at, *decisions.events[i]);
        else if (!refused_)
            refusedEvents_.push_back({event, decisions.at, *decisions.events[i]});
    }
}

// Another one is told only if it has nothing to do with those before: it may be refused because
// they were.
void SetRun::refuse(std::size_t event, Instant at, const Message& reason) {
    const std::size_t edit = (*editOf_)[event];
    std::set<std::string> names = Concerned(simulation_.engine())((*events_)[event].action);
    const bool isNew = std::none_of(names.begin(), names.end(), [&](const std::string& name) {
        return concerned_.contains(name);
    });
    concerned_.merge(std::move(names));
    if (refused_ && isNew)
        refused_->also.push_back({edit, at, reason});
    if (refused_)
        return;
    refused_ = {edit, at, reason};
    lastEdit_ = lastEdit();
}

Instant SetRun::lastEdit() const {
    Instant last = 0;
    for (std::size_t i = 0; i < events_->size(); ++i) {
        if ((*editOf_)[i] == kNoEdit)
            continue;
        const auto* scale = std::get_if<ScaleEvent>(&(*events_)[i].action);
        last = std::max(last, (*events_)[i].at + (scale ? scale->after : 0));
    }
    return last;
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
    if (shareKept_)
        outcome.shareKept = shareKept_->finish(simulation_);
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
