// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

// Beside small.json: low runs from 0, high takes its GPUs at 10, third waits for ever.
class PlanTest : public ::testing::Test {
protected:
    PlanTest() { writeBytes(scenario_, smallScenario()); }

    std::string plan(const std::string& sets, const std::string& more = "") const {
        std::string file = folder_ / "p.plan.json";
        writeBytes(
            file, R"({"apportionPlan": 1, "name": "what if", "base": {"scenario": "small.json"},)" +
                      more + " \"sets\": [" + sets + "]}");
        return file;
    }

    TemporaryFolder folder_;
    std::string scenario_ = folder_ / "small.json";
};

constexpr const char* kNone = R"({"name": "as it is", "edits": []})";
constexpr const char* kNode =
    R"({"name": "a node more", "edits": [{"at": 5, "do": "add-nodes", "node": {"name": "new", "gpu": 2}}]})";
constexpr const char* kRefused =
    R"({"name": "too small", "edits": [{"at": 12, "do": "scale", "quotas": {"team": {"gpu": 8}}}]})";

TEST_F(PlanTest, WithoutEditsSaysWhatSimulateAndReplaySay) {
    const std::string simulated = ctl({"simulate", scenario_, "--json"}).out;
    EXPECT_THAT(simulated, StartsWith("{"));
    EXPECT_EQ(ctl({"replay", "--trace", scenario_, "--format", "scenario", "--json"}).out,
              simulated);
    const std::string one = plan(kNone);
    EXPECT_EQ(ctl({"plan", "run", one, "--json"}).out, simulated);
    const std::string two = plan(std::string(kNone) + "," + kNode);
    EXPECT_EQ(ctl({"plan", "run", two, "--json", "--base"}).out, simulated);
    EXPECT_EQ(ctl({"plan", "run", two, "--json", "--set", "as it is"}).out, simulated);
    EXPECT_EQ(ctl({"plan", "run", two, "--base"}).out, ctl({"simulate", scenario_}).out);
    // Cut short in the plan or by a flag.
    EXPECT_EQ(ctl({"plan", "run", plan(kNone, "\"until\": 11,"), "--json"}).out,
              ctl({"simulate", scenario_, "--json", "--until", "11"}).out);
    EXPECT_EQ(ctl({"plan", "run", one, "--json", "--summary"}).out,
              ctl({"simulate", scenario_, "--json", "--summary"}).out);
}

