// SPDX-License-Identifier: GPL-3.0-or-later
// Random pools that use every feature at once: trees of two to four levels, several roots, nodes
// with bounds of their own, every policy, every kind of work, every event. Crowded enough that
// rules fire. The same seed gives the same pool everywhere.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/engine/random_pool.h"

namespace apportion::testing {

struct WorldForm {
    std::string prefix;  // of every name
    bool apart = false;  // its roots select its nodes by a label
    int running = 14;    // workloads that run at time 0, as far as there is room
    int more = 0;        // workloads that come later
    int events = 0;      // things that happen
    int quotas = 7;      // at most
    bool cpu = true;     // nodes and limits may bound CPU
    bool workspaces = true;
    int policies = 25;  // in percent: how often a quota lets its work take from others
};

// Nodes, quotas, work and events of one group of roots.
class WorldPart {
public:
    WorldPart(Dice& dice, WorldForm form) : dice_(dice), form_(std::move(form)) {}

    Scenario make() {
        makeNodes();
        makeQuotas();
        if (form_.workspaces && dice_.chance(40))
            makeWorkspace();
        for (int i = 0; i < form_.running; ++i)
            addRunning(work("w", i));
        for (int i = 0; i < form_.more; ++i) {
            Workload later = work("m", i);
            later.submit = seconds(0, 30);
            made_.workloads.push_back(std::move(later));
        }
        for (int i = 0; i < form_.events; ++i)
            made_.events.push_back({seconds(1, 40), action()});
        return made_;
    }

    // Waits, and asks for something of the size of a node.
    Workload taker(const std::string& name) {
        Workload workload = work(name, 0);
        workload.priority = dice_.from(3, 9);
        workload.name = form_.prefix + name;
        workload.gpuType.clear();
        workload.idle = false;
        workload.request.gpu = dice_.chance(15) ? 50 : dice_.from(1, devices_) * kOneGpu;
        workload.replicas = dice_.chance(40) ? dice_.from(2, 3) : 1;
        workload.minReplicas.reset();
        if (workload.replicas > 1 && dice_.chance(30))
            workload.minReplicas = 1;
        return workload;
    }

private:
    Duration seconds(int low, int high) { return dice_.from(low, high) * kSecond; }
    std::string numbered(const char* word, int number) const {
        return form_.prefix + word + std::to_string(number);
    }
    const std::string& anyQuota() {
        const auto last = static_cast<int>(made_.quotas.size()) - 1;
        return made_.quotas[static_cast<std::size_t>(dice_.from(0, last))].name;
    }

    void makeNodes() {
        const int nodes = dice_.from(2, 4);
        devices_ = dice_.from(2, 5);
        const bool types = dice_.chance(20);
        for (int i = 0; i < nodes; ++i) {
            NodeGroup group;
            group.node.name = numbered("n", i);
            group.node.gpu = (dice_.chance(70) ? devices_ : dice_.from(1, 5)) * kOneGpu;
            if (types && dice_.chance(50))
                group.node.gpuType = "A";
            if (form_.cpu && dice_.chance(20))
                group.node.cpu = dice_.from(4, 12) * kOneCore;
            if (form_.apart)
                group.node.labels["pool"] = form_.prefix;
            free_.push_back({group.node.gpu, group.node.cpu.value_or(kMuch)});
            made_.nodes.push_back(std::move(group));
        }
    }

    void makeQuotas() {
        Gpu capacity = 0;
        for (const NodeGroup& group : made_.nodes)
            capacity += group.node.gpu / kOneGpu;
        struct Above {
            std::string name;
            Gpu left;
            int level;
        };
        std::vector<Above> above{{"", capacity, 0}};
        const int count = dice_.from(2, form_.quotas);
        for (int i = 0; i < count; ++i) {
            const auto last = static_cast<int>(above.size()) - 1;
            auto from =
                static_cast<std::size_t>(dice_.from(i == 0 || dice_.chance(30) ? 0 : 1, last));
            if (i == 0 || above[from].level == 4)
                from = 0;
            Quota quota;
            quota.name = numbered("q", i);
            quota.parent = above[from].name;
            const bool first = i == 0 && dice_.chance(50);  // one root over all, often
            const Gpu size = first ? capacity : dice_.from(0, static_cast<int>(above[from].left));
            above[from].left -= size;
            quota.guaranteed.gpu = size * kOneGpu;
            if (quota.parent.empty() && form_.apart)
                quota.policy.nodes = NodeSelector{{}, {{"pool", form_.prefix}}};
            makePolicy(quota);
            above.push_back({quota.name, size, above[from].level + 1});
            made_.quotas.push_back(std::move(quota));
        }
    }

    SelfPreemption selfPreemption() {
        SelfPreemption policy;
        const int low = dice_.from(2, 6);
        policy.low = {dice_.from(1, low), low};
        policy.high = {low + 1, dice_.from(low + 1, 9)};
        policy.modules = modules(dice_);
        policy.scope = static_cast<PreemptionScope>(dice_.from(0, 2));
        policy.mayTakeGuaranteed = dice_.chance(30);
        return policy;
    }

