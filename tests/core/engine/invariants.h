// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold after every instant of every history (rules 3, 11, 12, 13, 26), as questions to
// the engine's public face: each answers in words what is broken. Needs no test framework, so that
// the fuzzers ask the same.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/model/device_packing.h"
#include "core/sim/simulation.h"

namespace apportion::testing {

using Broken = std::vector<std::string>;  // empty = all holds

// From a quota to its root.
inline std::vector<QuotaId> upwards(const Engine& engine, QuotaId quota) {
    std::vector<QuotaId> way{quota};
    while (const auto parent = engine.parent(way.back()))
        way.push_back(*parent);
    return way;
}

// Rules 12 and 13: replicas, GPU type, and nothing beyond a device or a node. With a grace period a
// workload may have a new replica while an old one still stops.
inline Broken brokenPlaces(const Engine& engine, bool grace = false) {
    Broken broken;
    std::map<std::string, std::vector<Gpu>> parts;
    std::map<std::string, Resources> held;
    std::map<std::string, const Node*> nodes;
    for (const Node& node : engine.nodes())
        nodes[node.name] = &node;
    for (const WorkloadId id : engine.running()) {
        const Workload& workload = engine.workload(id);
        const auto placements = engine.status(id).placements;
        const auto count = static_cast<int>(placements.size());
        if (count < workload.leastReplicas() || (!grace && count > workload.replicas))
            broken.push_back(workload.name + " runs with " + std::to_string(count) + " replicas");
        for (const Placement& placement : placements) {
            parts[placement.node].push_back(placement.gpu);
            held[placement.node] += workload.request;
            if (placement.gpu != workload.request.gpu)
                broken.push_back(workload.name + " has other GPUs than it asked for");
            const auto node = nodes.find(placement.node);
            if (node == nodes.end())
                broken.push_back(workload.name + " runs on no node");
            else if (!workload.gpuType.empty() && workload.gpuType != node->second->gpuType)
                broken.push_back(workload.name + " runs on another type of GPU");
        }
    }
    for (const Node& node : engine.nodes()) {
        const Resources& sum = held[node.name];
        if (sum.gpu > node.gpu ||
            !packDevices(parts[node.name], static_cast<int>(node.gpu / kOneGpu)))
            broken.push_back("more on " + node.name + " than its devices hold");
        if ((node.cpu && sum.cpu > *node.cpu) || (node.memory && sum.memory > *node.memory))
            broken.push_back("more on " + node.name + " than its CPU or memory");
    }
    return broken;
}

// What is placed in a quota and below, counted anew from what runs.
struct Placed {
    Gpu own = 0;
    Resources all;
    Gpu firm = 0;  // not preemptible
    Gpu idle = 0;
    int pending = 0;  // workloads
};

inline std::vector<Placed> placedOf(const Engine& engine) {
    std::vector<Placed> placed(engine.quotaCount());
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (!engine.submitted(id))
            continue;
        const Workload& workload = engine.workload(id);
        const WorkloadState state = engine.state(id);
        const Resources all =
            workload.request * static_cast<std::int64_t>(engine.status(id).placements.size());
        for (const QuotaId quota : upwards(engine, engine.quotaOf(id))) {
            if (state == WorkloadState::pending)
                ++placed[quota].pending;
            if (state != WorkloadState::running)
                continue;
            if (workload.idle) {
                placed[quota].idle += all.gpu;
                continue;
            }
            placed[quota].all += all;
            placed[quota].firm += workload.isPreemptible() ? 0 : all.gpu;
            if (quota == engine.quotaOf(id))
                placed[quota].own += all.gpu;
        }
    }
    return placed;
}

// Rule 4: the counters are what they say; and the roots stay within the capacity.
inline Broken brokenCounters(const Engine& engine) {
    Broken broken;
    const std::vector<Placed> placed = placedOf(engine);
    Gpu roots = 0;
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        const QuotaNumbers numbers = engine.numbers(id);
        const std::string& name = engine.quota(id).name;
        if (!engine.parent(id))
            roots += numbers.subtree + numbers.idle;
        if (numbers.own + numbers.below != numbers.subtree || numbers.own != placed[id].own ||
            numbers.subtree != placed[id].all.gpu || numbers.idle != placed[id].idle)
            broken.push_back("the counters of " + name + " are not what runs there");
        if (numbers.pendingWorkloads != placed[id].pending)
            broken.push_back("the counters of " + name + " are not what waits there");
    }
    if (roots > engine.capacity())
        broken.push_back("more runs than the capacity");
    return broken;
}

