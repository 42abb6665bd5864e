// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project ..., as the manual spells it: texts, JSON and exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class ProjectTest : public ::testing::Test {
protected:
    ProjectTest() {
        writeBytes(scenario_, R"({"apportion": 1, "name": "two teams",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 6}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "firm", "quota": "right", "gpu": 8, "preemptible": false,
                "running": {"since": -60, "placements": [{"node": "n-1", "gpu": 8}]}},
               {"name": "waits", "quota": "right", "gpu": 8, "preemptible": false}]})");
    }
    void init() {
        const Ran ran = ctl({"project", "init", file_, "--from", scenario_});
        ASSERT_EQ(ran.code, 0) << ran.err;
    }
    // `project GROUP FILE ...` with everything behind the file.
    Ran project(const std::string& group, std::vector<std::string> rest = {}) const {
        std::vector<std::string> arguments{"project", group, file_};
        arguments.insert(arguments.end(), rest.begin(), rest.end());
        return ctl(arguments);
    }
    // A command that must be done, and its answer.
    Json done(const std::string& group, std::vector<std::string> rest) {
        rest.emplace_back("--json");
        const Ran ran = project(group, rest);
        EXPECT_EQ(ran.code, 0) << group << ran.out << ran.err;
        answers_.push_back(folder_ / ("answer-" + std::to_string(answers_.size()) + ".json"));
        writeBytes(answers_.back(), ran.out);
        return Json::parse(ran.out, nullptr, false);
    }

    const TemporaryFolder folder_;
    const std::string scenario_ = folder_ / "pool.json";
    void TearDown() override {
        if (!answers_.empty()) {
            EXPECT_TRUE(meets(Verdict::accepted, "project-command", answers_));
        }
    }

    std::vector<std::string> answers_;
    const std::string file_ = folder_ / "pool.apportion";
};

TEST_F(ProjectTest, InitAndShow) {
    const Ran made = ctl({"project", "init", file_, "--from", scenario_, "--json"});
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_TRUE(accepts("project-command", made.out)) << made.out;
    EXPECT_EQ(Json::parse(made.out)["revision"], 1);
    EXPECT_EQ(ctl({"project", "init", file_, "--from", scenario_}).code, 4) << "not overwritten";

    const Ran shown = project("show", {"--json"});
    ASSERT_EQ(shown.code, 0) << shown.err;
    EXPECT_TRUE(accepts("simulate", shown.out)) << shown.out;
    EXPECT_EQ(Json::parse(shown.out)["workloads"]["firm"]["state"], "running");
    EXPECT_EQ(Json::parse(shown.out)["revision"], 1);
    const Ran text = project("show");
    EXPECT_THAT(text.out, AllOf(HasSubstr("two teams, revision 1"), HasSubstr("Not live"),
                                HasSubstr("waits in right")));
    const Ran explained = project("explain", {"waits", "--json"});
    EXPECT_EQ(explained.code, 0) << explained.err;
    EXPECT_TRUE(accepts("explain", explained.out)) << explained.out;
    EXPECT_EQ(Json::parse(explained.out)["reason"]["code"], "non-preemptible-over-quota");
    EXPECT_THAT(project("explain", {"waits"}).out, HasSubstr("waits"));
}

TEST_F(ProjectTest, WrongNamesAreToldInTheirOwnWords) {
    init();
    const Ran samples = project("samples", {"--quota", "lefft"});
    EXPECT_EQ(samples.code, 2);
    EXPECT_THAT(samples.err, HasSubstr("Did you mean left?"));
    EXPECT_EQ(samples.out, "");
    EXPECT_EQ(project("samples", {"--quota", "left"}).code, 0);
    // A place in a list that nobody has in hand is none.
    const Ran name = project("quota", {"add", "a/b", "--gpu", "0"});
    EXPECT_THAT(name.err, AllOf(HasSubstr("'/'"), Not(HasSubstr("/quotas/"))));
    const Ran point = project("restore-point", {"two\nlines"});
    EXPECT_EQ(point.code, 2);
    EXPECT_THAT(point.err, HasSubstr("a name without line breaks"));
    EXPECT_THAT(project("scale", {"left=8", "--dry-run"}).out,
                HasSubstr("No workload is evicted or starts."));
}

