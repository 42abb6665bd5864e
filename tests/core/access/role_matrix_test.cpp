// SPDX-License-Identifier: GPL-3.0-or-later
// Who may do what (rule 24), as one table: a row a command, a column a role. Each column says
// whether the role may do it to something inside its scope and to something outside of it.
#include <algorithm>
#include <array>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// Two roots share the nodes. The scope of every role that has one is quota "a" or workspace "wa".
constexpr const char* kPool = R"({"apportion": 1, "name": "roles",
 "nodes": [{"name": "n", "count": 5, "gpu": 8}, {"name": "spare", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 16}}, {"name": "b", "guaranteed": {"gpu": 16}},
            {"name": "a1", "parent": "a", "guaranteed": {"gpu": 8}},
            {"name": "b1", "parent": "b", "guaranteed": {"gpu": 8}},
            {"name": "a2", "parent": "a", "guaranteed": {"gpu": 4}},
            {"name": "b2", "parent": "b", "guaranteed": {"gpu": 4}}],
 "workspaces": [
  {"name": "wa", "quotas": ["a", "a1"],
   "members": [{"user": "wsadmin", "role": "admin"}, {"user": "member", "role": "member"},
               {"user": "eve", "role": "member"}, {"user": "wsviewer", "role": "viewer"}]},
  {"name": "wb", "quotas": ["b1"], "members": [{"user": "eve", "role": "admin"}]},
  {"name": "empty-a", "quotas": ["a1"]}, {"name": "empty-b", "quotas": ["b1"]}],
 "workloads": [
  {"name": "mine", "workspace": "wa", "quota": "a1", "user": "member", "gpu": 1},
  {"name": "in-a", "workspace": "wa", "quota": "a1", "user": "eve", "gpu": 1},
  {"name": "in-b", "workspace": "wb", "quota": "b1", "user": "eve", "gpu": 1}]})";

constexpr std::array<const char*, 9> kRoles{"ana",     "subadmin", "quotaadmin",
                                            "wsadmin", "member",   "wsviewer",
                                            "viewer",  "qviewer",  "nobody"};

struct Row {
    const char* command;
    const char* inside;   // arguments, name=value with blanks between
    const char* outside;  // the same for something outside of the scope
    const char* answers;  // a word a role: may it inside, may it outside
};

