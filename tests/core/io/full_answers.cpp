// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/io/full_answers.h"

namespace apportion::testing {

namespace {

Reason waiting() {
    Reason reason;
    reason.code = ReasonCode::neverFits;
    reason.rule = Rule::placement;
    reason.message = {"never-fits.node",
                      {{"quota", Value::ofText("Quota1")},
                       {"resource", Value::ofText("gpu")},
                       {"requested", Value::ofGpu(1600)},
                       {"largest", Value::ofGpu(825)},
                       {"node", Value::ofText("dgx-1")}},
                      {},
                      {"missing-resource"}};
    return reason;
}

// One argument of each kind.
Reason ofEveryKind() {
    Reason reason;
    reason.code = ReasonCode::waitingForVictims;
    reason.rule = Rule::noVainEviction;
    reason.message = {"waiting-for-victims",
                      {{"quota", Value::ofText("Quota1")},
                       {"requested", Value::ofMemory(1)},
                       {"victims", Value::ofList({"a \"b\"", "c"})},
                       {"count", Value::ofCount(2)},
                       {"until", Value::ofSeconds(60'500)},
                       {"cores", Value::ofCpu(1500)}}};
    return reason;
}

Eviction eviction() {
    Eviction eviction;
    eviction.at = 60'000;
    eviction.victim = "nb-10";
    eviction.preemptor = "serve";
    eviction.rule = EvictionRule::childLevel;
    eviction.quota = "Quota1";
    eviction.gpu = 800;
    eviction.lost = 48'000'050;  // 480.0005 GPU-seconds
    eviction.why = {"evicted-child-level",
                    {{"victim", Value::ofText("nb-10")},
                     {"taker", Value::ofText("serve")},
                     {"quota", Value::ofText("Quota1")},
                     {"gpu", Value::ofGpu(800)}}};
    eviction.runnerUp = {"nb-09"};
    eviction.worseBy = "i";
    return eviction;
}

Eviction evictionByNode() {
    Eviction lost;
    lost.at = 61'001;
    lost.victim = "train-01";
    lost.rule = EvictionRule::node;
    lost.quota = "Quota1.1";
    lost.why = {"evicted-node",
                {{"victim", Value::ofText("train-01")},
                 {"quota", Value::ofText("Quota1.1")},
                 {"gpu", Value::ofGpu(800)},
                 {"node", Value::ofText("dgx-1")}}};
    lost.proven = false;
    return lost;
}

}  // namespace

Outcome fullOutcome() {
    Outcome outcome;
    outcome.time = 3'600'000;
    QuotaNumbers root;
    root.guaranteed = 12800;
    root.fairShare = 12800;
    root.own = 25;
    root.below = 11200;
    root.subtree = 11225;
    root.pendingWorkloads = 2;
    QuotaNumbers child;
    child.limit = 4850;
    child.overQuota = 50;
    outcome.quotas = {{"Quota1", root}, {"Quota 1.1 / \xC3\xA4", child}};
    WorkloadOutcome running;
    running.state = WorkloadState::running;
    running.placements = {{"dgx-1", 800}, {"dgx-2", 25}};
    running.start = 60'000;
    running.stopping = 90'250;
    running.preemptions = 3;
    WorkloadOutcome pending;
    pending.position = 1;
    pending.waited = 1234;
    pending.reason = waiting();
    WorkloadOutcome other = pending;
    other.reason = ofEveryKind();
    WorkloadOutcome finished;
    finished.state = WorkloadState::finished;
    finished.start = -120'000;
    finished.end = 7;
    outcome.workloads = {
        {"serve", running}, {"huge", pending}, {"booked", other}, {"done", finished}};
    outcome.evictions = {eviction(), evictionByNode()};
    outcome.events = {
        {300'000, "scale", true, {}},
        {400'000, "cancel", false, Message{"not-found.workload", {{"name", Value::ofText("x")}}}}};
    outcome.summary.workloads = 17;
    outcome.summary.finished = 3;
    outcome.summary.evictions = 2;
    outcome.summary.gpuTime = 123'456'700;
    outcome.summary.wastedGpuTime = 48'000'100;
    outcome.summary.utilizationMillionths = 930'001;
    outcome.summary.wait = {1500, 0, 10, 20, 30, 6'503'382, 12};
    outcome.summary.waitAll = {1700, 0, 11, 20, 31, 6'503'382, 12, 5};
    outcome.summary.makespan = 3'600'000;
    outcome.summary.byQuota = {
        {"Quota1", {123'400'000, {1, 2, 3, 4, 5, 6, 7}, {2, 3, 4, 5, 6, 7, 8, 9}}}};
    return outcome;
}

Explanation fullExplanation() {
    Explanation explanation;
    explanation.time = 60'000;
    explanation.workload = "serve";
    explanation.quota = "Quota1";
    explanation.position = 1;
    explanation.reason = waiting();
    explanation.holders = {{"nb-10", "Quota1.2", 800, false,
                            Message{"child-preemption-off",
                                    {{"workload", Value::ofText("nb-10")},
                                     {"taker", Value::ofText("serve")},
                                     {"quota", Value::ofText("Quota1")}}}}};
    explanation.holdersLeftOut = 15;
    PolicyChange on;
    on.childPreemption.emplace(ChildPreemption{{1, 2}, ModuleSet{2}});
    NodesToAdd nodes;
    nodes.node.name = "more";
    nodes.node.gpu = 1600;
    nodes.node.gpuType = "H100";
    nodes.at = 60'000;
    CapToSet cap;
    cap.workspace = "workspace-a";
    cap.index = 1;
    cap.cap.role = Role::member;
    cap.cap.priorities = {7, 9};
    cap.cap.gpu = 1600;
    cap.at = 60'000;
    explanation.unblock = {{Event{60'000, PolicyEvent{"Quota1", on}},
                            {"nb-10", "nb-09"},
                            Message{"turn-on-child-preemption",
                                    {{"quota", Value::ofText("Quota1")},
                                     {"from", Value::ofCount(1)},
                                     {"to", Value::ofCount(2)},
                                     {"modules", Value::ofList({"notebook"})}}}},
                           {nodes, {}, Message{"add-node", {{"gpu", Value::ofGpu(1600)}}}},
                           {cap,
                            {},
                            Message{"raise-cap",
                                    {{"user", Value::ofText("ana")},
                                     {"workspace", Value::ofText("workspace-a")},
                                     {"from", Value::ofGpu(1000)},
                                     {"to", Value::ofGpu(1600)}}}}};
    explanation.reason->message.arguments.push_back({"unblockProven", Value::ofFlag(false)});
    explanation.reason->message.arguments.push_back({"unblockTrials", Value::ofCount(5000)});
    explanation.runs = {{0, 60'000, {{"dgx-1", 800}}, "child-level"}, {70'000, {}, {}, ""}};
    explanation.evictions = {eviction(), evictionByNode()};
    return explanation;
}

Comparison fullComparison() {
    const auto outcome = fullOutcome();
    Comparison comparison;
    comparison.names = {"a.json", "b.json"};
    comparison.same = false;
    comparison.summary = {outcome.summary, outcome.summary};
    comparison.summary.changed.gpuTime -= 200'050;
    comparison.summary.changed.utilizationMillionths -= 30'001;
    comparison.summary.changed.wait.mean -= 1000;
    auto more = outcome.quotas[1].second;
    more.guaranteed += 800;
    more.limit = 4000;
    comparison.quotas = {{"Quota1", outcome.quotas[0].second, outcome.quotas[0].second},
                         {"Quota1.1", outcome.quotas[1].second, more},
                         {"new", {}, more}};
    WorkloadDifference starts;
    starts.name = "huge";
    starts.change = WorkloadChange::starts;
    starts.start.changed = 60'000;
    starts.waited = {1234, 0};
    starts.preemptions = {0, 1};
    starts.reason.base = waiting().message;
    WorkloadDifference added;
    added.name = "new";
    added.change = WorkloadChange::added;
    added.preemptions.changed = 0;
    comparison.workloads = {starts, added};
    return comparison;
}

}  // namespace apportion::testing