TEST_F(PlanTest, RunsTheBaseAndEverySet) {
    const std::string file = plan(std::string(kNone) + "," + kNode);
    const Ran ran = ctl({"plan", "run", file, "--json", "--threads", "2"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["plan"], "what if");
    EXPECT_EQ(document["base"]["scenario"], "small.json");
    const std::string hash = shell("sha256sum " + scenario_).out.substr(0, 64);
    EXPECT_EQ(document["base"]["hash"], "sha256:" + hash);
    EXPECT_EQ(document["base"]["outcome"]["summary"]["evictions"], 1);
    EXPECT_EQ(document["sets"][0]["outcome"], document["base"]["outcome"]);
    EXPECT_EQ(document["sets"][1]["outcome"]["summary"]["evictions"], 0);
    EXPECT_FALSE(document["base"]["outcome"].contains("workloads"));
    for (const char* threads : {"1", "7"})
        EXPECT_EQ(ctl({"plan", "run", file, "--json", "--threads", threads}).out, ran.out);

    const Json full = Json::parse(ctl({"plan", "run", file, "--json", "--full", "--metrics",
                                       folder_ / "m.csv", "--every", "10"})
                                      .out);
    EXPECT_TRUE(accepts("plan-run", full.dump()));
    EXPECT_EQ(full["sets"][1]["outcome"]["workloads"]["high"]["start"], 10.0);
    EXPECT_EQ(full["base"]["metrics"]["every"], 10.0);
    EXPECT_EQ(full["base"]["metrics"]["buckets"][1]["evictions"], 1);
    EXPECT_THAT(bytesOf(folder_ / "m.csv"),
                StartsWith("run,time,utilization,pending,evictions,wasted_gpu_seconds,fairness,"
                           "moves,started,mean_wait,longest_wait\n"
                           "base,0.0,"));
    EXPECT_THAT(bytesOf(folder_ / "m.csv"), HasSubstr("\na node more,10.0,"));

    const Ran text = ctl({"plan", "run", file});
    EXPECT_THAT(text.out, HasSubstr("a node more"));
    EXPECT_THAT(text.out, HasSubstr("Mean wait of all by quota"));
}

TEST_F(PlanTest, ComparesEverySet) {
    const Ran one = ctl({"plan", "compare", plan(kNode), "--json"});
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_TRUE(accepts("compare", one.out)) << one.out;
    const Json comparison = Json::parse(one.out);
    EXPECT_EQ(comparison["base"], "small.json");
    EXPECT_EQ(comparison["changed"], "a node more");
    EXPECT_EQ(comparison["workloads"]["low"]["change"], "spared");
    EXPECT_EQ(comparison["workloads"]["low"]["reason"][0]["code"].is_string(), true);
    EXPECT_EQ(comparison["workloads"]["third"]["change"], "starts");

    const std::string file = plan(std::string(kNone) + "," + kNode);
    const Ran both = ctl({"plan", "compare", file, "--json"});
    EXPECT_TRUE(accepts("plan-run", both.out)) << both.out;
    const Json document = Json::parse(both.out);
    EXPECT_EQ(document["sets"][0]["comparison"]["same"], true);
    EXPECT_EQ(document["sets"][1]["comparison"], comparison);
    EXPECT_EQ(ctl({"plan", "compare", file, "--set", "a node more", "--json"}).out, one.out);
    EXPECT_THAT(ctl({"plan", "compare", file}).out, HasSubstr("spared"));
}

TEST_F(PlanTest, WritesTheMetricsOfASingleRunAsSimulateDoes) {
    const std::string file = plan(std::string(kNone) + "," + kNode);
    for (const std::vector<std::string>& one :
         {std::vector<std::string>{"--base"}, {"--set", "as it is"}}) {
        std::vector<std::string> command{"plan",    "run", file, "--metrics", folder_ / "p.csv",
                                         "--every", "8"};
        command.insert(command.end(), one.begin(), one.end());
        ASSERT_EQ(ctl(command).code, 0);
        ASSERT_EQ(ctl({"simulate", scenario_, "--metrics", folder_ / "s.csv", "--every", "8"}).code,
                  0);
        EXPECT_EQ(bytesOf(folder_ / "p.csv"), bytesOf(folder_ / "s.csv"));
    }
    // There is no timeline of a plan that it could be of.
    const Ran none = ctl({"plan", "run", file, "--every", "8"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("--every requires --metrics."));
}

TEST_F(PlanTest, SaysWhereFuturesAreNotRun) {
    const std::string file = plan(kNode, R"("futures": {"count": 3},)");
    const std::string said = "The 3 futures of the plan are not run";
    EXPECT_THAT(ctl({"plan", "compare", file}).err, HasSubstr(said));
    EXPECT_THAT(ctl({"plan", "run", file, "--base"}).err, HasSubstr(said));
    EXPECT_THAT(ctl({"plan", "run", file}).err, Not(HasSubstr(said)));
}

TEST_F(PlanTest, TellsOnlyTheNodesThatJoin) {
    const Json run =
        Json::parse(ctl({"plan", "run", plan(kNode), "--set", "a node more", "--json"}).out);
    ASSERT_EQ(run["events"].size(), 1u) << run["events"];
    EXPECT_EQ(run["events"][0]["at"], 5.0);
}

TEST_F(PlanTest, TellsTheEventsOfASetAsTheyWere) {
    const std::string file = sourceFile("resources/plans/pool-128.plan.json");
    const auto events = [&](const std::string& set) {
        return ctl({"plan", "run", file, "--set", set}).out;
    };
    EXPECT_THAT(
        events("56 / 72 at once"),
        HasSubstr("0 s, 2026-11-20T09:00:00Z  scale Quota1.1 to 56 GPUs, Quota1.2 to 72 GPUs"));
    EXPECT_THAT(events("two machines more"), HasSubstr("node new-1 joins the pool: applied\n"));
    EXPECT_THAT(events("two machines more"),
                HasSubstr("scale Quota1.1 to 56 GPUs, Quota1.2 to 72 GPUs: refused\n"));
}

TEST_F(PlanTest, TellsWhereASetRefusesAnEventOfTheBase) {
    const std::string file = sourceFile("resources/plans/pool-128.plan.json");
    const Ran ran = ctl({"plan", "run", file, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("plan-run", ran.out));
    const std::string told =
        "Variant 'two machines more' refuses event 'scale Quota1.1 to 56 GPUs, Quota1.2 to 72 "
        "GPUs' "
        "of the base at 1,800 s (30 min), 2026-11-20T09:30:00Z, which";
    EXPECT_THAT(ran.err, HasSubstr(told));
    const Json document = Json::parse(ran.out);
    const Json& refused = document["sets"][2]["refusedEvents"];
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(refused[0]["event"], 0);
    EXPECT_EQ(refused[0]["at"], 1800.0);
    EXPECT_EQ(refused[0]["reason"]["code"], "below-usage");
    EXPECT_FALSE(document["sets"][0].contains("refusedEvents"));
    const Ran compared = ctl({"plan", "compare", file, "--json"});
    EXPECT_THAT(compared.err, HasSubstr(told));
    EXPECT_TRUE(accepts("plan-run", compared.out));
    EXPECT_EQ(Json::parse(compared.out)["sets"][2]["refusedEvents"], refused);
    EXPECT_THAT(ctl({"plan", "compare", file, "--set", "two machines more"}).err, HasSubstr(told));
}

TEST_F(PlanTest, KnowsThatARemovedNodeDoesNotComeBack) {
    const Ran ran = ctl({"plan", "run", plan(R"({"name": "back", "edits": [
        {"at": 5, "do": "remove-nodes", "nodes": ["node"]},
        {"at": 6, "do": "remove-nodes", "nodes": ["node"]},
        {"at": 8, "do": "node", "node": "node", "state": "ready"}]})")});
    EXPECT_EQ(ran.code, 4);
    EXPECT_THAT(ran.err, HasSubstr("Node node is already removed"));
    EXPECT_THAT(ran.err, HasSubstr("Remove one of the two edits, or add the node again"));
    EXPECT_THAT(ran.err,
                HasSubstr("its edit at 8 s is refused.\n    Node node is not in the pool"));
    EXPECT_THAT(ran.err, Not(HasSubstr("Correct the name")));
}

TEST_F(PlanTest, TellsWhyAJobComesLater) {
    const Ran ran = ctl({"plan", "compare", plan(R"({"name": "locked", "edits": [
                             {"at": 5, "do": "node", "node": "node", "state": "cordoned"},
                             {"at": 30, "do": "node", "node": "node", "state": "ready"}]})"),
                         "--json"});
    const Json high = Json::parse(ran.out)["workloads"]["high"];
    EXPECT_EQ(high["change"], "later");
    EXPECT_EQ(high["start"], Json({10.0, 30.0}));
    EXPECT_TRUE(high["reason"][0].is_null());
    EXPECT_TRUE(high["reason"][1]["message"].is_string()) << "why it waited at 10";
}

TEST_F(PlanTest, AnswersTheOthersWhereASetCannotBeApplied) {
    const std::string file = plan(std::string(kRefused) + "," + kNode);
    const Ran ran = ctl({"plan", "run", file, "--json"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_THAT(ran.err, HasSubstr("Variant 'too small' cannot be applied"));
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["sets"][0]["applied"], false);
    EXPECT_EQ(document["sets"][0]["refused"]["reason"]["code"], "above-capacity");
    EXPECT_EQ(document["sets"][1]["applied"], true);
    EXPECT_EQ(ctl({"plan", "compare", file, "--json"}).code, 4);
    const Ran alone = ctl({"plan", "run", file, "--set", "too small", "--json"});
    EXPECT_EQ(alone.code, 4);
    EXPECT_TRUE(accepts("plan-run", alone.out)) << alone.out;
    EXPECT_EQ(Json::parse(alone.out)["sets"].size(), 1u);
    EXPECT_EQ(Json::parse(alone.out)["sets"][0]["refused"]["reason"]["code"], "above-capacity");
    const Ran compared = ctl({"plan", "compare", file, "--set", "too small", "--json"});
    EXPECT_EQ(Json::parse(compared.out)["sets"][0]["applied"], false);
    EXPECT_THAT(ctl({"plan", "run", file, "--set", "too small"}).out, IsEmpty());
}

TEST_F(PlanTest, WarnsOfTheSetsThatAreRunAlone) {
    constexpr const char* kEdits =
        R"(", "edits": [{"do": "forecast", "quota": "team", "scale": 1.0}]})";
    const std::string file =
        plan(std::string(R"({"name": "first)") + kEdits + R"(, {"name": "second)" + kEdits);
    const auto warned = [&](const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"plan"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const std::string err = ctl(all).err;
        return std::pair(err.find("warning: /sets/0/") != std::string::npos,
                         err.find("warning: /sets/1/") != std::string::npos);
    };
    for (const char* verb : {"run", "compare"}) {
        EXPECT_EQ(warned({verb, file}), std::pair(true, true)) << verb;
        EXPECT_EQ(warned({verb, file, "--set", "first"}), std::pair(true, false)) << verb;
        EXPECT_EQ(warned({verb, file, "--set", "second"}), std::pair(false, true)) << verb;
    }
    EXPECT_EQ(warned({"run", file, "--base"}), std::pair(false, false));
}

TEST_F(PlanTest, WarnsOfEveryEditBehindTheEnd) {
    for (const char* edit : {R"("do": "add-nodes", "node": {"name": "new", "gpu": 2})",
                             R"("do": "remove-nodes", "nodes": ["node-1"])",
                             R"("do": "add-quota", "quota": {"name": "x"}, "workloads": [])",
                             R"("do": "policy", "quota": "team", "weight": 3)",
                             R"("do": "cancel", "workload": "low")"}) {
        const std::string set = std::string(R"({"name": "late", "edits": [{"at": 11, )") + edit;
        const std::string err = ctl({"plan", "run", plan(set + "}]}", "\"until\": 10,")}).err;
        EXPECT_THAT(err, HasSubstr("warning: /sets/0/edits/0/at: The edit at 11 s is after the "
                                   "end of the plan at 10 s."))
            << edit;
        EXPECT_THAT(err, Not(HasSubstr("never happens"))) << edit;
    }
}

TEST_F(PlanTest, TellsAllErrorsOfAllSets) {
    const Ran ran = ctl({"plan", "run", plan(R"({"name": "a", "edits": [{"at": 1, "do": "scale",
                                  "quotas": {"teem": {"gpu": 1}}}]},
                                 {"name": "b", "edits": [{"at": 1, "do": "cancel",
                                  "workload": "hihg"}]})"),
                         "--json"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(accepts("validate", ran.out)) << ran.out;
    const Json errors = Json::parse(ran.out)["errors"];
    ASSERT_EQ(errors.size(), 2U);
    EXPECT_EQ(errors[0]["pointer"], "/sets/0/edits/0/quotas/teem");
    EXPECT_GT(errors[0]["line"], 0);
    EXPECT_THAT(errors[0]["file"].get<std::string>(), HasSubstr("p.plan.json"));
    EXPECT_THAT(errors[0]["remedy"].get<std::string>(), HasSubstr("team"));
    EXPECT_EQ(errors[1]["pointer"], "/sets/1/edits/0/workload");
    EXPECT_THAT(errors[1]["remedy"].get<std::string>(), HasSubstr("high"));
}

TEST_F(PlanTest, AnswersWithBandsOverFutures) {
    const std::string file =
        plan(std::string(kNode) + "," + kRefused, R"("futures": {"count": 3, "seed": 2},)");
    const Ran ran = ctl({"plan", "run", file, "--json"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_THAT(ran.err, HasSubstr("The base has 0 whole weeks of"));
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    const Json document = Json::parse(ran.out);
    // There is but one week to draw, so every future is the base.
    const Json& base = document["base"];
    EXPECT_EQ(base["bands"]["meanWait"]["p10"], base["outcome"]["summary"]["wait"]["mean"]);
    EXPECT_EQ(base["bands"]["evictions"], Json({{"p10", 1}, {"p50", 1}, {"p90", 1}}));
    EXPECT_EQ(base["bands"]["byQuota"]["team"]["wastedGpuSeconds"]["p90"], 20.0);
    EXPECT_EQ(document["sets"][0]["delta"]["evictions"]["p50"], -1);
    EXPECT_EQ(document["sets"][0]["futures"], 3);
    EXPECT_EQ(document["sets"][1]["refusedFutures"], 3);
    EXPECT_TRUE(document["sets"][1]["bands"].is_null());
    EXPECT_TRUE(document["sets"][1]["delta"].is_null());
    EXPECT_EQ(ctl({"plan", "run", file, "--json", "--threads", "1"}).out, ran.out);
    const std::string text = ctl({"plan", "run", file}).out;
    EXPECT_THAT(text, HasSubstr("\nFutures\n  3 futures drawn with seed 2, the same for the base"));
    EXPECT_THAT(text, ::testing::ContainsRegex("mean wait\n .*\n .*\n +too small .0 of 3. +-\n"));
    // No band is drawn of what is always the same.
    EXPECT_THAT(text, HasSubstr("there is no band, as each of"));
    EXPECT_THAT(text, Not(HasSubstr("middle")));
}

TEST_F(PlanTest, TellsThatNamedWorkIsNotInTheFutures) {
    const std::string cancels =
        R"({"name": "one less", "edits": [{"at": 12, "do": "cancel", "workload": "third"}]})";
    const Ran ran = ctl({"plan", "run", plan(cancels, R"("futures": {"count": 2, "seed": 2},)")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("In the futures of variant 'one less' this edit has no effect"));
    EXPECT_THAT(ran.err, HasSubstr("/sets/0/edits/0"));
    EXPECT_THAT(ctl({"plan", "run", plan(cancels)}).err, Not(HasSubstr("no effect")));
}

// The futures have other work, and no end of what the base ends by an event.
TEST_F(PlanTest, TellsWhatTheFuturesLeaveOfTheBase) {
    std::string scenario = smallScenario();
    scenario.insert(scenario.rfind('}'),
                    R"(, "events": [{"at": 15, "do": "cancel", "workload": "third"}])");
    writeBytes(scenario_, scenario);
    const Ran ran = ctl({"plan", "run", plan("", R"("futures": {"count": 2, "seed": 2},)")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("that cancel or finish a workload"));
    EXPECT_THAT(ctl({"plan", "run", plan("")}).err, Not(HasSubstr("cancel or finish")));
}

TEST_F(PlanTest, OverwritesNothingThatItReads) {
    const std::string file = plan(kNone);
    const std::string before = bytesOf(file);
    for (const std::vector<std::string>& line :
         std::vector<std::vector<std::string>>{{"plan", "run", file, "-o", scenario_},
                                               {"plan", "run", file, "--metrics", scenario_},
                                               {"plan", "compare", file, "-o", scenario_},
                                               {"plan", "run", file, "-o", file},
                                               {"compare", scenario_, scenario_, "-o", scenario_},
                                               {"explain", scenario_, "third", "-o", scenario_}}) {
        const Ran ran = ctl(line);
        EXPECT_EQ(ran.code, 2) << line[0] << ": " << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("would be overwritten"));
        EXPECT_EQ(bytesOf(scenario_), smallScenario());
        EXPECT_EQ(bytesOf(file), before);
    }
}

TEST_F(PlanTest, RefusesBasesItCannotRun) {
    const std::string file = folder_ / "q.plan.json";
    const auto run = [&](const std::string& base) {
        writeBytes(file, R"({"apportionPlan": 1, "sets": [], "base": )" + base + "}");
        return ctl({"plan", "run", file});
    };
    EXPECT_THAT(run(R"({"project": "a.apportion"})").err, HasSubstr("a.apportion does not exist."));
    EXPECT_THAT(run(R"({"scenario": "nowhere.json"})").err, HasSubstr("nowhere.json"));
    EXPECT_THAT(run(R"({"trace": "t", "format": "philly", "pool": "60", "queueing": "lifo"})").err,
                HasSubstr("/base/queueing"));
    EXPECT_EQ(run(R"({"project": "a.apportion"})").code, 3);
    EXPECT_EQ(ctl({"plan", "run", plan(kNone), "--set", "no such"}).code, 2);
    EXPECT_EQ(ctl({"plan", "run", plan(kNone), "--base", "--set", "as it is"}).code, 2);
}

TEST(PlanOfATrace, SaysWhatReplaySays) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.plan.json";
    const std::string trace = sourceFile("tests/data/philly.csv.gz");
    writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": ")" + trace +
                         R"(", "format": "philly", "pool": "20x8", "quotas": "groups",
                             "queueing": "fifo", "first": 300}, "sets": [{"name": "x", "edits": []}]})");
    EXPECT_EQ(ctl({"plan", "run", file, "--json"}).out,
              ctl({"replay", "--trace", trace, "--format", "philly", "--pool", "20x8", "--quotas",
                   "groups", "--queueing", "fifo", "--first", "300", "--json"})
                  .out);
}