    ChildPreemption childPreemption() {
        ChildPreemption policy;
        policy.priorities = {1, dice_.from(2, 9)};
        policy.modules = modules(dice_);
        return policy;
    }

    Limit limitAbove(Gpu guaranteed) {
        Limit limit;
        if (dice_.chance(70))
            limit.gpu = guaranteed + dice_.from(0, 4) * kOneGpu;
        if (form_.cpu && dice_.chance(50))
            limit.cpu = dice_.from(2, 12) * kOneCore;
        return limit;
    }

    void makePolicy(Quota& quota) {
        QuotaPolicy& policy = quota.policy;
        policy.queueing = static_cast<Queueing>(dice_.chance(50) ? 1 : dice_.from(0, 3));
        policy.priorityPreemption = dice_.chance(form_.policies);
        if (dice_.chance(25))
            policy.limit = limitAbove(quota.guaranteed.gpu);
        if (dice_.chance(20))
            policy.weight = dice_.from(0, 4);
        if (dice_.chance(15))
            policy.rank = dice_.from(-1, 1);
        if (dice_.chance(15))
            policy.overQuota = static_cast<OverQuota>(dice_.from(0, 2));
        if (dice_.chance(25))
            policy.lend = dice_.from(0, static_cast<int>(quota.guaranteed.gpu / 50)) * 50;
        if (dice_.chance(20))
            policy.minRuntime = seconds(0, 40);
        if (dice_.chance(form_.policies))
            policy.selfPreemption = selfPreemption();
        if (dice_.chance(form_.policies))
            policy.childPreemption = childPreemption();
    }

    void makeWorkspace() {
        Workspace workspace;
        workspace.name = form_.prefix + "space";
        for (const Quota& quota : made_.quotas)
            if (dice_.chance(80))
                workspace.quotas.push_back(quota.name);
        if (workspace.quotas.empty())
            workspace.quotas.push_back(made_.quotas.front().name);
        if (dice_.chance(30))
            workspace.members = {{"ann", Role::member},
                                 {"bob", static_cast<Role>(dice_.from(0, 2))}};
        const int caps = dice_.from(0, 2);
        for (int i = 0; i < caps; ++i) {
            Cap cap;
            if (dice_.chance(30))
                cap.user = "ann";
            if (dice_.chance(30))
                cap.priorities = PriorityRange{dice_.from(1, 5), 9};
            if (dice_.chance(30))
                cap.modules = modules(dice_);
            cap.gpu = dice_.from(dice_.chance(10) ? 0 : 2, 8) * 50;
            workspace.caps.push_back(cap);
        }
        made_.workspaces.push_back(std::move(workspace));
    }

    Workload work(const std::string& word, int number) {
        Workload workload;
        workload.name = form_.prefix + word + std::to_string(number);
        workload.quota = anyQuota();
        workload.module = static_cast<Module>(dice_.from(0, 2));
        if (dice_.chance(70))
            workload.preemptible = dice_.chance(75);
        workload.priority = dice_.from(1, 9);
        workload.request.gpu = dice_.chance(20)   ? dice_.from(1, 3) * 25
                               : dice_.chance(60) ? kOneGpu
                                                  : dice_.from(1, 3) * kOneGpu;
        if (form_.cpu && dice_.chance(30))
            workload.request.cpu = dice_.from(1, 3) * kOneCore;
        workload.replicas = dice_.chance(35) ? dice_.from(2, 4) : 1;
        if (workload.replicas > 1 && dice_.chance(60))
            workload.minReplicas = dice_.from(1, workload.replicas);
        workload.idle = dice_.chance(12);
        if (dice_.chance(5))
            workload.gpuType = "A";
        if (dice_.chance(70))
            workload.duration = seconds(1, 30);
        if (dice_.chance(30))
            workload.checkpoint = seconds(1, 20);
        if (!made_.workspaces.empty() && dice_.chance(50)) {
            workload.workspace = made_.workspaces.front().name;
            workload.user = dice_.chance(50) ? "ann" : "bob";
        }
        return workload;
    }

    // As many replicas as find room, if they are enough.
    void addRunning(Workload workload) {
        RunningSince running;
        running.since = -seconds(0, 60);
        if (workload.duration)
            workload.duration = *workload.duration - running.since;
        workload.submit = running.since - seconds(0, 5);
        std::vector<Room> room = free_;
        const bool spread = dice_.chance(50);
        const auto last = static_cast<int>(room.size()) - 1;
        auto first = static_cast<std::size_t>(dice_.from(0, last));
        const int most = workload.minReplicas ? dice_.from(*workload.minReplicas, workload.replicas)
                                              : workload.replicas;
        // A fraction takes a whole device here: others may share it later.
        const Gpu each = std::max(workload.request.gpu, kOneGpu);
        for (int replica = 0; replica < most; ++replica)
            for (std::size_t k = 0; k < room.size(); ++k) {
                const std::size_t node = (first + k) % room.size();
                if (room[node].gpu < each || room[node].cpu < workload.request.cpu ||
                    (!workload.gpuType.empty() &&
                     made_.nodes[node].node.gpuType != workload.gpuType))
                    continue;
                first = spread ? (node + 1) % room.size() : first;
                room[node].gpu -= each;
                room[node].cpu -= workload.request.cpu;
                running.placements.push_back({made_.nodes[node].node.name, workload.request.gpu});
                break;
            }
        if (static_cast<int>(running.placements.size()) < workload.leastReplicas())
            return;
        free_ = std::move(room);
        workload.running = std::move(running);
        made_.workloads.push_back(std::move(workload));
    }

