// SPDX-License-Identifier: GPL-3.0-or-later
// One set of a plan: what it answers, and which of its edits are refused.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class PlanSet : public ::testing::Test {
protected:
    PlanSet() { writeBytes(folder_ / "small.json", smallScenario()); }

    // Beside a set without edits.
    std::string planWith(const std::string& sets) const {
        std::string file = folder_ / "p.plan.json";
        writeBytes(file, R"({"apportionPlan": 1, "base": {"scenario": "small.json"}, "sets": [)"
                         R"({"name": "as it is", "edits": []})" +
                             sets + "]}");
        return file;
    }

    TemporaryFolder folder_;
};

// With the place in the plan, also where only that set is run.
TEST_F(PlanSet, TellsWhichEditsOfASetAreRefused) {
    const std::string file = planWith(R"(, {"name": "two", "edits": [
        {"at": 12, "do": "cancel", "workload": "low"},
        {"at": 14, "do": "scale", "quotas": {"team": {"gpu": 99}}},
        {"at": 16, "do": "cancel", "workload": "low"}]})");
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"plan", "run", file},
                                                      {"plan", "run", file, "--set", "two"},
                                                      {"plan", "compare", file},
                                                      {"plan", "compare", file, "--set", "two"}}) {
        const Ran ran = ctl(arguments);
        EXPECT_EQ(ran.code, 4);
        EXPECT_THAT(ran.err,
                    HasSubstr(":3:9: error: /sets/1/edits/1: Variant 'two' cannot be applied: "
                              "its edit at 14 s is refused.\n    "));
        EXPECT_THAT(ran.err,
                    HasSubstr(":4:9: error: /sets/1/edits/2: Without that edit, another edit of "
                              "variant 'two' is refused, too: the one at 16 s.\n    "));
    }
    const Ran ran = ctl({"plan", "run", file, "--json"});
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    const Json refused = Json::parse(ran.out)["sets"][1]["refused"];
    EXPECT_EQ(refused["edit"], 1);
    EXPECT_EQ(refused["also"][0]["edit"], 2);
}

// The answer about one set is that about the same events in the scenario; of several outputs all.
TEST_F(PlanSet, OneSetAnswersAsAScenarioWithItsEditsDoes) {
    const std::string file = planWith(R"(, {"name": "no more", "edits": [
        {"at": 12, "do": "cancel", "workload": "high"},
        {"at": 13, "do": "scale", "quotas": {"team": {"gpu": 9}}, "mode": "refuse"}]},
        {"name": "cut", "edits": [{"at": 12, "do": "cancel", "workload": "high"}]})");
    std::string changed = smallScenario();
    const std::size_t end = changed.rfind('}');
    changed.insert(end, R"(, "events": [{"at": 12, "do": "cancel", "workload": "high"}])");
    const std::string scenario = folder_ / "changed.json";
    writeBytes(scenario, changed);
    for (const std::vector<std::string>& form :
         {std::vector<std::string>{}, {"--json"}, {"--summary"}, {"--json", "--summary"}}) {
        const auto with = [&](std::vector<std::string> arguments) {
            arguments.insert(arguments.end(), form.begin(), form.end());
            const Ran ran = ctl(arguments);
            EXPECT_EQ(ran.code, 0) << ran.err;
            return ran.out;
        };
        EXPECT_EQ(with({"plan", "run", file, "--set", "cut"}), with({"simulate", scenario}));
    }
    const std::string answer = folder_ / "answer", series = folder_ / "series";
    ASSERT_EQ(ctl({"plan", "run", file, "--set", "cut", "-o", answer, "--metrics", series,
                   "--every", "10"})
                  .code,
              0);
    EXPECT_EQ(bytesOf(answer), ctl({"simulate", scenario}).out);
    EXPECT_EQ(
        bytesOf(series),
        ctl({"simulate", scenario, "-o", "/dev/null", "--metrics", "-", "--every", "10"}).out);
    // What is refused writes nothing.
    const std::string none = folder_ / "none";
    EXPECT_EQ(ctl({"plan", "run", file, "--set", "no more", "-o", none}).code, 4);
    EXPECT_FALSE(std::filesystem::exists(none));
}

// That nobody waited as nothing started is no short wait.
TEST_F(PlanSet, ShowsNoWaitsWhereNothingStarts) {
    writeBytes(folder_ / "small.json",
               R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
  "quotas": [{"name": "root", "guaranteed": {"gpu": 4}},
             {"name": "team", "parent": "root", "guaranteed": {"gpu": 4}}],
  "workloads": [
   {"name": "a", "quota": "team", "gpu": 4, "submit": 5, "duration": 60},
   {"name": "b", "quota": "team", "gpu": 4, "submit": 10, "duration": 60}]})");
    const std::string file = planWith(R"(, {"name": "down", "edits": [
        {"at": 0, "do": "node", "node": "n", "state": "down"}]})");
    const Ran all = ctl({"plan", "run", file});
    ASSERT_EQ(all.code, 0) << all.err;
    EXPECT_THAT(all.out, ::testing::ContainsRegex("\n  down +0 +2 +0 .* +-\n"));
    EXPECT_THAT(all.out, ::testing::ContainsRegex("\n  down +2 +≥ 2.5 s .* +- +-\n"));
    EXPECT_THAT(all.out, ::testing::ContainsRegex("\n  root +[0-9.]+ s +[0-9.]+ s +≥ 2.5 s\n"));
    const Ran one = ctl({"plan", "run", file, "--set", "down", "--summary"});
    EXPECT_THAT(one.out, HasSubstr("  last ran at   -\n  wait          no workload started\n"));
    EXPECT_THAT(one.out, ::testing::ContainsRegex("\n *team +0\\.0 GPU hours .* - +- +- +- +0\n"));
    const Ran compared = ctl({"plan", "compare", file, "--set", "down"});
    for (const std::string row : {"mean wait", "longest wait", "last ran at"})
        EXPECT_THAT(compared.out, ::testing::ContainsRegex("\n  " + row + " .* s +- +\\*\n"));
    EXPECT_THAT(compared.out, ::testing::ContainsRegex("\n  team .* s +- .* s +-\n"));
    EXPECT_EQ(
        Json::parse(
            ctl({"plan", "run", file, "--set", "down", "--json"}).out)["summary"]["wait"]["mean"],
        0.0);
}