TEST(PlanOfATrace, TakesQuotasOfAFile) {
    const TemporaryFolder folder;
    writeBytes(folder / "pool.json", R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "all", "guaranteed": {"gpu": 8}}]})");
    writeBytes(folder / "jobs.swf",
               "1 0 -1 10 8 -1 -1 8 10 -1 1 1 1 1 1 -1 -1 -1\n"
               "2 0 -1 10 8 -1 -1 8 10 -1 1 1 1 1 1 -1 -1 -1\n");
    const std::string file = folder / "p.plan.json";
    writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "jobs.swf", "format": "swf",
        "quotas": "pool.json"}, "sets": [{"name": "x", "edits": []}]})");
    const Ran ran = ctl({"plan", "run", file, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, ctl({"replay", "--trace", folder / "jobs.swf", "--format", "swf", "--quotas",
                            folder / "pool.json", "--json"})
                           .out);
    EXPECT_EQ(Json::parse(ran.out)["summary"]["wait"]["mean"], 5.0);
}

// What replay can be told, a plan can.
TEST(PlanOnATrace, TakesTheColumnsAndNodesOfReplay) {
    const TemporaryFolder folder;
    writeBytes(folder / "jobs.csv", "TIME,secs,n,org,prio\n0,10,8,a,9\n0,10,8,b,1\n5,10,4,b,2\n");
    writeBytes(folder / "nodes.csv", "sn,gpu\nx,8\n");
    const std::string file = folder / "p.plan.json";
    const auto run = [&](const std::string& more) {
        writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "jobs.csv", "format": "csv",
            "columns": "submit=TIME,duration=secs,gpus=n", "team": "org", "priority": "prio",
            "nodesFile": "nodes.csv")" +
                             more + R"(}, "sets": [{"name": "x", "edits": []}]})");
        return ctl({"plan", "run", file, "--json"});
    };
    const Ran ran = run(R"(, "quotas": "groups", "guarantee": "equal")");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(meets(Verdict::accepted, "plan", {file}));
    EXPECT_EQ(ran.out, ctl({"replay", "--trace", folder / "jobs.csv", "--format", "csv",
                            "--columns", "submit=TIME,duration=secs,gpus=n", "--team", "org",
                            "--priority", "prio", "--nodes-file", folder / "nodes.csv", "--quotas",
                            "groups", "--guarantee", "equal", "--json"})
                           .out);
    const Ran both = run(R"(, "quotas": "groups"}, "name": "two", "futures": {"count": 0)");
    EXPECT_EQ(both.code, 0) << both.err;
    const Ran alone = run(R"(, "guarantee": "equal")");
    EXPECT_EQ(alone.code, 3);
    EXPECT_THAT(alone.err, HasSubstr("/base/guarantee: Key 'guarantee' is for quotas of groups"));
    writeBytes(folder / "s.json", smallScenario());
    writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "s.json", "format": "scenario",
        "queueing": "fifo"}, "sets": []})");
    EXPECT_THAT(ctl({"plan", "run", file}).err, HasSubstr("is not for traces of format scenario"));
}