// clang-format off
constexpr Row kTable[] = {
    //                                                                         admini- …of a  quota   workspace               viewer …of a
    //                                                                         strator subtree admin  admin  member viewer    of all subtree nobody
    {"quota.add",        "name=x gpu=1 parent=a1",   "name=x gpu=1 parent=b1", "yy     y-     y-      --     --     --        --     --      --"},
    {"quota.add",        "name=x gpu=1 parent=a",    "name=x gpu=0",           "yy     y-     y-      --     --     --        --     --      --"},
    {"quota.add",        "name=x gpu=0 parent=a1 take=a2=1", "name=x gpu=0 parent=a1 take=b1=1", "yy y- y-  --     --     --        --     --      --"},
    {"quota.add",        "name=x gpu=0 parent=a1 workspace=wa", "name=x gpu=0 parent=a1 workspace=wb", "yy y- y- --  --     --        --     --      --"},
    {"quota.delete",     "name=a2",                  "name=b2",                "yy     y-     y-      --     --     --        --     --      --"},
    {"quota.rename",     "name=a1 to=x",             "name=b1 to=x",           "yy     y-     y-      --     --     --        --     --      --"},
    {"quota.rename",     "name=a to=x",              "name=b to=x",            "yy     y-     --      --     --     --        --     --      --"},
    {"scale",            "sizes=a1=6",               "sizes=b1=6",             "yy     y-     y-      --     --     --        --     --      --"},
    {"scale",            "sizes=a1=6 sizes=a2=6",    "sizes=a1=6 sizes=b1=6",  "yy     y-     y-      --     --     --        --     --      --"},
    {"scale",            "sizes=a=20",               "sizes=b=15",             "yy     y-     --      --     --     --        --     --      --"},
    {"policy",           "quota=a1 set={\"weight\":3}", "quota=b1 set={\"weight\":3}", "yy y-    y-      --     --     --        --     --      --"},
    {"policy",           "quota=a set={\"weight\":3}",  "quota=b set={\"weight\":3}",  "yy y-    --      --     --     --        --     --      --"},
    // What a quota may have and take of others is the word of who is above it.
    {"policy",           "quota=a set={\"limit\":{\"gpu\":32}}", "quota=b set={\"limit\":{\"gpu\":32}}", "yy y- --  --  --     --        --     --      --"},
    {"policy",           "quota=a1 set={\"limit\":{\"gpu\":32}}", "quota=b1 set={\"limit\":{\"gpu\":32}}", "yy y- y- --  --     --        --     --      --"},
    {"policy",           "quota=a set={\"rank\":1}", "quota=b set={\"rank\":1}", "yy y-    --      --     --     --        --     --      --"},
    {"policy",           "quota=a set={\"lend\":{\"gpu\":1}}", "quota=b set={\"lend\":{\"gpu\":1}}", "yy y-    --      --     --     --        --     --      --"},
    {"policy",           "quota=a self={\"high\":[7,9],\"low\":[1,3],\"modules\":[\"training\"],\"scope\":\"siblings\"}",
                         "quota=b self={\"high\":[7,9],\"low\":[1,3],\"modules\":[\"training\"],\"scope\":\"siblings\"}", "yy y- -- -- -- --      --     --      --"},
    {"policy",           "quota=a self={\"high\":[7,9],\"low\":[1,3],\"modules\":[\"training\"],\"scope\":\"quota\"}",
                         "quota=b self={\"high\":[7,9],\"low\":[1,3],\"modules\":[\"training\"],\"scope\":\"quota\"}", "yy y- y- -- -- --      --     --      --"},
    {"quota.set",        "quotas=a set={\"weight\":3}", "quotas=b set={\"weight\":3}", "yy y- --   --     --     --        --     --      --"},
    {"quota.set",        "quotas=a gpu=20", "quotas=b gpu=15", "yy y- --   --     --     --        --     --      --"},
    {"quota.set",        "quotas=a1 gpu=6", "quotas=b1 gpu=6", "yy y- y-   --     --     --        --     --      --"},
    {"policy",           "quota=a child={\"priorities\":[1,3],\"modules\":[\"training\"]}",
                         "quota=b child={\"priorities\":[1,3],\"modules\":[\"training\"]}", "yy y- y-    --     --     --        --     --      --"},
    {"quota.set",        "quotas=a1 quotas=a2 set={\"weight\":3}", "quotas=a1 quotas=b1 set={\"weight\":3}", "yy y- y- -- --  --        --     --      --"},
    // Which nodes a root divides is part of what it was given.
    {"policy",           "quota=a set={\"nodes\":null}",
                         "quota=b set={\"nodes\":null}", "yy     y-     --      --     --     --        --     --      --"},
    {"apply",            "edits={\"at\":0,\"do\":\"scale\",\"quotas\":{\"a1\":{\"gpu\":6}}}",
                         "edits={\"at\":0,\"do\":\"scale\",\"quotas\":{\"b1\":{\"gpu\":6}}}", "yy y- y- --   --     --        --     --      --"},
    {"workspace.add",    "name=x quota=a1",          "name=x quota=b1",        "yy     y-     y-      --     --     --        --     --      --"},
    {"workspace.add",    "name=x quota=a quota=a1",  "name=x quota=a1 quota=b1", "yy   y-     y-      --     --     --        --     --      --"},
    {"workspace.quotas", "name=wa quota=a1",         "name=wb quota=b1 quota=b2", "yy  y-     y-      --     --     --        --     --      --"},
    {"workspace.quotas", "name=wa quota=a1 quota=a2", "name=wa quota=a1 quota=b1", "yy y-    y-      --     --     --        --     --      --"},
    {"workspace.untie",  "name=wa quota=a1",         "name=wb quota=b1",       "yy     y-     y-      --     --     --        --     --      --"},
    {"workspace.delete", "name=empty-a",             "name=empty-b",           "yy     y-     y-      --     --     --        --     --      --"},
    {"workspace.member", "name=wa user=bob role=admin", "name=wb user=bob role=admin", "yy y-    y-      y-     --     --        --     --      --"},
    {"workspace.member", "name=wa user=eve role=none", "name=wb user=eve role=none", "yy y-      y-      y-     --     --        --     --      --"},
    {"workspace.caps",   "name=wa caps=[{\"gpu\":8}]", "name=wb caps=[{\"gpu\":8}]", "yy y-      y-      y-     --     --        --     --      --"},
    {"workspace.request", "name=wa quota=a1 gpu=16",  "name=wb quota=b1 gpu=16", "yy     y-      y-      y-     --     --        --     --      --"},
    {"user.grant",       "user=bob role=viewer quota=a1", "user=bob role=viewer quota=b1", "yy y- --      --     --     --        --     --      --"},
    {"user.grant",       "user=bob role=administrator quota=a", "user=bob role=administrator", "yy y- --      --     --     --        --     --      --"},
    {"user.revoke",      "user=helper quota=a1",     "user=helper quota=b1",   "yy     y-     --      --     --     --        --     --      --"},
    {"user.revoke",      "user=qviewer",             "user=helper",            "yy     y-     --      --     --     --        --     --      --"},
    {"nodes.add",        "nodes={\"name\":\"x\",\"gpu\":8}", "nodes={\"name\":\"x\",\"gpu\":8}", "yy -- --      --     --     --        --     --      --"},
    {"nodes.remove",     "name=spare",               "name=spare",             "yy     --     --      --     --     --        --     --      --"},
    {"nodes.set",        "name=spare gpu=16",        "name=spare gpu=16",      "yy     --     --      --     --     --        --     --      --"},
    {"nodes.state",      "node=spare state=down",    "node=spare state=down",  "yy     --     --      --     --     --        --     --      --"},
    {"nodes.state",      "node=spare state=draining", "node=spare state=draining", "yy -- --      --     --     --        --     --      --"},
    {"settings",         "settings={\"gracePeriod\":9}", "settings={\"gracePeriod\":9}", "yy -- --      --     --     --        --     --      --"},
    {"prices",           "prices=2.10",              "prices=2.10",            "yy     --     --      --     --     --        --     --      --"},
    {"import",           "from=x content={\"apportion\":1,\"nodes\":[{\"name\":\"x\",\"gpu\":1}],\"quotas\":[{\"name\":\"x\",\"guaranteed\":{\"gpu\":0}}]}",
                         "from=x content={\"apportion\":1,\"nodes\":[{\"name\":\"x\",\"gpu\":1}],\"quotas\":[{\"name\":\"x\",\"guaranteed\":{\"gpu\":0}}]}",
                                                                               "yy     --     --      --     --     --        --     --      --"},
    {"submit",           "workspace=wa quota=a1 gpu=1", "workspace=wb quota=b1 gpu=1", "-- --    --      y-     y-     --        --     --      --"},
    {"submit",           "quota=a1 gpu=1",           "quota=b1 gpu=1",         "yy     y-     --      --     --     --        --     --      --"},
    {"cancel",           "name=in-a",                "name=in-b",              "yy     y-     --      y-     --     --        --     --      --"},
    {"cancel",           "name=mine",                "name=in-b",              "yy     y-     --      y-     y-     --        --     --      --"},
    {"decline",          "name=asks-a",              "name=asks-b",            "yy     y-     --      y-     --     --        --     --      --"},
    {"decline",          "name=asks-mine",           "name=asks-b",              "yy     y-     --      y-     y-     --        --     --      --"},
    {"finish",           "name=in-a",                "name=in-b",              "yy     y-     --      y-     --     --        --     --      --"},
    {"finish",           "name=mine",                "name=in-b",              "yy     y-     --      y-     y-     --        --     --      --"},
    {"priority",         "name=in-a priority=2",     "name=in-b priority=2",   "yy     y-     --      y-     --     --        --     --      --"},
    {"priority",         "name=mine priority=2",     "name=in-b priority=2",   "yy     y-     --      y-     y-     --        --     --      --"},
    {"temporary.end",    "name=temporary-1",         "name=temporary-2",       "yy     y-     y-      --     --     --        --     --      --"},
    {"temporary.end",    "name=temporary-3",         "name=temporary-2",       "yy     y-     --      --     --     --        --     --      --"},
    {"timetable.set",    "name=x steps=08:00,a1=8",  "name=x steps=08:00,b1=8", "yy    y-     y-      --     --     --        --     --      --"},
    {"timetable.set",    "name=in-a steps=08:00,a2=4", "name=in-b steps=08:00,a1=8", "yy y-     y-      --     --     --        --     --      --"},
    {"timetable.set",    "name=x steps=08:00,a=16",  "name=x steps=08:00,b=16", "yy    y-     --      --     --     --        --     --      --"},
    {"timetable.delete", "name=in-a",                "name=in-b",              "yy     y-     y-      --     --     --        --     --      --"},
    {"restore-point",    "name=x",                   "name=x",                 "yy     --     --      --     --     --        --     --      --"},
};
// clang-format on