TEST_F(ProjectTest, CommandsAnswerInTextAndJson) {
    init();
    EXPECT_THAT(project("scale", {"left=8", "--why", "for the demo"}).out,
                HasSubstr("History entry 2: scale left"));
    EXPECT_THAT(project("scale", {"left=8"}).out, HasSubstr("No changes"));
    const Json nothing = done("scale", {"left=8"});
    EXPECT_EQ(nothing["applied"], false);
    EXPECT_TRUE(nothing["entry"].is_null());
    const Json answer = done("scale", {"left=5", "right=9"});
    EXPECT_EQ(answer["revision"], 3);
    EXPECT_EQ(answer["applied"], true);
    EXPECT_EQ(answer["entry"]["before"]["quotas"]["left"]["guaranteed"]["gpu"], 8);
    EXPECT_EQ(answer["entry"]["after"]["quotas"]["left"]["guaranteed"]["gpu"], 5);
    done("policy", {"left", "--set", R"({"weight": 3})"});
    done("policy", {"left", "--child", R"({"priorities": [1, 3], "modules": ["training"]})"});
    done("policy", {"left", "--child", "off"});
    done("quota", {"add", "left-1", "--parent", "left", "--gpu", "2.5"});
    done("quota", {"rename", "left-1", "left-2"});
    done("quota", {"delete", "left-2"});
    done("workspace", {"add", "space", "--quota", "left", "--quota", "right"});
    done("workspace", {"member", "space", "ana", "member"});
    done("workspace", {"caps", "space", R"([{"role": "member", "gpu": 4}])"});
    done("workspace", {"quotas", "space", "--quota", "left"});
    done("user", {"grant", "bob", "--role", "quota-administrator", "--quota", "left"});
    done("user", {"revoke", "bob"});
    done("nodes", {"add", R"({"name": "m", "gpu": 8})"});
    done("nodes", {"state", "m", "down"});
    done("nodes", {"remove", "m"});
    done("settings", {R"({"gracePeriod": 30})"});
    done("timetable", {"set", "nightly", "20:00,left=4,right=8", "mon-fri@08:00,left=5,right=9"});
    done("timetable", {"delete", "nightly"});
    done("scale", {"left=4", "--for", "8h"});
    done("temporary", {"end", "temporary-1"});
    EXPECT_THAT(project("restore-points").out, HasSubstr("None."));
    done("restore-point", {"monday"});
    EXPECT_THAT(project("restore-points").out, HasSubstr("monday"));
    EXPECT_THAT(project("restore-points", {"--json"}).out,
                HasSubstr(R"("restorePoints": [)"
                          "\n"
                          R"(    {"name": "monday", "revision": )"));
    done("scale", {"left=2"});
    done("restore", {"monday"});
    done("undo", {});
    done("redo", {});
    done("import", {"--from", scenario_, "--replace"});
    EXPECT_THAT(project("workspace").out, HasSubstr("space"));
}

TEST_F(ProjectTest, WorkIsSubmittedAndEnded) {
    init();
    const Ran submitted = ctl({"submit", file_, "--quota", "left", "--gpu", "0.5", "--name", "half",
                               "--duration", "1h", "--json"});
    ASSERT_EQ(submitted.code, 0) << submitted.err;
    EXPECT_TRUE(accepts("project-command", submitted.out)) << submitted.out;
    EXPECT_EQ(Json::parse(submitted.out)["warnings"][0]["code"], "submit-no-holder");
    EXPECT_EQ(ctl({"priority", file_, "half", "7"}).code, 0);
    EXPECT_EQ(ctl({"cancel", file_, "half"}).code, 0);
    EXPECT_EQ(ctl({"cancel", file_, "half"}).code, 2) << "there is none any more";
    EXPECT_EQ(ctl({"finish", file_, "firm"}).code, 0);
    EXPECT_EQ(ctl({"submit", file_, "--quota", "left"}).code, 2);
    EXPECT_EQ(ctl({"submit", file_, "--quota", "left", "--gpu", "many"}).code, 2);
}

