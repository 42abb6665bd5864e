// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/io/random_scenario.h"

#include <random>

namespace apportion::testing {

namespace {

class Maker {
public:
    explicit Maker(unsigned seed) : random_(seed) {}

    Scenario make() {
        Scenario scenario;
        if (maybe())
            scenario.name = "pool \"ä\" \\ \xF0\x9F\x98\x80 \t " + std::to_string(upTo(99));
        if (maybe())
            scenario.epoch = "2026-11-20T09:00:00.5+08:00";
        if (maybe())
            scenario.until = upTo(9'999'999);
        settings(scenario.settings);
        nodes(scenario);
        quotas(scenario);
        workspaces(scenario);
        workloads(scenario);
        events(scenario);
        return scenario;
    }

private:
    // Modulo, as distributions differ between libraries.
    int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }
    bool maybe() { return upTo(1) == 0; }
    PriorityRange range(int least, int most) {
        const int from = least + upTo(most - least);
        return {from, from + upTo(most - from)};
    }
    ModuleSet modules() { return ModuleSet{static_cast<unsigned>(1 + upTo(6))}; }

    void settings(Settings& settings) {
        if (maybe())
            return;
        settings.placement = maybe() ? PlacementPolicy::spread : PlacementPolicy::binpack;
        settings.consolidation = maybe();
        settings.balanceTimeout = upTo(500'000);
        settings.agingInterval = 1 + upTo(500'000);
    }

    void nodes(Scenario& scenario) {
        for (int i = 0; i < 3; ++i) {
            NodeGroup group;
            group.node.name = "n" + std::to_string(i) + (maybe() ? " +\u00FC" : "");
            group.node.gpu = 800;
            group.node.gpuType = i < 2 ? "H100" : "";
            group.count = 1 + upTo(3);
            if (maybe())
                group.node.cpu = 1000 + upTo(99'999);
            if (maybe())
                group.node.memory = upTo(99'999);
            if (maybe())
                group.node.labels = {{"rack", std::to_string(i)}, {"a/b", "~"}};
            scenario.nodes.push_back(group);
        }
    }

    void policy(QuotaPolicy& policy) {
        if (maybe())
            policy.team = "Team / " + std::to_string(upTo(9));
        if (maybe())
            policy.limit = {800 + upTo(800), {}, upTo(9999)};
        if (maybe())
            policy.weight = upTo(1'000'000);
        policy.rank = maybe() ? upTo(9) - 5 : 0;
        policy.overQuota = static_cast<OverQuota>(upTo(2));
        policy.priorityPreemption = maybe();
        policy.queueing = static_cast<Queueing>(upTo(3));
        if (maybe())
            policy.minRuntime = 0;
        if (maybe())
            policy.selfPreemption = SelfPreemption{range(6, 9), range(1, 5), modules(),
                                                   static_cast<PreemptionScope>(upTo(2)), maybe()};
        if (maybe())
            policy.childPreemption = ChildPreemption{range(1, 9), modules()};
    }

    void quotas(Scenario& scenario) {
        for (int i = 0; i < 5; ++i) {
            Quota quota;
            quota.name = "q" + std::to_string(i);
            quota.parent = i == 0 || i == 3 ? "" : "q" + std::to_string(i == 4 ? 3 : 0);
            quota.guaranteed.gpu = i == 0 || i == 3 ? 800 : upTo(400);
            if (maybe())
                quota.guaranteed.cpu = upTo(0);
            policy(quota.policy);
            if (i == 0)
                quota.policy.nodes = NodeSelector{"H100", {}};
            scenario.quotas.push_back(quota);
        }
    }

    void workspaces(Scenario& scenario) {
        scenario.workspaces.push_back({"room", {"q1"}, {}, {}});
        if (maybe())
            scenario.workspaces.push_back(
                {"hall", {"q0", "q4"}, {{"ana", Role::admin}, {"bo", Role::viewer}}, {}});
    }

    void workloads(Scenario& scenario) {
        const int count = upTo(9);
        for (int i = 0; i < count; ++i) {
            Workload workload;
            workload.name = "w" + std::to_string(i);
            if (maybe())
                workload.workspace = "room";
            if (workload.workspace.empty() || maybe())
                workload.quota = "q1";
            if (maybe())
                workload.user = "user " + std::to_string(i);
            workload.module = static_cast<Module>(upTo(2));
            workload.priority = 1 + upTo(8);
            workload.request.gpu = maybe() ? upTo(99) : 100 * upTo(8);
            workload.request.cpu = maybe() ? upTo(9999) : 0;
            workload.request.memory = maybe() ? upTo(9999) : 0;
            workload.replicas = 1 + upTo(3);
            if (maybe())
                workload.minReplicas = workload.replicas;
            workload.gpuType = maybe() ? "H100" : "";
            workload.submit = upTo(999'999);
            if (maybe())
                workload.duration = 61'000 + upTo(99'999);
            if (maybe())
                workload.checkpoint = 1 + upTo(9999);
            if (maybe())
                workload.preemptible = maybe();
            if (i == 0)
                run(workload, scenario.nodes[1].count == 1 ? scenario.nodes[1].node.name
                                                           : scenario.nodes[1].node.name + "-1");
            scenario.workloads.push_back(workload);
        }
    }

    void run(Workload& workload, const std::string& node) {
        workload.request = {10 * upTo(9), 0, 0};
        workload.running = RunningSince{-upTo(60'000), {}};
        for (int i = 0; i < workload.replicas; ++i)
            workload.running->placements.push_back({node, workload.request.gpu});
    }

    void events(Scenario& scenario) {
        const int count = upTo(5);
        for (int i = 0; i < count; ++i)
            scenario.events.push_back({upTo(999'999), action()});
    }

    EventAction action() {
        switch (upTo(3)) {
            case 0:
                return ScaleEvent{{{"q1", {upTo(999), {}, {}}}, {"gone / away", {{}, 1, 1}}},
                                  static_cast<ScaleMode>(upTo(2)),
                                  upTo(9999)};
            case 1:
                return CancelEvent{"w1"};
            case 2:
                return FinishEvent{"w2"};
            default:
                break;
        }
        PolicyEvent event{"q2", {}};
        event.change.rank = std::optional<int>{upTo(9)};
        if (maybe())
            event.change.childPreemption.emplace();
        if (maybe())
            event.change.limit.emplace();
        if (maybe())
            event.change.limit = std::optional<Limit>{Limit{}};
        if (maybe())
            event.change.nodes = std::optional<NodeSelector>{NodeSelector{{}, {{"rack", "1"}}}};
        if (maybe())
            event.change.overQuota = std::optional<OverQuota>{OverQuota::on};
        if (maybe())
            event.change.priorityPreemption = std::optional<bool>{false};
        if (maybe())
            event.change.minRuntime = std::optional<Duration>{0};
        if (maybe())
            event.change.team.emplace();
        return event;
    }

    std::mt19937 random_;
};

}  // namespace

Scenario randomScenario(unsigned seed) {
    return Maker(seed).make();
}

}  // namespace apportion::testing