// What was cancelled did start, and what waits was evicted before.
TEST_F(PlanSet, TellsHowWorkEndsInASet) {
    std::string scenario = smallScenario();
    scenario.insert(scenario.rfind('}'),
                    R"(, "events": [{"at": 15, "do": "cancel", "workload": "high"}])");
    writeBytes(folder_ / "small.json", scenario);
    const std::string file = planWith(R"(, {"name": "cut", "edits": [
        {"at": 5, "do": "cancel", "workload": "low"}]}, {"name": "lost", "edits": [
        {"at": 30, "do": "remove-nodes", "nodes": ["node"]}]})");
    const Ran cut = ctl({"plan", "compare", file, "--set", "cut"});
    EXPECT_THAT(cut.out, ::testing::ContainsRegex("\n  low +cancelled "));
    const Ran lost = ctl({"plan", "compare", file, "--set", "lost"});
    ASSERT_EQ(lost.code, 0) << lost.err;
    EXPECT_THAT(lost.out, HasSubstr("\n      Evicted at 30 s.\n"));
    const Ran alone = ctl({"plan", "run", file, "--set", "lost"});
    EXPECT_THAT(alone.out, HasSubstr("  node node leaves the pool: applied\n"));
    EXPECT_THAT(alone.out, HasSubstr("Node node was removed while it ran "));
}

TEST_F(PlanSet, TellsWhatABandOverFuturesIs) {
    // In the second week a job waits for another on the only GPU.
    writeBytes(folder_ / "t.csv",
               "submit,duration,gpus,group\n0,60,1,a\n604800,60,1,a\n604830,60,1,a\n"
               "1209600,60,1,a\n");
    const std::string file = folder_ / "p.plan.json";
    writeBytes(file, R"({"apportionPlan": 1, "base": {"trace": "t.csv", "format": "csv",
        "pool": "1x1", "queueing": "fifo"}, "futures": {"count": 20, "seed": 5},
        "sets": [{"name": "twice the GPUs", "edits": [{"at": 0, "do": "add-nodes",
        "node": {"name": "new", "gpu": 1}}]}]})");
    const Ran ran = ctl({"plan", "run", file});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\nFutures\n  20 futures drawn with seed 5, the same for the "));
    EXPECT_THAT(ran.out, HasSubstr("half of them below the middle"));
    EXPECT_THAT(ran.out, ::testing::ContainsRegex("\n +low +middle +high\n  mean wait\n"
                                                  "    base +0.0 s +7.5 s +12.0 s\n"
                                                  "    twice the GPUs +0.0 s +0.0 s +0.0 s\n"
                                                  "  wait, 95 %\n"));
    EXPECT_THAT(ran.out,
                ::testing::ContainsRegex("Waits of all by quota in these futures\n  quota +mean "
                                         "wait, low +mean wait, middle +mean wait, high "
                                         "+95 %, low +95 %, middle +95 %, high\n  pool\n"));
}

TEST_F(PlanSet, TellsThatTheBaseIsNotTheOneItWasRunOn) {
    const std::string answer = ctl({"plan", "run", planWith(""), "--json", "--full"}).out;
    const std::string hash = shell("sha256sum " + (folder_ / "small.json")).out.substr(0, 64);
    const auto withHash = [&](const std::string& of) {
        const std::string file = folder_ / "hash.plan.json";
        writeBytes(file, R"({"apportionPlan": 1,
 "base": {"scenario": "small.json", "hash": "sha256:)" +
                             of + R"("},
 "sets": [{"name": "as it is", "edits": []}, {"name": "too", "edits": []}]})");
        return ctl({"plan", "run", file});
    };
    const Ran same = withHash(hash);
    EXPECT_EQ(same.code, 0);
    EXPECT_EQ(same.err, "");
    const std::string old(64, '0');
    const Ran other = withHash(old);
    EXPECT_EQ(other.code, 0);
    EXPECT_THAT(other.err, HasSubstr("hash.plan.json:2:45: warning: /base/hash: "));
    EXPECT_THAT(other.err, HasSubstr("sha256:" + old));
    EXPECT_THAT(other.err, HasSubstr("sha256:" + hash));
}

}  // namespace
}  // namespace apportion::testing
