// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario_reader.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apportion {
namespace {

using ::testing::ElementsAre;

Scenario parsed(std::string_view text) {
    auto read = parseScenario(text, "test.json");
    if (!read) {
        for (const auto& problem : read.error())
            ADD_FAILURE() << problem.pointer << ": " << render(problem.message);
        return {};
    }
    return read->scenario;
}

std::string places(std::string_view text) {
    const auto read = parseScenario(text, "test.json");
    std::string all;
    if (!read)
        for (const auto& problem : read.error())
            all += std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
                   problem.message.code + "\n";
    return all;
}

TEST(ScenarioReader, GivesTheDefaultsToWhatIsMissing) {
    EXPECT_EQ(parsed(R"({"apportion":1})"), Scenario{});
    const auto scenario = parsed(R"({
        "apportion": 1,
        "nodes": [ { "name": "n", "gpu": 8 } ],
        "quotas": [ { "name": "q" } ],
        "workloads": [ { "name": "w", "quota": "q" } ] })");
    Quota quota;
    quota.name = "q";
    EXPECT_THAT(scenario.quotas, ElementsAre(quota));
    Workload workload;
    workload.name = "w";
    workload.quota = "q";
    EXPECT_THAT(scenario.workloads, ElementsAre(workload));
    ASSERT_EQ(scenario.nodes.size(), 1U);
    EXPECT_EQ(scenario.nodes[0].count, 1);
    EXPECT_FALSE(scenario.nodes[0].node.cpu);
}

TEST(ScenarioReader, ReadsSettingsAndNodes) {
    const auto scenario = parsed(R"({
        "apportion": 1, "name": "pool", "epoch": "2026-11-20T09:00:00+08:00", "until": 3600.5,
        "settings": { "placement": "spread", "consolidation": false, "moveLoss": 90.5,
                      "gracePeriod": 0, "minRuntime": 0, "balanceTimeout": 0.25, "agingInterval": 1e2 },
        "nodes": [ { "name": "dgx", "count": 16, "gpu": 8, "gpuType": "H100", "cpu": 128.5,
                     "memory": 0.5, "labels": { "rack": "r1", "zone": "a" } } ] })");
    EXPECT_EQ(scenario.name, "pool");
    EXPECT_EQ(scenario.epoch, "2026-11-20T09:00:00+08:00");
    EXPECT_EQ(scenario.until, 3'600'500);
    EXPECT_EQ(scenario.settings,
              (Settings{PlacementPolicy::spread, false, 90'500, 0, 0, 250, 100'000}));
    ASSERT_EQ(scenario.nodes.size(), 1U);
    const Node node{"dgx", 800, "H100", 128'500, 512, {{"rack", "r1"}, {"zone", "a"}}};
    EXPECT_EQ(scenario.nodes[0], (NodeGroup{node, 16}));
}

TEST(ScenarioReader, ReadsQuotasWithEveryPolicy) {
    const auto scenario = parsed(R"({
        "apportion": 1,
        "nodes": [ { "name": "n", "gpu": 8, "gpuType": "H100" } ],
        "quotas": [
          { "name": "top", "parent": null, "guaranteed": { "gpu": 8, "cpu": 2, "memory": 1 },
            "nodes": { "gpuType": "H100", "labels": { } },
            "childPreemption": { "priorities": [1, 3], "modules": ["DLC", "DSW"] } },
          { "name": "low", "parent": "top", "guaranteed": { "gpu": 4 }, "team": "Team / B",
            "limit": { "gpu": 6, "cpu": 1.5 }, "weight": 0, "rank": -2, "overQuota": "idle-only",
            "priorityPreemption": true, "queueing": "intelligent", "minRuntime": 0,
            "selfPreemption": { "high": [6, 9], "low": [4, 4], "modules": ["EAS"],
                                "scope": "siblings", "mayTakeGuaranteed": true } },
          { "name": "off", "parent": "top", "limit": null, "weight": null, "rank": null,
            "overQuota": null, "lend": null, "queueing": null, "minRuntime": null,
            "selfPreemption": null, "childPreemption": null, "team": null, "nodes": null,
            "priorityPreemption": null } ] })");
    ASSERT_EQ(scenario.quotas.size(), 3U);
    Quota top;
    top.name = "top";
    top.guaranteed = {800, 2000, 1024};
    top.policy.nodes = NodeSelector{"H100", {}};
    top.policy.childPreemption = ChildPreemption{{1, 3}, ModuleSet{0b011}};
    EXPECT_EQ(scenario.quotas[0], top);
    Quota low;
    low.name = "low";
    low.parent = "top";
    low.guaranteed.gpu = 400;
    low.policy.team = "Team / B";
    low.policy.limit = {600, 1500, std::nullopt};
    low.policy.weight = 0;
    low.policy.rank = -2;
    low.policy.overQuota = OverQuota::idleOnly;
    low.policy.priorityPreemption = true;
    low.policy.queueing = Queueing::intelligent;
    low.policy.minRuntime = 0;
    low.policy.selfPreemption =
        SelfPreemption{{6, 9}, {4, 4}, ModuleSet{0b100}, PreemptionScope::siblings, true};
    EXPECT_EQ(scenario.quotas[1], low);
    EXPECT_EQ(scenario.quotas[2].policy, QuotaPolicy{});
}