TEST_F(ProjectTest, ADryRunTellsAndWritesNothing) {
    init();
    ASSERT_EQ(ctl({"cancel", file_, "waits"}).code, 0);
    ASSERT_EQ(ctl({"submit", file_, "--quota", "left", "--gpu", "8", "--name", "extra"}).code, 0);
    ASSERT_EQ(project("serve", {"--for", "0.3"}).code, 0);
    const Json answer = done("nodes", {"state", "n-2", "down", "--dry-run"});
    EXPECT_EQ(answer["applied"], false);
    EXPECT_EQ(answer["preview"]["events"][0]["evicts"][0]["workload"], "extra");
    EXPECT_EQ(done("scale", {"left=2", "--dry-run"})["revision"], answer["revision"]);
    EXPECT_THAT(project("nodes", {"state", "n-2", "down", "--dry-run"}).out,
                AllOf(HasSubstr("Dry run: "), HasSubstr("extra")));
    EXPECT_EQ(project("undo", {"--dry-run"}).code, 4) << "there is nothing";
    ASSERT_EQ(project("scale", {"left=2"}).code, 0);
    EXPECT_TRUE(done("undo", {"--dry-run"})["preview"]["events"][0]["quotas"].contains("left"));
    EXPECT_EQ(project("undo", {"0"}).code, 2);
    EXPECT_EQ(project("serve", {"--for", "0"}).code, 2);
}

// Also where what is asked is no event for the engine.
TEST_F(ProjectTest, ADryRunOfASubmissionSaysWhetherItStarts) {
    init();
    ASSERT_EQ(ctl({"cancel", file_, "waits"}).code, 0);
    const Json answer = Json::parse(ctl({"submit", file_, "--quota", "left", "--gpu", "1", "--name",
                                         "extra", "--dry-run", "--json"})
                                        .out);
    EXPECT_EQ(answer["preview"]["events"][0]["starts"][0], "extra");
    EXPECT_EQ(answer["preview"]["resting"], true);
    EXPECT_THAT(
        ctl({"submit", file_, "--quota", "left", "--gpu", "1", "--name", "extra", "--dry-run"}).out,
        HasSubstr("Would start once the pool is live\n  extra\n"));
    EXPECT_EQ(ctl({"cancel", file_, "extra"}).code, 2) << "nothing was written";
}

// Without one the work would hold its GPUs until somebody ends it.
TEST_F(ProjectTest, DashesWithNoCommandBehindThemAreRefused) {
    init();
    for (const std::vector<std::string>& behind : {std::vector<std::string>{}, {""}}) {
        std::vector<std::string> arguments{"submit", file_,    "--quota", "left", "--gpu",
                                           "1",      "--name", "none",    "--"};
        arguments.insert(arguments.end(), behind.begin(), behind.end());
        const Ran ran = ctl(arguments);
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr("command"));
    }
    EXPECT_EQ(ctl({"cancel", file_, "none"}).code, 2) << "nothing was written";
}

TEST_F(ProjectTest, NamesMayStandBehindTheOptions) {
    init();
    EXPECT_EQ(
        project("quota", {"set", "--set", R"({"weight":3})", "left", "right", "--dry-run"}).code,
        0);
    EXPECT_EQ(project("quota", {"add", "--gpu", "0", "--parent", "left", "new", "--dry-run"}).code,
              0);
    EXPECT_EQ(project("policy", {"--set", R"({"weight":4})", "left", "--dry-run"}).code, 0);
}

TEST_F(ProjectTest, HistoryAndAudit) {
    init();
    ASSERT_EQ(project("scale", {"left=4", "--why", "less"}).code, 0);
    ASSERT_EQ(project("undo").code, 0);
    const Ran history = project("history", {"--json"});
    ASSERT_EQ(history.code, 0) << history.err;
    EXPECT_TRUE(accepts("project-history", history.out)) << history.out;
    const Json entries = Json::parse(history.out)["entries"];
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(entries[1]["undone"], true);
    EXPECT_EQ(entries[2]["undoes"], 2);
    EXPECT_THAT(project("history").out, AllOf(HasSubstr("less"), HasSubstr("undone"),
                                              HasSubstr("is an undo or redo of another entry"),
                                              HasSubstr("created the pool")));
    EXPECT_THAT(project("history", {"-n", "1"}).out, Not(HasSubstr("less")));

    for (const std::vector<std::string>& flags :
         {std::vector<std::string>{"--json"}, {"--json", "--verify"}}) {
        const Ran audit = project("audit", flags);
        ASSERT_EQ(audit.code, 0) << audit.err;
        EXPECT_TRUE(accepts("project-history", audit.out)) << audit.out;
        EXPECT_EQ(Json::parse(audit.out)["head"], entries[2]["hash"]);
    }
    EXPECT_THAT(project("audit", {"--verify"}).out, HasSubstr("Verified"));
}

