// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_fork.h"

#include <algorithm>
#include <array>

#include "core/plan/draft/scale_event.h"
#include "core/sim/eviction_message.h"

namespace apportion {

ScaleFork::ScaleFork(const Engine& engine, Instant at)
    : engine_(engine), begin_(at), now_(at), waits_(engine.workloadCount()) {
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id) && engine.state(id) == WorkloadState::pending)
            waits_[id].since = at;
}

std::optional<Instant> ScaleFork::next() const {
    const auto timer = engine_.nextTimer();
    if (!timer || *timer > begin_ + kScaleHorizon)
        return std::nullopt;
    return timer;
}

std::optional<Message> ScaleFork::apply(const std::optional<ScaleEvent>& event) {
    std::vector<Input> inputs;
    if (event)
        inputs.emplace_back(EventAction{*event});
    decisions_ = engine_.step(begin_, inputs);
    note();
    return event ? decisions_.events.front() : std::nullopt;
}

bool ScaleFork::step() {
    const auto at = next();
    if (!at || tooLong())
        return false;
    now_ = *at;
    ++steps_;
    decisions_ = engine_.step(now_, {});
    note();
    return true;
}

bool ScaleFork::runTo(Instant at) {
    for (auto due = next(); due && *due <= at; due = next())
        if (!step())
            return false;
    now_ = std::max(now_, at);
    return true;
}

// Who changes between waiting and running stands in one of the lists of a decision.
void ScaleFork::noteWait(WorkloadId id) {
    const bool waits = engine_.state(id) == WorkloadState::pending;
    Wait& wait = waits_[id];
    if (wait.since && !waits) {
        wait.past += decisions_.at - *wait.since;
        wait.since.reset();
    } else if (!wait.since && waits) {
        wait.since = decisions_.at;
    }
}

ScaleFork::Waited ScaleFork::waitedOf(WorkloadId id) const {
    const Wait& wait = waits_[id];
    return {wait.past + (wait.since ? now_ - *wait.since : 0), wait.since.has_value()};
}

void ScaleFork::note() {
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

bool ScaleFork::runGraceOut() {
    Instant until = now_;
    for (const TakenRun& run : taken_)
        if (run.taken.stopping)
            until = std::max(until, run.record.at + engine_.settings().gracePeriod);
    return runTo(until);
}

const ScaleFork::Began* ScaleFork::beganOf(WorkloadId id) const {
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

Drain::Drain(const Engine& before, ScaleTargets targets, std::vector<ScaleObstacle> obstacles)
    : before_(presentSizes(before, targets)),
      targets_(std::move(targets)),
      obstacles_(std::move(obstacles)) {}

// Would the same scale be refused now? Back to the sizes of before and forth again, at one instant.
bool Drain::isDone(const ScaleFork& fork) const {
    Engine trial = fork.engine();
    trial.keepRunnerUp(false);
    const std::array<Input, 2> inputs{EventAction{scaleEvent(before_, ScaleMode::drain)},
                                      EventAction{scaleEvent(targets_, ScaleMode::refuse)}};
    const Decisions made = trial.step(fork.now(), inputs);
    return !made.events[0] && !made.events[1];
}

bool Drain::run(ScaleFork& fork) const {
    while (!isDone(fork)) {
        do {
            if (!fork.step())
                return false;
        } while (!fork.decisions().any());
    }
    return true;
}

Message Drain::whyNot(const ScaleFork& fork) const {
    if (fork.tooLong())
        return {"scale-too-long", {}};
    std::vector<std::string> endless;
    for (const std::string& name : runningWithoutEnd(fork.engine()))
        for (const ScaleObstacle& obstacle : obstacles_)
            if (std::find(obstacle.workloads.begin(), obstacle.workloads.end(), name) !=
                obstacle.workloads.end()) {
                endless.push_back(name);
                break;
            }
    if (endless.empty())
        return {"scale-drain-long", {}};
    return {"scale-no-duration", {{"workloads", Value::ofList(std::move(endless))}}};
}

}  // namespace apportion