TEST(Plan, TellsWhereAnEditOrABaseLeadsNowhere) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.plan.json";
    const auto run = [&](const std::string& base, const std::string& edits) {
        writeBytes(file, R"({"apportionPlan": 1, "base": )" + base +
                             R"(, "sets": [{"name": "base", "edits": [)" + edits + "]}]}");
        return ctl({"plan", "run", file});
    };
    for (const char* base : {R"({"scenario": "no.json"})", R"({"project": "no.json"})",
                             R"({"trace": "no.json", "format": "csv", "pool": "1x8"})"}) {
        const Ran ran = run(base, "");
        EXPECT_EQ(ran.code, 3);
        EXPECT_THAT(ran.err, HasSubstr("p.plan.json:1:"));
        EXPECT_THAT(ran.err, HasSubstr("no.json does not exist. The plan names it as its "));
    }
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,9,1\n");
    const Ran poolless = run(R"({"trace": "t.csv", "format": "csv"})", R"({"at": 0, "do": "policy",
        "quota": "pool", "queueing": "fifo"})");
    EXPECT_EQ(poolless.code, 3);
    EXPECT_THAT(poolless.err, HasSubstr("its pool is missing"));
    EXPECT_THAT(poolless.err, Not(HasSubstr("''")));
    const std::string trace = R"({"trace": "t.csv", "format": "csv", "pool": "3x8")";
    const Ran policy = run(trace + "}", R"({"at": 0, "do": "policy", "quota": "pool",
        "guaranteed": {"gpu": 4}})");
    EXPECT_EQ(policy.code, 3);
    EXPECT_THAT(policy.err, HasSubstr(R"(Write {"do": "scale", "quotas")"));
    const std::string remove = R"({"at": 1, "do": "remove-nodes", "nodes": ["node-1"]})";
    const Ran removed = run(trace + "}", remove + ", " + remove);
    EXPECT_EQ(removed.code, 0) << removed.err;
    EXPECT_THAT(removed.err, HasSubstr("warning: /sets/0/edits/1/nodes/0: Node node-1 is already "
                                       "removed by /sets/0/edits/0/nodes/0."));
    // What it would do is not told of a quota that is not there.
    const Ran forecast = run(trace + "}", R"({"do": "forecast", "quota": "Nope", "scale": 1})");
    EXPECT_EQ(forecast.code, 3);
    EXPECT_THAT(forecast.err, HasSubstr("Nope"));
    EXPECT_THAT(forecast.err, Not(HasSubstr("changes nothing")));
    // Each run has a name of its own.
    EXPECT_THAT(removed.out, HasSubstr("  (base) "));
    const std::string moving = R"(, "consolidation": ")";
    EXPECT_EQ(run(trace + moving + "off\"}", remove).code, 0);
    EXPECT_EQ(run(trace + moving + "perhaps\"}", remove).code, 3);
}