    EventAction action() {
        const int kind = dice_.from(0, 9);
        if (kind < 3)
            return scale();
        if (kind < 5)
            return PolicyEvent{anyQuota(), policyChange()};
        if (kind < 8) {
            const NodeGroup& group = made_.nodes[static_cast<std::size_t>(
                dice_.from(0, static_cast<int>(made_.nodes.size()) - 1))];
            return NodeEvent{group.node.name, static_cast<NodeState>(dice_.from(0, 3))};
        }
        const int last = static_cast<int>(made_.workloads.size()) - 1;
        const std::string name =
            last < 0 ? "nothing"
                     : made_.workloads[static_cast<std::size_t>(dice_.from(0, last))].name;
        if (kind == 8)
            return CancelEvent{name};
        return FinishEvent{name};
    }

    ScaleEvent scale() {
        ScaleEvent scale;
        const int targets = dice_.from(1, 2);
        for (int i = 0; i < targets; ++i) {
            Limit target;
            target.gpu = dice_.from(0, 8) * kOneGpu;
            scale.targets.emplace_back(anyQuota(), target);
        }
        if (targets == 2 && scale.targets[0].first == scale.targets[1].first)
            scale.targets.pop_back();
        scale.mode = static_cast<ScaleMode>(dice_.from(0, 2));
        scale.after = seconds(0, 5);
        return scale;
    }

    PolicyChange policyChange() {
        PolicyChange change;
        change.rank = std::optional<int>(dice_.from(-1, 1));
        if (dice_.chance(30))
            change.weight =
                dice_.chance(30) ? std::nullopt : std::optional(std::int64_t{dice_.from(0, 4)});
        if (dice_.chance(30))
            change.limit = dice_.chance(30) ? std::nullopt : std::optional(limitAbove(2 * kOneGpu));
        if (dice_.chance(30))
            change.overQuota = std::optional(static_cast<OverQuota>(dice_.from(0, 2)));
        if (dice_.chance(30))
            change.lend =
                dice_.chance(30) ? std::nullopt : std::optional(Gpu{dice_.from(0, 4) * 50});
        if (dice_.chance(30))
            change.minRuntime = std::optional(seconds(0, 20));
        if (dice_.chance(30))
            change.queueing = std::optional(static_cast<Queueing>(dice_.from(0, 3)));
        if (dice_.chance(30))
            change.selfPreemption = std::optional(selfPreemption());
        if (dice_.chance(30))
            change.childPreemption = std::optional(childPreemption());
        return change;
    }

    static constexpr Cpu kMuch = 1'000'000;
    struct Room {
        Gpu gpu;
        Cpu cpu;
    };
    Dice& dice_;
    WorldForm form_;
    Scenario made_;
    int devices_ = 1;
    std::vector<Room> free_;  // by node
};

inline Settings randomSettings(Dice& dice) {
    Settings settings;
    settings.placement = static_cast<PlacementPolicy>(dice.chance(25) ? 1 : 0);
    settings.consolidation = dice.chance(70);
    settings.balanceTimeout = dice.from(1, 8) * kSecond;
    settings.agingInterval = dice.from(1, 9) * kSecond;
    if (dice.chance(35))
        settings.gracePeriod = dice.from(1, 5) * kSecond;
    if (dice.chance(30))
        settings.minRuntime = dice.from(1, 30) * kSecond;
    return settings;
}

// Running work, and one taker that waits for it. Some nodes are cordoned before.
struct Siege {
    Scenario scenario;
    std::vector<NodeEvent> cordons;
    std::string taker = "taker";
};

inline Siege randomSiege(unsigned seed) {
    Dice dice(seed);
    Siege siege;
    WorldForm form;
    form.workspaces = false;  // nobody is evicted for a cap
    form.running = 20;
    form.quotas = 5;
    form.policies = 45;
    WorldPart part(dice, form);
    const Settings settings = randomSettings(dice);
    siege.scenario = part.make();
    siege.scenario.settings = settings;
    siege.scenario.workloads.push_back(part.taker(siege.taker));
    for (const NodeGroup& group : siege.scenario.nodes)
        if (dice.chance(12))
            siege.cordons.push_back({group.node.name, NodeState::cordoned});
    return siege;
}

// A pool in which things happen.
inline Scenario randomWorld(unsigned seed, int more = 10, int events = 6) {
    Dice dice(seed);
    WorldForm form;
    form.running = dice.from(0, 12);
    form.more = more;
    form.events = events;
    const Settings settings = randomSettings(dice);
    Scenario scenario = WorldPart(dice, form).make();
    scenario.settings = settings;
    return scenario;
}

}  // namespace apportion::testing