TEST_F(ProjectTest, ExitCodes) {
    EXPECT_EQ(project("show").code, 3) << "no file";
    EXPECT_EQ(ctl({"project", "show", scenario_}).code, 3) << "no project";
    EXPECT_EQ(ctl({"project", "init", file_, "--from", folder_ / "none.json"}).code, 3);
    init();
    EXPECT_EQ(ctl({"project"}).code, 2);
    EXPECT_EQ(project("scale").code, 2);
    EXPECT_EQ(project("scale", {"left"}).code, 2);
    EXPECT_EQ(project("scale", {"left=4", "--mode", "gently"}).code, 2);
    EXPECT_EQ(project("scale", {"elsewhere=4"}).code, 2);
    EXPECT_EQ(project("policy", {"left"}).code, 2);
    EXPECT_EQ(project("scale", {"left=9"}).code, 4) << "the children's sum";
    EXPECT_EQ(project("scale", {"right=4"}).code, 4) << "below what is in use";
    EXPECT_EQ(project("quota", {"delete", "right"}).code, 4);
    const Json history = Json::parse(project("history", {"--json"}).out);
    EXPECT_EQ(project("user", {"revoke", history["entries"][0]["who"].get<std::string>()}).code, 4)
        << "the last administrator";
    EXPECT_EQ(project("undo").code, 4);
    EXPECT_EQ(project("redo").code, 4);
    ASSERT_EQ(project("scale", {"left=5"}).code, 0);
    EXPECT_EQ(project("scale", {"left=4", "--revision", "1"}).code, 4) << "stale";
    const Ran refused = project("scale", {"left=9", "--json"});
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(accepts("validate", refused.out)) << refused.out;
    EXPECT_EQ(project("quota", {"add", "bad/name", "--gpu", "0"}).code, 3);
    EXPECT_EQ(project("history").out.find("bad/name"), std::string::npos);
}

// A plan on a project knows what the project will do by itself, or that it leaves it out.
TEST_F(ProjectTest, IsTheBaseOfAPlanWithWhatIsToReturn) {
    init();
    ASSERT_EQ(project("scale", {"left=5", "--for", "8h"}).code, 0);
    const Ran exported = project("export");
    EXPECT_EQ(exported.err, "");
    const Json events = Json::parse(exported.out)["events"];
    ASSERT_EQ(events.size(), 1u) << events;
    EXPECT_EQ(events[0]["quotas"], Json::parse(R"({"left": {"gpu": 6}})"));
    EXPECT_NEAR(events[0]["at"].get<double>(), 8 * 3600, 600);
    const std::string plan = folder_ / "p.plan.json";
    writeBytes(plan, R"({"apportionPlan": 1, "name": "p", "base": {"project": "pool.apportion"},
                         "until": 40000, "sets": [{"name": "s", "edits": []}]})");
    const Json base = Json::parse(ctl({"plan", "run", plan, "--base", "--json"}).out);
    EXPECT_EQ(base["quotas"]["left"]["guaranteed"]["gpu"], 6);
    EXPECT_EQ(base["events"].size(), 1u);
    ASSERT_EQ(project("timetable", {"set", "nightly", "20:00,left=4"}).code, 0);
    const std::string said = "The scenario leaves out what nightly will set";
    EXPECT_THAT(project("export").err, HasSubstr(said));
    EXPECT_THAT(ctl({"plan", "run", plan}).err, HasSubstr(said));
}

