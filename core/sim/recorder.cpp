// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/recorder.h"

#include <algorithm>

#include "core/model/bounds.h"
#include "core/sim/eviction_message.h"
#include "core/sim/int128.h"

namespace apportion {

static_assert(kMostGpu <= std::numeric_limits<std::int32_t>::max());

Recorder::Recorder(const Engine& engine, Keep keep)
    : keep_(keep),
      gpuTime_(engine.quotaCount(), engine.capacity()),
      runs_(keep.runs),
      held_(engine.workloadCount(), 0),
      firstStart_(engine.workloadCount(), kNeverStarted) {
    for (const WorkloadId id : engine.running()) {
        ++submittedCount_;
        opened(engine, id, engine.status(id).start.value_or(0));
    }
}

void Recorder::opened(const Engine& engine, WorkloadId id, Instant start) {
    if (firstStart_[id] == kNeverStarted)
        firstStart_[id] = start;
    holds(engine, id, start);
    gpuTime_.runs(start, +1);
    if (runs_.kept())
        runs_.open(id, start, engine.status(id).placements);
}

void Recorder::closed(const Engine& engine, WorkloadId id, Instant at, std::string_view endedBy) {
    holds(engine, id, at);
    gpuTime_.runs(at, -1);
    runs_.close(id, at, endedBy);
}

void Recorder::holds(const Engine& engine, WorkloadId id, Instant at) {
    const auto [quota, held] = engine.quotaAndHeld(id);
    if (held != held_[id])
        gpuTime_.heldChanged(quota, at, held - held_[id]);
    held_[id] = static_cast<std::int32_t>(held);
}

void Recorder::record(const Engine& engine, std::span<const Input> inputs,
                      const Decisions& decisions) {
    if (const std::size_t known = engine.workloadCount(); known != held_.size()) {
        firstStart_.resize(known, kNeverStarted);
        held_.resize(known, 0);
    }
    gpuTime_.quotas(engine.quotaCount());
    bool changed = decisions.any();
    bool behindEvents = decisions.anyBehindEvents();
    std::size_t event = 0;
    for (const Input& input : inputs) {
        if (const auto* action = std::get_if<EventAction>(&input)) {
            const std::optional<Message>& refusal = decisions.events[event++];
            events_.push_back({decisions.at, eventName(*action), !refusal, refusal});
        } else {
            ++submittedCount_;
            changed = true;
            behindEvents = true;
        }
    }
    for (const Ended& end : decisions.ended) {
        if (!end.cancelled)
            ++finishedCount_;
        if (end.ran)
            closed(engine, end.workload, decisions.at, end.cancelled ? "cancel" : "finish");
    }
    for (const Stopped& stop : decisions.stopped)
        stopped(engine, stop, decisions.at);
    for (const Taken& taking : decisions.taken)
        taken(engine, taking, decisions.at);
    for (const WorkloadId id : decisions.started)
        opened(engine, id, decisions.at);
    for (const WorkloadId id : decisions.grown) {
        holds(engine, id, decisions.at);
        if (runs_.kept())
            runs_.replace(id, engine.status(id).placements);
    }
    gpuTime_.capacityIs(decisions.at, engine.capacity());
    if (changed)
        lastChange_ = decisions.at;
    if (behindEvents)
        lastBehindEvents_ = decisions.at;
    if (decisions.unsettled && !unsettled_)
        unsettled_ = decisions.at;
}

void Recorder::lose(WorkloadId id, GpuTime lost) {
    lostInAll_ = saturated(static_cast<Int128>(lostInAll_) + lost);
    if (lost == 0 || !keep_.losses)
        return;
    lost_.resize(firstStart_.size(), 0);
    lost_[id] = saturated(static_cast<Int128>(lost_[id]) + lost);
}

void Recorder::taken(const Engine& engine, const Taken& taking, Instant at) {
    ++evictionCount_;
    unprovenCount_ += taking.proven ? 0 : 1;
    moveCount_ += taking.rule == EvictionRule::consolidation ? 1 : 0;
    lose(taking.victim, taking.lost);
    if (keep_.evictions)
        evictions_.push_back(evictionRecord(engine, taking, at));
    if (taking.stopping) {
        stopping_[taking.serial] = {evictions_.size() - 1, taking.rule};
        return;
    }
    if (taking.rule == EvictionRule::elastic) {
        holds(engine, taking.victim, at);
        if (runs_.kept())
            runs_.replace(taking.victim, engine.status(taking.victim).placements);
        return;
    }
    closed(engine, taking.victim, at, ruleText(taking.rule));
    if (taking.rule == EvictionRule::consolidation)
        opened(engine, taking.victim, at);
}

const Eviction* Recorder::stoppingBy(std::uint64_t serial) const {
    const auto found = stopping_.find(serial);
    return found == stopping_.end() || !keep_.evictions ? nullptr
                                                        : &evictions_[found->second.eviction];
}

void Recorder::stopped(const Engine& engine, const Stopped& stop, Instant at) {
    const auto found = stopping_.find(stop.serial);
    if (found == stopping_.end())
        return;
    lose(stop.workload, stop.lost);
    if (keep_.evictions)
        evictions_[found->second.eviction].lost += stop.lost;
    if (stop.ended) {
        stopping_.erase(found);
        return;  // its run was closed as what it was
    }
    if (found->second.rule == EvictionRule::elastic) {
        holds(engine, stop.workload, at);
        if (runs_.kept())
            runs_.replace(stop.workload, engine.status(stop.workload).placements);
    } else {
        closed(engine, stop.workload, at, ruleText(found->second.rule));
    }
    stopping_.erase(found);
}

}  // namespace apportion