TEST(ScenarioReader, ReadsWorkspacesAndWorkloads) {
    const auto scenario = parsed(R"({
        "apportion": 1,
        "nodes": [ { "name": "n", "count": 2, "gpu": 8, "gpuType": "H100" } ],
        "quotas": [ { "name": "q" } ],
        "workspaces": [ { "name": "s", "quotas": ["q"], "members": [ { "user": "ana", "role": "admin" } ],
                          "caps": [ ] } ],
        "workloads": [
          { "name": "serve", "workspace": "s", "user": "ana", "module": "EAS", "priority": 9,
            "gpu": 8, "cpu": 0.5, "memory": 2, "replicas": 2, "minReplicas": 2, "gpuType": "H100",
            "submit": 0, "duration": 90, "checkpoint": 30, "preemptible": true, "idle": false,
            "running": { "since": -60, "placements": [ { "node": "n-1", "gpu": 8 },
                                                       { "node": "n-2", "gpu": 8 } ] } },
          { "name": "free", "quota": "q", "workspace": null, "user": null, "gpuType": null,
            "duration": null, "checkpoint": null, "preemptible": null, "running": null,
            "minReplicas": null } ] })");
    EXPECT_THAT(scenario.workspaces,
                ElementsAre(Workspace{"s", {"q"}, {{"ana", Role::admin}}, {}}));
    ASSERT_EQ(scenario.workloads.size(), 2U);
    Workload serve;
    serve.name = "serve";
    serve.workspace = "s";
    serve.user = "ana";
    serve.module = Module::inference;
    serve.priority = 9;
    serve.request = {800, 500, 2048};
    serve.replicas = 2;
    serve.minReplicas = 2;
    serve.gpuType = "H100";
    serve.duration = 90'000;
    serve.checkpoint = 30'000;
    serve.preemptible = true;
    serve.running = RunningSince{-60'000, {{"n-1", 800}, {"n-2", 800}}};
    EXPECT_EQ(scenario.workloads[0], serve);
    Workload free;
    free.name = "free";
    free.quota = "q";
    EXPECT_EQ(scenario.workloads[1], free);
}

