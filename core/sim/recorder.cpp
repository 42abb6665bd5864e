// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/recorder.h"

#include <algorithm>

#include "core/sim/eviction_message.h"

namespace apportion {

namespace {

bool isElastic(const Workload& workload) {
    return workload.leastReplicas() < workload.replicas;
}

Gpu heldNow(const Engine& engine, WorkloadId id) {
    const Workload& workload = engine.workload(id);
    if (!isElastic(workload))
        return workload.request.gpu * workload.replicas;
    Gpu sum = 0;
    for (const Placement& placement : engine.status(id).placements)
        sum += placement.gpu;
    return sum;
}

// Only evictions for somebody's sake leave the victim its grace period (rules 10, 21, 22).
bool hasGrace(EvictionRule rule) {
    return rule != EvictionRule::consolidation && rule != EvictionRule::scale &&
           rule != EvictionRule::node;
}

}  // namespace

Recorder::Recorder(const Engine& engine, Duration grace, Keep keep)
    : keep_(keep),
      grace_(grace),
      gpuTime_(engine.quotaCount(), engine.capacity()),
      runs_(keep.runs) {
    grow(engine);
    for (const WorkloadId id : engine.running()) {
        ++submittedCount_;
        opened(engine, id, engine.status(id).start.value_or(0));
    }
}

void Recorder::grow(const Engine& engine) {
    held_.resize(engine.workloadCount(), 0);
    firstStart_.resize(engine.workloadCount(), kNeverStarted);
}

void Recorder::hold(const Engine& engine, WorkloadId id, Instant at, Gpu gpu) {
    if (gpu == held_[id])
        return;
    gpuTime_.heldChanged(engine.quotaOf(id), at, gpu - held_[id]);
    held_[id] = gpu;
}

void Recorder::opened(const Engine& engine, WorkloadId id, Instant start) {
    if (firstStart_[id] == kNeverStarted)
        firstStart_[id] = start;
    hold(engine, id, start, heldNow(engine, id));
    if (isElastic(engine.workload(id)))
        elastic_.push_back(id);
    if (runs_.kept())
        runs_.open(id, start, engine.status(id).placements);
}

void Recorder::closed(const Engine& engine, WorkloadId id, Instant at, std::string_view endedBy) {
    hold(engine, id, at, 0);
    std::erase(elastic_, id);
    runs_.close(id, at, endedBy);
}

void Recorder::record(const Engine& engine, std::span<const Input> inputs,
                      const Decisions& decisions) {
    grow(engine);
    bool changed = decisions.any();
    std::size_t event = 0;
    lostNodes_.clear();
    for (const Input& input : inputs) {
        if (const auto* action = std::get_if<EventAction>(&input)) {
            const std::optional<Message>& refusal = decisions.events[event++];
            events_.push_back({decisions.at, eventName(*action), !refusal, refusal});
            if (const auto* node = std::get_if<NodeEvent>(action)) {
                nodesMayChange_ = true;
                if (!refusal && node->state == NodeState::down)
                    lostNodes_.push_back(node->node);
            }
        } else {
            ++submittedCount_;
            changed = true;
        }
    }
    for (const Ended& end : decisions.ended)
        ended(engine, end, decisions.at);
    for (const Taken& taking : decisions.taken)
        taken(engine, taking, decisions.at);
    changed |= stopDue(engine, decisions.at);
    for (const WorkloadId id : decisions.started)
        opened(engine, id, decisions.at);
    changed |= watchElastic(engine, decisions.at);
    if (nodesMayChange_)
        gpuTime_.capacityIs(decisions.at, engine.capacity());
    if (changed)
        lastChange_ = std::max(lastChange_, decisions.at);
}

void Recorder::ended(const Engine& engine, const Ended& end, Instant at) {
    if (!end.cancelled)
        ++finishedCount_;
    if (!end.ran)
        return;
    forgiveLoss(end.workload);
    closed(engine, end.workload, at, end.cancelled ? "cancel" : "finish");
}

void Recorder::taken(const Engine& engine, const Taken& taking, Instant at) {
    ++evictionCount_;
    addLoss(taking.victim, taking.lost);
    if (keep_.evictions)
        evictions_.push_back(evictionRecord(engine, taking, at, lostNodeOf(taking)));
    if (taking.rule == EvictionRule::consolidation) {
        closed(engine, taking.victim, at, ruleText(taking.rule));
        opened(engine, taking.victim, at);
    } else if (hasGrace(taking.rule) && grace_ > 0) {
        stopping_.push_back(
            {taking.victim, taking.rule, at + grace_, taking.lost, evictions_.size() - 1});
    } else if (taking.rule != EvictionRule::elastic) {
        forgiveLoss(taking.victim);
        closed(engine, taking.victim, at, ruleText(taking.rule));
    }
}

std::string Recorder::lostNodeOf(const Taken& taking) const {
    if (taking.rule != EvictionRule::node || lostNodes_.empty())
        return {};
    const std::vector<Run> runs = runs_.of(taking.victim);
    if (!runs.empty())
        for (const std::string& node : lostNodes_)
            for (const Placement& placement : runs.back().placements)
                if (placement.node == node)
                    return node;
    return lostNodes_.front();
}

void Recorder::forgiveLoss(WorkloadId victim) {
    for (const Stopping& stop : stopping_) {
        if (stop.victim != victim)
            continue;
        addLoss(victim, -stop.lost);
        if (keep_.evictions)
            evictions_[stop.record].lost = 0;
    }
    std::erase_if(stopping_, [&](const Stopping& stop) { return stop.victim == victim; });
}

bool Recorder::stopDue(const Engine& engine, Instant at) {
    bool any = false;
    for (const Stopping& stop : stopping_) {
        if (stop.stops > at)
            continue;
        any = true;
        if (stop.rule != EvictionRule::elastic)
            closed(engine, stop.victim, at, ruleText(stop.rule));
    }
    if (any)
        std::erase_if(stopping_, [&](const Stopping& stop) { return stop.stops <= at; });
    return any;
}

bool Recorder::watchElastic(const Engine& engine, Instant at) {
    bool any = false;
    for (const WorkloadId id : elastic_) {
        const Gpu before = held_[id];
        hold(engine, id, at, heldNow(engine, id));
        if (held_[id] == before)
            continue;
        any = true;
        if (runs_.kept())
            runs_.replace(id, engine.status(id).placements);
    }
    return any;
}

void Recorder::addLoss(WorkloadId victim, GpuTime loss) {
    if (loss == 0)
        return;
    if (lost_.size() < held_.size())
        lost_.resize(held_.size(), 0);
    lost_[victim] += loss;
    lostInAll_ += loss;
}

}  // namespace apportion
