// SPDX-License-Identifier: GPL-3.0-or-later
// Every change as arguments and back.
#include <gmock/gmock.h>

#include "core/change/event_command.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::UnorderedElementsAreArray;

struct Line {
    const char* id;
    Given given;  // as a change is written
};

const std::vector<Line>& lines() {
    static const std::vector<Line> all{
        {"quota.add",
         {{"name", "new"},
          {"parent", "all"},
          {"gpu", "2.5"},
          {"team", "New"},
          {"weight", "3"},
          {"limit", "8"},
          {"lend", "0"},
          {"over-quota", "idle-only"},
          {"set", R"({"queueing":"fifo","rank":2})"},
          {"take", "left=1.5"},
          {"take", "right=1"},
          {"workspace", "left-space"}}},
        {"quota.delete", {{"name", "left"}}},
        {"quota.rename", {{"name", "left"}, {"to", "links"}, {"team", "L"}}},
        {"scale",
         {{"sizes", "left=8"},
          {"sizes", "right=0.25"},
          {"mode", "reclaim"},
          {"after", "90s"},
          {"for", "3600.0"},
          {"until", "2030-01-01T00:00:00Z"}}},
        {"policy",
         {{"quota", "left"},
          {"self",
           R"({"high":[6,9],"low":[1,4],"modules":["training"],"scope":"siblings","mayTakeGuaranteed":true})"},
          {"child", "off"},
          {"set", R"({"limit":null})"},
          {"mode", "drain"},
          {"after", "5s"},
          {"for", "60.0"},
          {"until", "2030-01-01T00:00:00Z"}}},
        {"quota.set",
         {{"quotas", "left"},
          {"quotas", "right"},
          {"set", R"({"weight":80})"},
          {"gpu", "8"},
          {"mode", "refuse"},
          {"after", "1s"}}},
        {"apply",
         {{"edits", R"({"at": 0, "do": "scale", "quotas": {"left": {"gpu": 8}}})"},
          {"edits", R"({"do": "caps", "workspace": "left-space", "caps": [{"gpu": 4}]})"},
          {"variant", "8 / 16"}}},
        {"workspace.add", {{"name", "lab"}, {"quota", "left"}, {"quota", "right"}}},
        {"workspace.quotas", {{"name", "left-space"}, {"quota", "right"}}},
        {"workspace.untie", {{"name", "left-space"}, {"quota", "left"}}},
        {"workspace.delete", {{"name", "left-space"}}},
        {"workspace.member", {{"name", "left-space"}, {"user", "lea"}, {"role", "none"}}},
        {"workspace.caps", {{"name", "left-space"}, {"caps", R"([{"gpu":8,"role":"member"}])"}}},
        {"workspace.request",
         {{"name", "left-space"}, {"quota", "left"}, {"gpu", "6"}, {"evidence", "two wait"}}},
        {"user.grant", {{"user", "bob"}, {"role", "quota-administrator"}, {"quota", "left"}}},
        {"user.revoke", {{"user", "bob"}, {"role", "viewer"}, {"quota", "left"}}},
        {"nodes.add", {{"nodes", R"({"name": "m", "count": 2, "gpu": 4})"}}},
        {"nodes.remove", {{"name", "n"}}},
        {"nodes.set",
         {{"name", "n"},
          {"gpu", "4"},
          {"gpu-type", "none"},
          {"cpu", "1.5"},
          {"memory", "none"},
          {"labels", R"({"rack":"2"})"}}},
        {"nodes.state", {{"node", "n-1"}, {"state", "draining"}}},
        {"settings",
         {{"settings",
           R"({"agingInterval":600,"balanceTimeout":180,"consolidation":true,"gracePeriod":30.5,)"
           R"("minRuntime":0,"moveLoss":null,"placement":"spread"})"}}},
        {"prices",
         {{"prices", "H100=2.10"},
          {"prices", "1.5@2026-10-01"},
          {"currency", "USD"},
          {"cost", "guarantee+borrowed:50"}}},
        {"import", {{"from", "x.json"}, {"content", "{}"}, {"replace", "true"}}},
        {"submit",
         {{"quota", "left"},
          {"workspace", "left-space"},
          {"gpu", "0.5"},
          {"replicas", "4"},
          {"min-replicas", "2"},
          {"priority", "7"},
          {"module", "inference"},
          {"name", "job"},
          {"gpu-type", "H100"},
          {"cpu", "1.5"},
          {"memory", "40"},
          {"duration", "60.0"},
          {"checkpoint", "10.0"},
          {"preemptible", "no"},
          {"idle", "true"},
          {"directory", "/tmp"},
          {"command", "echo"},
          {"command", ""},
          {"command", "two words"}}},
        {"cancel", {{"name", "job"}}},
        {"decline", {{"name", "job"}, {"digest", "abc"}}},
        {"finish", {{"name", "job"}}},
        {"priority", {{"name", "job"}, {"priority", "9"}}},
        {"temporary.end", {{"name", "temporary-1"}}},
        {"timetable.set",
         {{"name", "nights"},
          {"steps", "20:00,left=4,right=8"},
          {"steps", "mon,tue,sun@08:05,left=8"},
          {"steps", "2026-12-01T08:00:00Z/reclaim:600s,left=8"},
          {"zone", "Europe/Lisbon"}}},
        {"timetable.delete", {{"name", "nights"}}},
        {"restore-point", {{"name", "here"}}},
    };
    return all;
}

