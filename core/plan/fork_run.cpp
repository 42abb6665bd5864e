// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/fork_run.h"

#include <algorithm>

#include "core/sim/eviction_message.h"

namespace apportion {

Instant firstMoment(const Engine& engine, Instant at) {
    return std::max(std::min(at, engine.nextTimer().value_or(at)), engine.now());
}

ForkRun::ForkRun(const Engine& engine, Instant at)
    : engine_(engine), begin_(at), now_(at), waits_(engine.workloadCount()) {
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id) && engine.state(id) == WorkloadState::pending)
            waits_[id].since = at;
}

std::optional<Instant> ForkRun::next() const {
    auto due = engine_.nextTimer();
    if (came_ < coming_.size())
        due = std::min(due.value_or(coming_[came_].first), coming_[came_].first);
    if (!due || *due > begin_ + kScaleHorizon)
        return std::nullopt;
    return due;
}

WorkloadId ForkRun::comes(const Workload& workload) {
    const WorkloadId id = add(workload);
    coming_.emplace_back(workload.submit, id);
    return id;
}

void ForkRun::submitDue(Instant at, std::vector<Input>& inputs) {
    for (; came_ < coming_.size() && coming_[came_].first <= at; ++came_)
        inputs.emplace_back(Submit{coming_[came_].second});
}

WorkloadId ForkRun::add(const Workload& workload) {
    waits_.emplace_back();
    return engine_.add(workload);
}

const Decisions& ForkRun::apply(const std::vector<Input>& inputs) {
    applied(engine_.step(begin_, inputs));
    return decisions_;
}

void ForkRun::applied(const Decisions& made) {
    decisions_ = made;
    note();
}

bool ForkRun::step() {
    const auto at = next();
    if (!at || tooLong())
        return false;
    now_ = *at;
    ++steps_;
    std::vector<Input> inputs;
    submitDue(now_, inputs);
    decisions_ = engine_.step(now_, inputs);
    note();
    return true;
}

bool ForkRun::runTo(Instant at) {
    for (auto due = next(); due && *due <= at; due = next())
        if (!step())
            return false;
    now_ = std::max(now_, at);
    return true;
}

// Who changes between waiting and running stands in one of the lists of a decision.
void ForkRun::noteWait(WorkloadId id) {
    const bool waits = engine_.state(id) == WorkloadState::pending;
    Wait& wait = waits_[id];
    if (wait.since && !waits) {
        wait.past += decisions_.at - *wait.since;
        wait.since.reset();
    } else if (!wait.since && waits) {
        wait.since = decisions_.at;
    }
}

ForkRun::Waited ForkRun::waitedOf(WorkloadId id) const {
    const Wait& wait = waits_[id];
    return {wait.past + (wait.since ? now_ - *wait.since : 0), wait.since.has_value()};
}

void ForkRun::note() {
    for (const Taken& taken : decisions_.taken) {
        taken_.push_back({taken, evictionRecord(engine_, taken, decisions_.at)});
        noteWait(taken.victim);
    }
    for (const Stopped& stopped : decisions_.stopped) {
        noteWait(stopped.workload);
        for (TakenRun& run : taken_)
            if (run.taken.serial == stopped.serial) {
                run.taken.lost += stopped.lost;
                run.record.lost += stopped.lost;
            }
    }
    for (const WorkloadId id : decisions_.started) {
        noteWait(id);
        if (began_.find(id) != began_.end())
            continue;
        Began began{decisions_.at, {}};
        for (const Placement& placement : engine_.status(id).placements)
            if (std::find(began.nodes.begin(), began.nodes.end(), placement.node) ==
                began.nodes.end())
                began.nodes.push_back(placement.node);
        began_.emplace(id, std::move(began));
    }
}

bool ForkRun::runGraceOut() {
    Instant until = now_;
    for (const TakenRun& run : taken_)
        if (run.taken.stopping)
            until = std::max(until, run.record.at + engine_.settings().gracePeriod);
    return runTo(until);
}

const ForkRun::Began* ForkRun::beganOf(WorkloadId id) const {
    const auto found = began_.find(id);
    return found == began_.end() ? nullptr : &found->second;
}

std::vector<std::string> runningWithoutEnd(const Engine& engine) {
    std::vector<std::string> names;
    for (const WorkloadId id : engine.running())
        if (const Workload workload = engine.workload(id); !workload.duration)
            names.push_back(workload.name);
    return names;
}

}  // namespace apportion