Given givenOf(const std::string& text) {
    Given given;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto at = word.find('=');
        given.emplace_back(word.substr(0, at), word.substr(at + 1));
    }
    return given;
}

class RoleMatrix : public SmallProject {
protected:
    void SetUp() override {
        make(kPool);
        const std::vector<Given> grants{
            {{"user", "subadmin"}, {"role", "administrator"}, {"quota", "a"}},
            {{"user", "quotaadmin"}, {"role", "quota-administrator"}, {"quota", "a"}},
            {{"user", "viewer"}, {"role", "viewer"}},
            {{"user", "qviewer"}, {"role", "viewer"}, {"quota", "a"}},
            {{"user", "helper"}, {"role", "viewer"}, {"quota", "a1"}},
            {{"user", "helper"}, {"role", "viewer"}, {"quota", "b1"}}};
        for (const Given& grant : grants)
            ASSERT_EQ(run("user.grant", grant), "");
        for (const char* size : {"a1=7", "b1=7", "a=17"})
            ASSERT_EQ(run("scale", {{"sizes", size}, {"for", "1h"}}), "") << size;
        ASSERT_EQ(run("timetable.set", {{"name", "in-a"}, {"steps", "20:00,a1=8"}}), "");
        ASSERT_EQ(run("timetable.set", {{"name", "in-b"}, {"steps", "20:00,b1=8"}}), "");
        asks("asks-a", "eve", "wa", "a1");
        asks("asks-mine", "member", "wa", "a1");
        asks("asks-b", "eve", "wb", "b1");
    }
    // Work whose command waits for an approval.
    void asks(const std::string& name, const std::string& user, const std::string& workspace,
              const std::string& quota) {
        const auto desk = open(user);
        ASSERT_EQ(codeOf(desk->run(command("submit", {{"name", name},
                                                      {"workspace", workspace},
                                                      {"quota", quota},
                                                      {"gpu", "1"},
                                                      {"directory", "/"},
                                                      {"command", "true"}}))),
                  "");
    }
};