// Rule 24: it was let in before the members changed, and is not submitted anew by an export.
TEST_F(ProjectTest, WaitingWorkOfAFormerMemberWaitsInAnExportAndInAPlanToo) {
    writeBytes(scenario_, R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "space", "quotas": ["all"], "members": [
     {"user": "lea", "role": "admin"}, {"user": "ana", "role": "member"}]}],
 "workloads": [{"name": "waits", "workspace": "space", "quota": "all", "user": "ana", "gpu": 8},
               {"name": "capped", "workspace": "space", "quota": "all", "user": "lea", "gpu": 8}]})");
    init();
    ASSERT_EQ(project("workspace", {"member", "space", "ana", "none"}).code, 0);
    ASSERT_EQ(project("workspace", {"caps", "space", R"([{"user": "lea", "gpu": 0}])"}).code, 0);
    const auto statesOf = [](const Ran& ran) {
        const Json answer = Json::parse(ran.out);
        std::string states;
        for (const Json& each : answer["workloads"])
            states += each["state"].get<std::string>() + " " +
                      each["reason"]["message"].get<std::string>() + "\n";
        return states;
    };
    const std::string states = statesOf(project("show", {"--json"}));
    EXPECT_THAT(states, AllOf(HasSubstr("pending ana cannot submit"), Not(HasSubstr("rejected"))));
    const std::string out = folder_ / "out.json";
    ASSERT_EQ(project("export", {"-o", out}).code, 0);
    const Ran simulated = ctl({"simulate", out, "--json"});
    EXPECT_EQ(statesOf(simulated), states);
    EXPECT_EQ(simulated.err, "") << "nothing will be rejected";
    EXPECT_EQ(Json::parse(ctl({"explain", out, "waits", "--json"}).out)["state"], "pending");
    // Who can let it start is in the reason, and nothing beneath says otherwise.
    const std::string said = ctl({"explain", out, "waits"}).out;
    EXPECT_THAT(said, AllOf(HasSubstr("ana cannot submit"), Not(HasSubstr("No single change"))));
    const std::string plan = folder_ / "p.plan.json";
    writeBytes(plan, R"({"apportionPlan": 1, "name": "p", "base": {"project": "pool.apportion"},
                         "until": 60, "sets": [{"name": "s", "edits": []}]})");
    EXPECT_EQ(statesOf(ctl({"plan", "run", plan, "--base", "--json"})), states);
}

TEST_F(ProjectTest, IsNotOverwrittenByWhatIsWrittenToAFile) {
    init();
    EXPECT_NE(project("export", {"-o", file_}).code, 0);
    const Ran converted = ctl({"convert", scenario_, file_, "--to", "scenario"});
    EXPECT_NE(converted.code, 0);
    EXPECT_THAT(converted.err, HasSubstr("is a project or another database"));
    EXPECT_EQ(project("audit", {"--verify"}).code, 0);
    EXPECT_EQ(project("export", {"-o", folder_ / "out.json"}).code, 0);
    EXPECT_EQ(project("export", {"-o", folder_ / "out.json"}).code, 0) << "a scenario is";
}

TEST_F(ProjectTest, WhatMayNotRunThereIsRefusedLikeWhatOneMayNotDo) {
    init();
    done("workspace", {"add", "space", "--quota", "left"});
    done("workspace", {"caps", "space", R"([{"priorities": [8, 9], "gpu": 0}])"});
    const auto submit = [&](const std::string& quota, const std::string& priority) {
        return ctl({"submit", file_, "--workspace", "space", "--quota", quota, "--gpu", "1",
                    "--priority", priority})
            .code;
    };
    EXPECT_EQ(submit("right", "5"), 4);
    EXPECT_EQ(submit("left", "9"), 4);
}

