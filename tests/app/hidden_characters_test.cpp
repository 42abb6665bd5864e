// SPDX-License-Identifier: GPL-3.0-or-later
// Names and commands with characters that are not seen: what people read shows them as escapes,
// what programs read keeps them.
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/model/visible_text.h"
#include "tests/app/live_runs.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// What a validator lets into a name.
const std::string kHidden = "\u202E\u2066\u200B\u200D\u2060\uFEFF\u2028\u2029\u061C\u200F";
const std::string kShown = R"(\u202E\u2066\u200B\u200D\u2060\uFEFF\u2028\u2029\u061C\u200F)";

std::string named(const std::string& what) {
    return what + kHidden;
}

// In every kind of name; in texts also what moves the cursor.
std::string hostileScenario() {
    Json scenario = Json::parse(smallScenario());
    scenario["name"] = named("pool") + "\x1B[2J\n";
    scenario["nodes"] = {{{"name", named("node")}, {"gpu", 2}, {"gpuType", named("type")}}};
    scenario["quotas"][0]["name"] = named("team");
    scenario["quotas"][0]["team"] = named("Team");
    scenario["workspaces"] = {{{"name", named("space")},
                               {"quotas", {named("team")}},
                               {"members", {{{"user", named("user")}, {"role", "admin"}}}}}};
    for (Json& work : scenario["workloads"]) {
        work["name"] = named(work["name"]);
        work["quota"] = named("team");
        work["user"] = named("user");
        work["workspace"] = named("space");
    }
    scenario["workloads"][2]["gpuType"] = named("none");
    scenario["events"] = {{{"at", 12}, {"do", "cancel"}, {"workload", named("third")}},
                          {{"at", 13}, {"do", "node"}, {"node", named("node")}, {"state", "down"}}};
    return scenario.dump();
}

void expectVisible(const Ran& ran, const std::string& what) {
    for (const std::string& text : {ran.out, ran.err})
        EXPECT_EQ(visibleLines(text), text) << what;
}

class HiddenCharacters : public ::testing::Test {
protected:
    HiddenCharacters() {
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        writeBytes(scenario_, hostileScenario());
    }
    ~HiddenCharacters() override { unsetenv("XDG_STATE_HOME"); }

    Ran project(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "project");
        arguments.insert(arguments.begin() + 2, file_);
        const Ran ran = ctl(arguments);
        expectVisible(ran, arguments[1]);
        return ran;
    }

    TemporaryFolder folder_;
    std::string scenario_ = folder_ / "pool.json";
    std::string file_ = folder_ / "pool.apportion";
};

TEST_F(HiddenCharacters, AreShownInEveryAnswerAboutAScenario) {
    const std::string plan = folder_ / "p.plan.json";
    writeBytes(
        plan,
        Json{{"apportionPlan", 1},
             {"name", named("plan")},
             {"base", {{"scenario", "pool.json"}}},
             {"sets",
              {{{"name", named("set")},
                {"edits",
                 {{{"at", 1}, {"do", "scale"}, {"quotas", {{named("team"), {{"gpu", 1}}}}}}}}}}}}
            .dump());
    const std::string other = folder_ / "other.json";
    Json changed = Json::parse(hostileScenario());
    changed["workloads"][0]["submit"] = 5;
    writeBytes(other, changed.dump());
    const std::vector<std::vector<std::string>> commands{
        {"simulate", scenario_},
        {"validate", scenario_},
        {"explain", scenario_, named("third"), "--at", "11"},
        {"explain", scenario_, named("high")},
        {"explain", scenario_, named("nobody")},
        {"compare", scenario_, other},
        {"plan", "run", plan},
        {"plan", "compare", plan},
        {"plan", "run", plan, "--set", named("other")},
        {"simulate", folder_ / named("missing")},
        {"simulate", scenario_, "--" + named("option")},
        {"replay", "--trace", scenario_, "--format", "scenario"},
        {"convert", scenario_, folder_ / named("out.what")},
    };
    for (const auto& command : commands) {
        const Ran ran = ctl(command);
        expectVisible(ran, command[0] + " " + command[1]);
        EXPECT_NE(ran.out + ran.err, "");
        EXPECT_TRUE(command[0] == "validate" ||
                    (ran.out + ran.err).find(kShown) != std::string::npos)
            << command[0] << ran.out << ran.err;
    }
}