TEST(PlanOnATrace, SaysOfItsOptionsWhatReplaySays) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.plan.json";
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,9,1\n");
    writeBytes(folder / "q.json", smallScenario());
    writeBytes(folder / "columns.txt", "submit = TIME\nwhen = TIME\n");
    const auto refusal = [&](const std::string& options) {
        writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "t.csv", )" + options +
                             R"(}, "sets": [{"name": "x", "edits": []}]})");
        const Ran ran = ctl({"plan", "run", file});
        EXPECT_EQ(ran.code, 3) << options;
        return ran.err;
    };
    const std::string csv = R"("format": "csv", "pool": "1x8", )";
    EXPECT_THAT(
        refusal(csv + R"("queueing": "fito")"),
        AllOf(
            HasSubstr("p.plan.json:1:"), HasSubstr("/base/queueing: Unknown value 'fito'"),
            HasSubstr(
                "Did you mean 'fifo'? Valid values: fifo, round-robin, balance and intelligent.")));
    EXPECT_THAT(refusal(csv + R"("quotas": "groups", "overQuota": "of")"),
                HasSubstr("Valid values: on, idle-only and off."));
    EXPECT_THAT(refusal(csv + R"("consolidation": "perhaps")"),
                HasSubstr("Valid values: on and off."));
    EXPECT_THAT(refusal(csv + R"("columns": "a=b")"),
                AllOf(HasSubstr("p.plan.json:1:"), HasSubstr("/base/columns: Unknown field 'a'."),
                      HasSubstr("Valid fields: submit, duration, ")));
    EXPECT_THAT(refusal(csv + R"("columns": "columns.txt")"),
                AllOf(HasSubstr("columns.txt:2:1"), HasSubstr("Unknown field 'when'.")));
    EXPECT_THAT(refusal(R"("format": "pai", "pool": "1x8", "columns": "submit=b")"),
                HasSubstr("A trace of format 'pai' has fixed column names."));
    EXPECT_THAT(refusal(csv + R"("nodesFile": "q")"),
                AllOf(HasSubstr("File " + (folder / "q") + " does not exist. "),
                      HasSubstr("Remove 'pool' or 'nodesFile'.")));
    EXPECT_THAT(refusal(R"("format": "csv", "nodesFile": "q")"),
                HasSubstr("The plan names it as its nodesFile."));
    EXPECT_THAT(refusal(R"("format": "csv", "pool": "0x8")"), HasSubstr("must have 1 to"));
    EXPECT_THAT(refusal(R"("format": "csv", "pool": "none.json")"),
                HasSubstr("must be NODESxGPUS"));
    EXPECT_THAT(refusal(csv + R"("quotas": "group")"), HasSubstr("must be none, groups, or"));
    EXPECT_THAT(refusal(csv + R"("quotas": "q.json")"),
                HasSubstr("/base/pool: Key 'pool' cannot be used with q.json, "));
}