TEST_F(ProjectTest, ListsAnswerInTextAndJson) {
    init();
    done("timetable", {"set", "nightly", "20:00,left=4,right=8", "mon-fri@08:00,left=5,right=8"});
    done("scale", {"left=4.5", "--for", "8h"});
    done("policy", {"left", "--set", R"({"limit": {"gpu": 6}})", "--for", "8h"});
    done("workspace", {"add", "space", "--quota", "left"});
    done("workspace",
         {"caps", "space", R"([{"role": "member", "gpu": 4, "modules": ["training"]}])"});
    done("nodes", {"state", "n-1", "cordoned"});
    done("restore-point", {"monday"});
    for (const char* group :
         {"user", "nodes", "quota", "timetable", "temporary", "workspace", "restore-points"}) {
        EXPECT_EQ(project(group).code, 0) << group;
        const Ran ran = project(group, {"--json"});
        EXPECT_EQ(ran.code, 0) << group << ran.err;
        EXPECT_TRUE(accepts("project-list", ran.out)) << group << ran.out;
    }
    EXPECT_THAT(project("workspace").out, HasSubstr("4 for members, training"));
    EXPECT_THAT(project("nodes").out, HasSubstr("n-1 cordoned"));
    EXPECT_THAT(project("timetable").out, HasSubstr("08:00  mon tue wed thu fri"));
    const Json steps = Json::parse(project("timetable", {"--json"}).out)["timetables"][0]["steps"];
    EXPECT_EQ(steps[0]["at"], "20:00");
    EXPECT_EQ(steps[1]["days"].size(), 5U);
    const Json temporary = Json::parse(project("temporary", {"--json"}).out)["temporary"];
    EXPECT_EQ(temporary[0]["sizes"][0]["during"], 4.5);
    EXPECT_EQ(temporary[1]["policies"][0]["during"]["limit"]["gpu"], 6);
    EXPECT_THAT(project("temporary").out, HasSubstr(R"({"limit":{"gpu":6}})"));
    EXPECT_EQ(Json::parse(project("nodes", {"--json"}).out)["nodeStates"]["n-1"], "cordoned");
    // The journal counts like the lists.
    const Json entries = Json::parse(project("history", {"--json"}).out)["entries"];
    EXPECT_EQ(entries[2]["after"]["temporary"]["temporary-1"]["sizes"][0]["during"], 4.5);
    EXPECT_THAT(entries[2]["after"]["temporary"]["temporary-1"]["ends"].get<std::string>(),
                HasSubstr("T"));
}

TEST_F(ProjectTest, BackupAndRecover) {
    init();
    EXPECT_EQ(project("backup", {folder_ / "copy.apportion"}).code, 0);
    EXPECT_EQ(project("backup", {folder_ / "copy.apportion"}).code, 4) << "not overwritten";
    EXPECT_EQ(ctl({"project", "audit", folder_ / "copy.apportion", "--verify"}).code, 0);
    EXPECT_EQ(project("recover", {folder_ / "new.apportion"}).code, 0);
    EXPECT_EQ(project("recover", {folder_ / "new.apportion"}).code, 4);
    EXPECT_EQ(ctl({"project", "show", folder_ / "new.apportion"}).code, 0);
    const Ran copied = project("backup", {folder_ / "copy-2.apportion", "--json"});
    EXPECT_TRUE(accepts("project-copy", copied.out)) << copied.out;
    EXPECT_EQ(Json::parse(copied.out)["revision"], 1);
    const Ran recovered = project("recover", {folder_ / "new-2.apportion", "--json"});
    EXPECT_TRUE(accepts("project-copy", recovered.out)) << recovered.out;
    EXPECT_EQ(Json::parse(recovered.out)["entries"], 1);
}

TEST_F(ProjectTest, ServeRunsTheEngineForAWhile) {
    init();
    ASSERT_EQ(ctl({"submit", file_, "--quota", "left", "--gpu", "4", "--duration", "1"}).code, 0);
    const Ran served = project("serve", {"--for", "1.6"});
    EXPECT_EQ(served.code, 0) << served.err;
    EXPECT_THAT(served.out, HasSubstr("1 started"));
    const Json shown = Json::parse(project("show", {"--json"}).out);
    EXPECT_EQ(shown["workloads"]["job-2"]["state"], "finished") << shown["workloads"];
    EXPECT_EQ(project("audit", {"--verify"}).code, 0);
}

TEST_F(ProjectTest, OneProgramAtATimeIsLive) {
    init();
    const Ran both = shell("\"$CTL\" project serve '" + file_ +
                           "' --for 2.5 & sleep 1; \"$CTL\" project serve '" + file_ +
                           "' --for 0.1; code=$?; \"$CTL\" project show '" + file_ +
                           "' | grep Live; wait; exit $code");
    EXPECT_EQ(both.code, 4) << both.err;
    EXPECT_THAT(both.out, HasSubstr("Live: process"));
    EXPECT_THAT(project("show").out, HasSubstr("Not live"));
}

}  // namespace
}  // namespace apportion::testing