TEST_F(HiddenCharacters, StayInWhatProgramsRead) {
    const Ran ran = ctl({"simulate", scenario_, "--json", "--jobs", folder_ / "jobs.csv"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(Json::parse(ran.out)["workloads"].contains(named("high"))) << ran.out;
    EXPECT_THAT(bytesOf(folder_ / "jobs.csv"), HasSubstr(named("high") + ","));
}

TEST_F(HiddenCharacters, AreShownInEveryAnswerAboutAProject) {
    ASSERT_EQ(project({"init", "--from", scenario_}).code, 0);
    for (const std::string group :
         {"quota", "workspace", "user", "nodes", "timetable", "temporary"})
        EXPECT_EQ(project({group}).code, 0);
    EXPECT_THAT(project({"show"}).out, HasSubstr("team" + kShown));
    EXPECT_THAT(project({"history"}).out, Not(HasSubstr("\u202E")));
    EXPECT_EQ(project({"explain", named("low")}).code, 0);
    const Ran scaled = project({"scale", named("team") + "=1", "--why", named("why"), "--dry-run"});
    EXPECT_THAT(scaled.out + scaled.err, HasSubstr(kShown));
    EXPECT_EQ(project({"quota", "add", named("new"), "--parent", named("team")}).code, 2)
        << "not with a new name";
}

TEST_F(HiddenCharacters, AreShownWhereACommandIsApproved) {
    writeBytes(scenario_, R"({"apportion": 1, "nodes": [{"name": "node", "gpu": 2}],
 "quotas": [{"name": "team", "guaranteed": {"gpu": 2}}]})");
    ASSERT_EQ(project({"init", "--from", scenario_}).code, 0);
    const Ran given =
        ctl({"submit", file_, "--quota", "team", "--gpu", "1", "--name", "job", "--directory",
             folder_.path().string(), "--", "echo", named("safe"), "\x1B[8mrm -rf ~"});
    ASSERT_EQ(given.code, 0) << given.err;
    const Ran seen = project({"approve", "job"});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, HasSubstr("Command:  echo $'safe" + kShown + "' $'\\x1B[8mrm -rf ~'\n"));
    // As bash reads it, it is the command.
    const std::string line = seen.out.substr(10, seen.out.find('\n') - 10);
    EXPECT_EQ(shell("export LC_ALL=C.UTF-8; " + line).out, named("safe") + " \x1B[8mrm -rf ~\n");
}

TEST_F(HiddenCharacters, OfALogAreShownOnATerminalAlone) {
    writeBytes(scenario_, R"({"apportion": 1, "nodes": [{"name": "node", "gpu": 2}],
 "quotas": [{"name": "team", "guaranteed": {"gpu": 2}}]})");
    ASSERT_EQ(project({"init", "--from", scenario_}).code, 0);
    const std::string submit = "\"$CTL\" submit '" + file_ +
                               "' --quota team --gpu 1 --name job -- printf "
                               "'a\\033]0;owned\\007\\342\\200\\256\\tb\\n'\n";
    const Ran served = shell("\"$CTL\" project serve '" + file_ +
                             "' --for 4 >/dev/null 2>&1 &\nsleep 1\n" + submit + "wait\n");
    ASSERT_EQ(served.code, 0) << served.err;
    ASSERT_TRUE(comesTrue([&] { return nothingRuns(folder_ / "state"); }));
    const std::string raw = "a\x1B]0;owned\x07\u202E\tb\n";
    EXPECT_EQ(ctl({"project", "log", file_, "job"}).out, raw);
    writeBytes(folder_ / "run", "\"$CTL\" project log '" + file_ + "' job\n");
    const Ran terminal =
        shell("export CTL\nscript -qec 'bash " + (folder_ / "run") + "' /dev/null");
    EXPECT_EQ(terminal.out, "a\\x1B]0;owned\\x07\\u202E\tb\r\n");
}

}  // namespace
}  // namespace apportion::testing