// A terminal takes no orders from what somebody has written into a file.
TEST_F(PlanTest, ShowsTheNamesOfFilesAsTheyAre) {
    std::string scenario = smallScenario();
    scenario.replace(scenario.find("small"), 5, R"(red \u001b[31m)");
    writeBytes(scenario_, scenario);
    const std::string file = folder_ / "p.plan.json";
    writeBytes(file,
               R"({"apportionPlan": 1, "name": "two\nlines", "base": {"scenario": "small.json"},
                         "sets": [{"name": "s", "edits": []}, {"name": "t", "edits": []}]})");
    EXPECT_THAT(ctl({"simulate", scenario_}).out, StartsWith("red \\x1B[31m\n"));
    EXPECT_THAT(ctl({"plan", "run", file, "--base"}).out, StartsWith("red \\x1B[31m\n"));
    EXPECT_THAT(ctl({"plan", "run", file}).out, StartsWith("two\\nlines\n"));
}

// Both tables say how long the same waits are.
TEST_F(PlanTest, ComparesInTheUnitsOfItsRuns) {
    writeBytes(scenario_, R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 1}],
  "quotas": [{"name": "q", "guaranteed": {"gpu": 1}}], "workloads": [
    {"name": "a", "quota": "q", "gpu": 1, "duration": 1090000},
    {"name": "b", "quota": "q", "gpu": 1, "duration": 10}]})");
    const std::string file =
        plan(R"({"name": "s", "edits": [{"at": 5000, "do": "finish", "workload": "a"}]})");
    EXPECT_THAT(ctl({"plan", "run", file}).out, HasSubstr("12 d 14 h"));
    const std::string compared = ctl({"plan", "compare", file}).out;
    EXPECT_THAT(compared, ::testing::ContainsRegex("longest wait +12 d 14 h +1 h 23 min"));
    EXPECT_THAT(compared, Not(HasSubstr("1,090,000")));
}