TEST(ScenarioReader, ReadsEvents) {
    const auto scenario = parsed(R"({
        "apportion": 1,
        "nodes": [ { "name": "n", "gpu": 8 } ],
        "quotas": [ { "name": "q" } ],
        "workloads": [ { "name": "w", "quota": "q" } ],
        "events": [
          { "at": 300, "do": "scale", "quotas": { "q": { "gpu": 5.5 } }, "mode": "reclaim", "after": 60 },
          { "do": "policy", "at": 400, "quota": "q", "childPreemption": null, "weight": 3 },
          { "at": 500, "do": "cancel", "workload": "w" },
          { "at": 600, "do": "finish", "workload": "w" } ] })");
    ASSERT_EQ(scenario.events.size(), 4U);
    EXPECT_EQ(scenario.events[0],
              (Event{300'000, ScaleEvent{{{"q", {550, {}, {}}}}, ScaleMode::reclaim, 60'000}}));
    PolicyChange change;
    change.childPreemption.emplace();
    change.weight = std::optional<std::int64_t>{3};
    EXPECT_EQ(scenario.events[1], (Event{400'000, PolicyEvent{"q", change}}));
    EXPECT_EQ(scenario.events[2], (Event{500'000, CancelEvent{"w"}}));
    EXPECT_EQ(scenario.events[3], (Event{600'000, FinishEvent{"w"}}));
}

TEST(ScenarioReader, ReadsNumbersFromTheirText) {
    const auto scenario = parsed(
        R"({"apportion":1,"quotas":[{"name":"q"}],"nodes":[{"name":"n","gpu":8}],
            "workloads":[{"name":"w","quota":"q","gpu":0.29,"duration":1.1}]})");
    EXPECT_EQ(scenario.workloads.at(0).request.gpu, 29);
    EXPECT_EQ(scenario.workloads.at(0).duration, 1100);
}

TEST(ScenarioReader, TellsLineAndColumnInCharacters) {
    EXPECT_EQ(places("{ \"apportion\": 1,\n  \"näme\": 1,\n  \"name\": \"é\", \"untill\": 3 }"),
              "2:3 unknown-key\n3:16 unknown-key\n");
    EXPECT_EQ(places("\xEF\xBB\xBF{\"apportion\":1, \"until\": -1}"), "1:26 too-small\n");
    EXPECT_EQ(places("{\"apportion\":1,\n\"name\":\"a\",\n\"name\":\"b\"}"), "3:1 duplicate-key\n");
    EXPECT_EQ(places("{\"apportion\":1,\n\"name\" \"a\"}"), "2:8 syntax\n");
    // What is too much, not what stands before it.
    EXPECT_EQ(places(R"({"apportion":1,"nodes":[],})"), "1:27 syntax\n");
    EXPECT_EQ(places(R"({"apportion":1,"until":5,})"), "1:26 syntax\n");
    EXPECT_EQ(places(R"({"apportion":1 true})"), "1:16 syntax\n");
    EXPECT_EQ(places(R"({"apportion":1,"until":1 null})"), "1:26 syntax\n");
    EXPECT_EQ(places("{\"apportion\":1,\n\"quotas\":[\n {\"parent\":null}]}"), "3:2 missing-key\n");
    EXPECT_EQ(places("{\"apportion\":1,\n\"na\\u006de\":7}"), "2:13 wrong-type\n");
}

TEST(ScenarioReader, LeavesOutWhatOnlyFollowsFromABrokenPart) {
    // The guarantee is not read, so the children would not fit; only the key is told.
    EXPECT_EQ(places(R"({"apportion":1,"nodes":[{"name":"n","gpu":8}],"quotas":[
{"name":"q","gurantee":{"gpu":8}},
{"name":"c","parent":"q","guaranteed":{"gpu":8}},
{"name":"d/","parent":"q"}]})"),
              "2:13 unknown-key\n4:9 name-character\n");
}

std::string told(const std::string& text) {
    std::string list;
    const auto read = parseScenario(text, "test.json");
    if (!read)
        for (const auto& problem : read.error())
            list += problem.pointer + " " + problem.message.code + "\n";
    return list;
}

// Everything that is wrong there, each with the keys that say it.
std::string wrongEverywhere(const std::string& key) {
    return R"({"apportion":1,"nodes":[{"name":"n","gpu":8)" + key + R"(}],"quotas":[
{"name":"q","guaranteed":{"gpu":9})" +
           key + R"(},
{"name":"c","parent":"q","guaranteed":{"gpu":10},"limit":{"gpu":9})" +
           key + R"(}],"workspaces":[{"name":"s","quotas":["none"])" + key + R"(}],"workloads":[
{"name":"w","quota":"zz","gpu":1.5,"submit":-4)" +
           key + R"(},
{"name":"w","workspace":"r","quota":"q")" +
           key + R"(},{"name":"v")" + key + R"(}],"events":[{"at":-1,"do":"scale","quotas":{})" +
           key + "}]}";
}

TEST(ScenarioReader, TellsAllErrorsOfAnObjectWithAnUnknownKey) {
    const std::string errors = told(wrongEverywhere({}));
    EXPECT_EQ(errors,
              "/quotas/0/guaranteed/gpu above-capacity\n"
              "/quotas/1/guaranteed/gpu sum-of-children\n"
              "/quotas/1/limit/gpu limit-below-guarantee\n"
              "/workspaces/0/quotas/0 unknown-quota\n"
              "/workloads/0/quota unknown-quota\n"
              "/workloads/0/gpu gpu-not-whole\n"
              "/workloads/0/submit too-small\n"
              "/workloads/1/name duplicate-name\n"
              "/workloads/1/workspace unknown-workspace\n"
              "/workloads/2 no-quota\n"
              "/events/0/at too-small\n"
              "/events/0/quotas empty-scale\n");
    std::istringstream found(told(wrongEverywhere(R"(,"nam":1)")));
    std::string line, others;
    int unknown = 0;
    while (std::getline(found, line))
        if (line.find("/nam unknown-key") != std::string::npos)
            ++unknown;
        else
            others += line + "\n";
    EXPECT_EQ(unknown, 8);
    EXPECT_EQ(others, errors);
}

// Of amounts a bare number is the first guess of many.
TEST(ScenarioReader, SaysHowAmountsAreWritten) {
    EXPECT_EQ(told(R"({"apportion":1,"quotas":[{"name":"q","guaranteed":2,"limit":3},
{"name":"r","guaranteed":"2"}]})"),
              "/quotas/0/guaranteed wrong-type.resources\n/quotas/0/limit wrong-type.resources\n"
              "/quotas/1/guaranteed wrong-type\n");
}

// The parser stops at such a number, and nothing is told twice because it is begun anew.
TEST(ScenarioReader, GoesOnBehindANumberBeyondAllBounds) {
    EXPECT_EQ(told(R"({"apportion":1,"name":"a \"1e999\" 7","name":"b","until":1e400,"name":"c",
"nodes":[{"name":"n","gpu":8,"cpu":-2E+9999}],
"quotas":[{"name":"q","gpus":1},{"name":"r","limit":{"gpu":9e99999999999},"rank":"x"}],
"workloads":[{"name":"w","quota":"z","gpu":1.5,"submit":1e-400}],"untill":1})"),
              "/until bad-number\n/name duplicate-key\n/name duplicate-key\n"
              "/nodes/0/cpu bad-number\n/quotas/0/gpus unknown-key\n"
              "/quotas/1/limit/gpu bad-number\n/quotas/1/rank wrong-type\n"
              "/workloads/0/quota unknown-quota\n/workloads/0/gpu gpu-not-whole\n"
              "/workloads/0/submit too-many-places\n/untill unknown-key\n");
    EXPECT_EQ(places("{\"apportion\":1,\n\"until\": 1e400,\n\"name\" 3}"),
              "2:10 bad-number\n3:8 syntax\n");
}

TEST(ScenarioReader, TakesNoKeyForMissingThatIsMisspelt) {
    const auto file = [](const std::string& rest) { return R"({"apportion":1,)" + rest + "}"; };
    const std::string nodes = R"("nodes":[{"name":"n","gpu":8}],)";
    // What the nodes have is not read: neither by the key of the section nor by one of theirs.
    EXPECT_EQ(told(file(R"("nods":[{"name":"n","gpu":8}],
"quotas":[{"name":"q","guaranteed":{"gpu":4}}])")),
              "/nods unknown-key\n");
    EXPECT_EQ(told(file(R"("nodes":[{"name":"n","gpu":8,"cuont":2}],
"quotas":[{"name":"q","guaranteed":{"gpu":16}}])")),
              "/nodes/0/cuont unknown-key\n");
    // Nor whose child it is, nor which nodes it chooses.
    EXPECT_EQ(told(file(nodes + R"("quotas":[{"name":"q","guaranteed":{"gpu":8}},
{"name":"c","parnt":"q","guaranteed":{"gpu":8}},{"name":"d","nodes":{"gpuTipe":"A"}}])")),
              "/quotas/1/parnt unknown-key\n/quotas/2/nodes/gpuTipe unknown-key\n");
    EXPECT_EQ(told(file(nodes + R"("quotas":[{"name":"q"}],"workloads":[{"nam":"v"},
{"name":"w","qouta":"q"},{"name":"x","quota":"q","submit":-5,"runing":{"placements":[]}}])")),
              "/workloads/0 missing-key\n/workloads/0/nam unknown-key\n"
              "/workloads/1/qouta unknown-key\n/workloads/2/runing unknown-key\n");
    // Of an event without a verb its moment can be judged.
    EXPECT_EQ(told(file(nodes + R"("quotas":[{"name":"q"}],"events":[
{"at":-1,"do":"polic","quota":"q"},{"at":1,"do":"policy","quota":"q","wieght":2},
{"at":1,"do":"scale","quotas":{"q":{"gpus":2}}}])")),
              "/events/0/at too-small\n/events/0/do unknown-word\n"
              "/events/1/wieght unknown-key\n/events/2/quotas/q/gpus unknown-key\n");
}

TEST(ScenarioReader, KeepsTheWarningsOfAValidFile) {
    const auto read = parseScenario(
        R"({"apportion":1,"quotas":[{"name":"q"}],"nodes":[{"name":"n","gpu":8}],
"workloads":[{"name":"w","quota":"q","gpu":9}]})",
        "test.json");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->warnings.size(), 1U);
    EXPECT_EQ(read->warnings[0].message.code, "workload-never-fits");
    EXPECT_EQ(read->warnings[0].pointer, "/workloads/0/gpu");
    EXPECT_EQ(read->warnings[0].line, 2);
    EXPECT_EQ(read->warnings[0].file, "test.json");
}

TEST(ScenarioReader, TellsATraceByItsFirstLine) {
    const auto told = [](std::string_view text) {
        const auto read = parseScenario(text, "test.json");
        if (read || read.error().size() != 1)
            return std::string("not one problem");
        const Message& message = read.error().front().message;
        return message.code == "format-trace" ? render(message) + " " + renderRemedy(message)
                                              : message.code;
    };
    EXPECT_EQ(told("\xEF\xBB\xBF\r\ntimestamp,duration,num_gpus,cluster\r\n0,1,1,a\r\n"),
              "This is a trace of format philly, not a scenario. Run it with 'apportionctl replay "
              "--trace FILE --format philly', or make a scenario of it with 'apportionctl "
              "convert'.");
    EXPECT_THAT(told("submit,duration,gpus"), ::testing::HasSubstr("--format csv"));
    EXPECT_THAT(told("; Version: 2.2\n1 0 0 5 1\n"), ::testing::HasSubstr("--format swf"));
    EXPECT_THAT(told("JobID|Submit|Start\n"), ::testing::HasSubstr("--format sacct"));
    EXPECT_EQ(told("submit,gpus\n"), "syntax");
    EXPECT_EQ(told("[submit,duration,gpus]"), "wrong-type");
    EXPECT_EQ(told("{\"apportion\": 1,\nsubmit,duration,gpus"), "syntax");
}

TEST(ScenarioReader, StreamsManyWorkloads) {
    std::string text = R"({"apportion":1,"quotas":[{"name":"q"}],"nodes":[{"name":"n","gpu":8}],)";
    text += "\"workloads\":[";
    constexpr int kCount = 100'000;
    for (int i = 0; i < kCount; ++i)
        text += (i ? R"(,{"name":"w)" : R"({"name":"w)") + std::to_string(i) +
                R"(","quota":"q","gpu":1,"duration":60})";
    text += "]}";
    EXPECT_EQ(parsed(text).workloads.size(), static_cast<std::size_t>(kCount));
    text.replace(text.rfind("\"gpu\":1"), 7, "\"gpu\":x");
    EXPECT_THAT(places(text), ::testing::EndsWith(" syntax\n"));
}

}  // namespace
}  // namespace apportion
