// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/recorder.h"

#include <algorithm>

#include "core/sim/eviction_message.h"

namespace apportion {

namespace {

Gpu heldBy(const Engine& engine, WorkloadId id) {
    const Workload& workload = engine.workload(id);
    return workload.request.gpu * workload.replicas;
}

}  // namespace

Recorder::Recorder(const Engine& engine, Keep keep)
    : keep_(keep),
      gpuTime_(engine.quotaCount(), engine.capacity()),
      runs_(keep.runs),
      firstStart_(engine.workloadCount(), kNeverStarted) {
    for (const WorkloadId id : engine.running()) {
        ++submittedCount_;
        opened(engine, id, engine.status(id).start.value_or(0));
    }
}

void Recorder::opened(const Engine& engine, WorkloadId id, Instant start) {
    if (firstStart_[id] == kNeverStarted)
        firstStart_[id] = start;
    gpuTime_.heldChanged(engine.quotaOf(id), start, heldBy(engine, id));
    if (runs_.kept())
        runs_.open(id, start, engine.status(id).placements);
}

void Recorder::closed(const Engine& engine, WorkloadId id, Instant at, std::string_view endedBy) {
    gpuTime_.heldChanged(engine.quotaOf(id), at, -heldBy(engine, id));
    runs_.close(id, at, endedBy);
}

void Recorder::record(const Engine& engine, std::span<const Input> inputs,
                      const Decisions& decisions) {
    firstStart_.resize(engine.workloadCount(), kNeverStarted);
    bool changed = decisions.any();
    std::size_t event = 0;
    for (const Input& input : inputs) {
        if (const auto* action = std::get_if<EventAction>(&input)) {
            const std::optional<Message>& refusal = decisions.events[event++];
            events_.push_back({decisions.at, eventName(*action), !refusal, refusal});
        } else {
            ++submittedCount_;
            changed = true;
        }
    }
    for (const Ended& end : decisions.ended) {
        if (!end.cancelled)
            ++finishedCount_;
        if (end.ran)
            closed(engine, end.workload, decisions.at, end.cancelled ? "cancel" : "finish");
    }
    for (const Taken& taking : decisions.taken)
        taken(engine, taking, decisions.at);
    for (const WorkloadId id : decisions.started)
        opened(engine, id, decisions.at);
    if (changed)
        lastChange_ = decisions.at;
}

void Recorder::taken(const Engine& engine, const Taken& taking, Instant at) {
    ++evictionCount_;
    lostInAll_ += taking.lost;
    if (taking.lost != 0) {
        lost_.resize(firstStart_.size(), 0);
        lost_[taking.victim] += taking.lost;
    }
    if (keep_.evictions)
        evictions_.push_back(evictionRecord(engine, taking, at));
    closed(engine, taking.victim, at, ruleText(taking.rule));
    if (taking.rule == EvictionRule::consolidation)
        opened(engine, taking.victim, at);
}

}  // namespace apportion