// Words of two units would say the same of both.
TEST_F(PlanTest, TellsLongWaitsApartInWords) {
    writeBytes(scenario_, R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 1}],
  "quotas": [{"name": "q", "guaranteed": {"gpu": 1}}], "workloads": [
    {"name": "a", "quota": "q", "gpu": 1, "duration": 1090000},
    {"name": "b", "quota": "q", "gpu": 1, "duration": 10}]})");
    const std::string file =
        plan(R"({"name": "s", "edits": [{"at": 1089700, "do": "finish", "workload": "a"}]})");
    const std::string out = ctl({"plan", "run", file}).out;
    EXPECT_THAT(out, ::testing::ContainsRegex("q +6 d 7 h 23 min +6 d 7 h 20 min\n")) << out;
    EXPECT_THAT(out, HasSubstr("12 d 14 h 46 min")) << out;
}

TEST(SamplePlan, ChangesSomethingInEverySet) {
    const std::string file = sourceFile("resources/plans/pool-128.plan.json");
    EXPECT_TRUE(meets(Verdict::accepted, "plan", {file}));
    const Ran ran = ctl({"plan", "compare", file, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, Not(HasSubstr("warning")));
    const Json document = Json::parse(ran.out);
    EXPECT_GE(document["sets"].size(), 6U);
    for (const Json& set : document["sets"])
        EXPECT_EQ(set["comparison"]["same"], false) << set["name"];
}

// Whatever is an hour or more is told in hours, so that a column can be compared at a glance.
TEST(SamplePlan, TellsHoursInOneWay) {
    const Ran ran = ctl({"plan", "run", sourceFile("resources/plans/pool-128.plan.json")});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(" 1 h\n"));
    EXPECT_THAT(ran.out, Not(HasSubstr("60 min")));
}

TEST(PlanAndInterrupt, LeavesNoHalfFile) {
    const TemporaryFolder folder;
    const std::string trace = sourceFile("tests/data/philly.csv.gz");
    std::string sets;
    for (int i = 0; i < 60; ++i)
        sets += std::string(i > 0 ? "," : "") + R"({"name": "x)" + std::to_string(i) +
                R"(", "edits": [{"at": 0, "do": "policy", "quota": "pool", "weight": 2}]})";
    writeBytes(folder / "p.plan.json", R"({"apportionPlan": 1, "base": {"trace": ")" + trace +
                                           R"(", "format": "philly", "pool": "60x8",
                                           "quotas": "groups"}, "sets": [)" +
                                           sets + "]}");
    const Ran ran = shell("cd " + (folder / "") +
                          " && timeout --preserve-status -s INT 0.5 \"$CTL\" plan run p.plan.json "
                          "--json -o out.json 2>/dev/null; code=$?; ls; exit $code");
    EXPECT_EQ(ran.code, 130);
    EXPECT_EQ(ran.out, "p.plan.json\n");
}

}  // namespace
}  // namespace apportion::testing