// What one may not even see is told as one that is not there.
bool isRefused(const std::string& code) {
    return code.starts_with("not-allowed.") || code == "project-unknown";
}

TEST_F(RoleMatrix, EveryCommandForEveryRoleInAndOutOfScope) {
    const Revision before = revision();
    std::vector<std::unique_ptr<ProjectDesk>> desks;
    for (const char* role : kRoles)
        desks.push_back(open(role));
    for (const Row& row : kTable) {
        std::istringstream answers(row.answers);
        for (std::size_t i = 0; i < kRoles.size(); ++i) {
            std::string expected;
            ASSERT_TRUE(answers >> expected) << row.command;
            ASSERT_EQ(expected.size(), 2U) << row.command;
            for (const bool inside : {true, false}) {
                const char* arguments = inside ? row.inside : row.outside;
                CommandRequest request = command(row.command, givenOf(arguments));
                request.dryRun = true;
                const auto answer = desks[i]->run(request);
                const std::string what =
                    std::string(kRoles[i]) + ": " + row.command + " " + arguments;
                if (expected[inside ? 0 : 1] == 'y') {
                    EXPECT_TRUE(answer) << what << "\n" << (answer ? "" : allOf(answer.error()));
                } else {
                    EXPECT_TRUE(isRefused(codeOf(answer)))
                        << what << ": '" << codeOf(answer) << "'";
                }
            }
        }
    }
    EXPECT_EQ(revision(), before) << "a dry run writes nothing";
}

TEST(RoleMatrixTable, NamesEveryCommand) {
    for (const CommandInfo& info : projectCommands())
        EXPECT_TRUE(std::any_of(std::begin(kTable), std::end(kTable),
                                [&](const Row& row) { return row.command == info.id; }))
            << info.id << " has no row";
    for (const Row& row : kTable)
        EXPECT_NE(findCommand(row.command), nullptr) << row.command;
}

// What is refused for want of a right is not written when it is not a dry run either.
TEST_F(RoleMatrix, ARefusedCommandWritesNothing) {
    const Revision before = revision();
    auto nobody = open("nobody");
    for (const Row& row : kTable)
        EXPECT_TRUE(isRefused(codeOf(nobody->run(command(row.command, givenOf(row.inside))))))
            << row.command;
    EXPECT_EQ(revision(), before);
}

}  // namespace
}  // namespace apportion::testing