TEST(ChangeText, EveryArgumentIsWrittenAsItIsRead) {
    std::vector<std::string_view> ids;
    for (const Line& line : lines()) {
        ids.push_back(line.id);
        const CommandRequest request = command(line.id, line.given);
        EXPECT_TRUE(checkArguments(request).empty()) << line.id << allOf(checkArguments(request));
        EXPECT_EQ(idOf(request.change), line.id);
        EXPECT_EQ(argumentsOf(request.change).json(), request.typed->arguments.json()) << line.id;
        for (const ArgumentInfo& info : infoOf(request.change).arguments)
            EXPECT_TRUE(request.typed->arguments.has(info.name)) << line.id << " " << info.name;
    }
    std::vector<std::string_view> known;
    for (const CommandInfo& info : projectCommands())
        known.push_back(info.id);
    EXPECT_THAT(ids, UnorderedElementsAreArray(known));
    EXPECT_EQ(known.size(), std::variant_size_v<Change>);
}

TEST(ChangeText, WhatIsNotGivenIsNotWritten) {
    for (const Line& line : lines()) {
        const CommandInfo& info = infoOf(command(line.id, line.given).change);
        Given required;
        for (const auto& [name, value] : line.given)
            for (const ArgumentInfo& each : info.arguments)
                if (each.name == name && each.required)
                    required.emplace_back(name, value);
        const CommandRequest request = command(line.id, required);
        const Arguments written = argumentsOf(request.change);
        for (const ArgumentInfo& each : info.arguments)
            EXPECT_TRUE(each.required || !written.has(each.name) || info.id == "submit")
                << info.id << " " << each.name << ": only a form of work tells its defaults";
    }
}

class TypedChanges : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }
    std::string run(Change change) { return codeOf(desk_->run({std::move(change)})); }
    std::string arguments() {
        const auto entries = desk_->history(1);
        return entries && !entries->empty() ? entries->front().entry.arguments : "";
    }
};

// The same as of a command line.
TEST_F(TypedChanges, AreRefusedWhereANameIsNone) {
    EXPECT_EQ(run(RenameQuota{"left", ""}), "argument-wrong");
    EXPECT_EQ(run(RenameQuota{"left", "a\nb"}), "argument-wrong");
    EXPECT_EQ(run(CancelWork{"\xff"}), "argument-wrong");
    EXPECT_EQ(run(CreateWorkspace{"lab", {}}), "argument-missing");
    EXPECT_EQ(run(ScaleQuotas{}), "argument-missing");
    EXPECT_EQ(run(SetPolicy{"left"}), "argument-missing") << "without any keys";
}

TEST_F(TypedChanges, StandInTheJournalAsTheyWouldBeTyped) {
    PolicyChange weight;
    weight.weight = 7;
    EXPECT_EQ(run(SetPolicy{.quota = "left", .set = weight}), "");
    EXPECT_EQ(arguments(), R"({"quota":["left"],"set":["{\"weight\":7}"]})");
    EXPECT_EQ(run(changeOf(ScaleEvent{{{"left", Limit{850, {}, {}}}}, ScaleMode::reclaim, 60000})),
              "");
    EXPECT_EQ(arguments(), R"({"after":["60s"],"mode":["reclaim"],"sizes":["left=8.5"]})");
    EXPECT_EQ(run(changeOf(NodeEvent{"n-1", NodeState::cordoned})), "");
    EXPECT_EQ(arguments(), R"({"node":["n-1"],"state":["cordoned"]})");
}

// What a person typed stays as it was typed.
TEST_F(TypedChanges, OfACommandLineKeepItsWords) {
    EXPECT_EQ(codeOf(desk_->run(command("scale", {{"sizes", "left=8.50"}, {"for", "2h"}}))), "");
    EXPECT_EQ(arguments(), R"({"for":["2h"],"sizes":["left=8.50"]})");
}

}  // namespace
}  // namespace apportion::testing