// Rule 3: a start keeps every bound. What ran before a bound was lowered may stay beyond it.
inline Broken brokenBounds(const Engine& engine, const Decisions& made) {
    Broken broken;
    const std::vector<Placed> placed = placedOf(engine);
    for (const WorkloadId id : made.started) {
        const Workload& workload = engine.workload(id);
        if (workload.idle)
            continue;
        for (const QuotaId quota : upwards(engine, engine.quotaOf(id))) {
            const Quota& here = engine.quota(quota);
            const Limit& limit = here.policy.limit;
            const Resources& all = placed[quota].all;
            if ((limit.gpu && all.gpu > *limit.gpu) || (limit.cpu && all.cpu > *limit.cpu) ||
                (limit.memory && all.memory > *limit.memory))
                broken.push_back(workload.name + " starts beyond the limit of " + here.name);
            if (!workload.isPreemptible() && placed[quota].firm > here.guaranteed.gpu)
                broken.push_back(workload.name + " is not preemptible and starts beyond what " +
                                 here.name + " is guaranteed");
            if (here.policy.overQuota != OverQuota::on && all.gpu > here.guaranteed.gpu)
                broken.push_back(workload.name + " starts beyond the guarantee of " + here.name +
                                 ", which is not allowed there");
        }
    }
    return broken;
}

// Every submitted workload is in exactly one place, and only what runs has a node.
inline Broken brokenStates(const Engine& engine) {
    Broken broken;
    std::map<WorkloadId, int> waiting;
    for (QuotaId quota = 0; quota < engine.quotaCount(); ++quota) {
        int position = 0;
        for (const WorkloadId id : engine.waiting(quota)) {
            ++waiting[id];
            ++position;
            if (engine.status(id).position.value_or(position) != position)
                broken.push_back(engine.workload(id).name + " has another position in its queue");
            if (engine.quotaOf(id) != quota)
                broken.push_back(engine.workload(id).name + " waits in a foreign queue");
        }
    }
    const std::vector<WorkloadId> ids = engine.running();
    const std::set<WorkloadId> running(ids.begin(), ids.end());
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        const WorkloadState state = engine.state(id);
        const bool waits = engine.submitted(id) && state == WorkloadState::pending;
        const bool runs = state == WorkloadState::running;
        if (waiting[id] != (waits ? 1 : 0) || running.contains(id) != runs ||
            runs == engine.status(id).placements.empty())
            broken.push_back(engine.workload(id).name + " is not where its state says");
    }
    return broken;
}

// Rule 11: whoever takes starts at once, or is booked until what stops is gone.
inline Broken evictedInVain(const Engine& engine, const Decisions& made) {
    Broken broken;
    const auto among = [](const std::vector<WorkloadId>& ids, WorkloadId id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    for (const Taken& taken : made.taken)
        if (taken.taker != kNobody && !among(made.started, taken.taker) &&
            !among(made.booked, taken.taker))
            broken.push_back(engine.workload(taken.victim).name + " is evicted in vain for " +
                             engine.workload(taken.taker).name);
    return broken;
}

// Rule 26: asked again at the same moment, nothing changes.
inline Broken unsettled(Engine engine) {
    for (int pass = 0; pass < 5; ++pass) {
        const Decisions more = engine.step(engine.now(), {});
        if (more.any())
            return {"the instant is not settled: " + std::to_string(more.started.size()) +
                    " start, " + std::to_string(more.taken.size()) + " are evicted"};
    }
    return {};
}

// All of the above after the step that was made last.
inline Broken brokenInvariants(const Simulation& simulation) {
    const Engine& engine = simulation.engine();
    const Decisions& made = simulation.decisions();
    Broken all;
    // With a grace period what is there is not what was decided; recount.h asks for that.
    const bool grace = simulation.scenario().settings.gracePeriod > 0;
    for (const Broken& some : {brokenPlaces(engine, grace), brokenCounters(engine),
                               grace ? Broken{} : brokenBounds(engine, made), brokenStates(engine),
                               evictedInVain(engine, made), unsettled(engine)})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace apportion::testing
