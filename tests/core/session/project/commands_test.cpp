// SPDX-License-Identifier: GPL-3.0-or-later
// What every command needs of its arguments, that it does nothing twice, and that a dry run writes
// nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/message.h"
#include "core/plan/draft/submit_request.h"
#include "core/store/process_identity.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

class ProjectCommands : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }
};

std::string rightValue(const ArgumentInfo& info) {
    switch (info.kind) {
        case ArgumentKind::gpu:
        case ArgumentKind::number:
        case ArgumentKind::amount:
        case ArgumentKind::memory:
            return "1";
        case ArgumentKind::seconds:
            return "10s";
        case ArgumentKind::moment:
            return "2030-01-01T00:00:00Z";
        case ArgumentKind::flag:
            return "true";
        case ArgumentKind::json:
            return "{}";
        case ArgumentKind::word:
            return std::string(info.words.substr(0, info.words.find(' ')));
        case ArgumentKind::text:
            break;
    }
    return "x";
}

std::string wrongValue(const ArgumentInfo& info) {
    switch (info.kind) {
        case ArgumentKind::gpu:
            return "0.123";
        case ArgumentKind::number:
        case ArgumentKind::amount:
        case ArgumentKind::memory:
            return "one";
        case ArgumentKind::seconds:
            return "ten minutes";
        case ArgumentKind::moment:
            return "tomorrow";
        case ArgumentKind::flag:
            return "no";
        case ArgumentKind::word:
            return "something";
        case ArgumentKind::text:
        case ArgumentKind::json:
            break;
    }
    return "";
}

TEST_F(ProjectCommands, AreUniqueAndHelpful) {
    std::set<std::string_view> ids;
    for (const CommandInfo& info : projectCommands()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_FALSE(info.help.empty()) << info.id;
        EXPECT_NE(info.needs, nullptr) << info.id;
        EXPECT_NE(info.apply, nullptr) << info.id;
        std::set<std::string_view> names;
        for (const ArgumentInfo& argument : info.arguments) {
            EXPECT_TRUE(names.insert(argument.name).second) << info.id << " " << argument.name;
            EXPECT_EQ(argument.kind == ArgumentKind::word, !argument.words.empty()) << info.id;
        }
    }
    EXPECT_EQ(run("quota.frobnicate", {}), "project-no-command");
}

TEST_F(ProjectCommands, TellWhatIsMissingAndWhatIsWrong) {
    const Revision before = revision();
    for (const CommandInfo& info : projectCommands()) {
        for (const ArgumentInfo& argument : info.arguments) {
            Given others;
            for (const ArgumentInfo& other : info.arguments)
                if (other.required && other.name != argument.name)
                    others.emplace_back(other.name, rightValue(other));
            if (argument.required) {
                EXPECT_EQ(run(std::string(info.id), others), "argument-missing")
                    << info.id << " " << argument.name;
            }
            if (argument.kind == ArgumentKind::json)
                continue;
            Given wrong = others;
            wrong.emplace_back(argument.name, wrongValue(argument));
            EXPECT_EQ(run(std::string(info.id), wrong), "argument-wrong")
                << info.id << " " << argument.name;
        }
        Given unknown{{"frobnicate", "1"}};
        for (const ArgumentInfo& argument : info.arguments)
            if (argument.required)
                unknown.emplace_back(argument.name, rightValue(argument));
        EXPECT_EQ(run(std::string(info.id), unknown), "argument-unknown") << info.id;
    }
    EXPECT_EQ(revision(), before);
}

TEST_F(ProjectCommands, TakeOneValueWhereOneIsMeant) {
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"quota", "right"}, {"set", "{\"weight\":1}"}}),
              "argument-wrong");
    EXPECT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"gpu", "2"}}), "argument-wrong");
}

TEST_F(ProjectCommands, ADryRunTellsAndWritesNothing) {
    auto request = command("scale", {{"sizes", "left=8"}});
    request.dryRun = true;
    request.why = "to see";
    const auto answer = desk_->run(request);
    ASSERT_TRUE(answer);
    ASSERT_TRUE(answer->entry);
    EXPECT_EQ(answer->entry->action, "scale");
    EXPECT_EQ(answer->entry->why, "to see");
    EXPECT_EQ(answer->entry->facts.size(), 1U);
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(revision(), 1);
    reopen();
    EXPECT_EQ(revision(), 1);
}

TEST_F(ProjectCommands, AreRefusedWhereSomebodyChangedTheirSubjectMeanwhile) {
    auto other = open("ana");
    ASSERT_TRUE(other->run(command("scale", {{"sizes", "left=10"}})));
    auto stale = command("scale", {{"sizes", "left=8"}});
    stale.seen = 1;
    EXPECT_EQ(codeOf(desk_->run(stale)), "project-stale");
    // Another subject is not concerned, and what was seen now may be changed.
    auto beside = command("scale", {{"sizes", "right=8"}});
    beside.seen = 1;
    EXPECT_EQ(codeOf(desk_->run(beside)), "");
    stale.seen = 2;
    EXPECT_EQ(codeOf(desk_->run(stale)), "");
    EXPECT_EQ(sizeOf("left"), 8);
}

TEST_F(ProjectCommands, FollowWhatOthersWrote) {
    auto other = open("ana");
    for (int i = 0; i < 5; ++i) {
        const std::string size = "left=" + std::to_string(i + 1);
        auto& desk = i % 2 == 0 ? *desk_ : *other;
        ASSERT_EQ(codeOf(desk.run(command("scale", {{"sizes", size}}))), "");
    }
    EXPECT_EQ(sizeOf("left"), 5);
    EXPECT_EQ(revision(), 6);
    reopen();
    EXPECT_EQ(sizeOf("left"), 5);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// Each once, then again: the second time it is so already, or the name is taken or gone.
TEST_F(ProjectCommands, ChangeNothingTheSecondTime) {
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "job"}}), "");
    struct Case {
        std::string id;
        Given given;
        std::string again = "nothing";
    };
    const std::vector<Case> cases{
        {"quota.add", {{"name", "x"}, {"parent", "left"}, {"gpu", "1"}}, "project-name-taken"},
        {"quota.rename", {{"name", "x"}, {"to", "y"}}, "project-unknown"},
        {"quota.delete", {{"name", "y"}}, "project-unknown"},
        {"scale", {{"sizes", "left=8"}}},
        {"policy", {{"quota", "left"}, {"set", R"({"weight": 3})"}}},
        {"workspace.add", {{"name", "x"}, {"quota", "left"}}, "project-name-taken"},
        {"workspace.quotas", {{"name", "x"}, {"quota", "right"}}},
        {"workspace.member", {{"name", "x"}, {"user", "bob"}, {"role", "member"}}},
        {"workspace.caps", {{"name", "x"}, {"caps", R"([{"gpu": 4}])"}}},
        {"workspace.request", {{"name", "x"}, {"gpu", "14"}, {"evidence", "2 wait"}}},
        {"workspace.delete", {{"name", "x"}}, "project-unknown"},
        {"user.grant", {{"user", "bob"}, {"role", "viewer"}, {"quota", "left"}}},
        {"user.revoke", {{"user", "bob"}}, "project-unknown"},
        {"nodes.add", {{"nodes", R"({"name": "m", "gpu": 8})"}}, "project-name-taken"},
        {"nodes.state", {{"node", "m"}, {"state", "down"}}},
        {"nodes.remove", {{"name", "m"}}, "project-unknown"},
        {"settings", {{"settings", R"({"gracePeriod": 30})"}}},
        {"prices", {{"prices", "2.10"}, {"currency", "USD"}}},
        {"priority", {{"name", "job"}, {"priority", "7"}}},
        {"timetable.set", {{"name", "t"}, {"steps", "20:00,left=8"}}},
        {"timetable.delete", {{"name", "t"}}, "project-unknown"},
        {"restore-point", {{"name", "p"}}, "project-name-taken"},
        {"cancel", {{"name", "job"}}, "project-unknown"},
    };
    for (const Case& each : cases) {
        passes(kSecond);
        EXPECT_EQ(run(each.id, each.given), "") << each.id;
        passes(kSecond);
        EXPECT_EQ(run(each.id, each.given), each.again) << each.id;
        reopen();
    }
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// Who mends one mistake need not come back for the next.
TEST_F(ProjectCommands, ASubmissionIsToldAllThatIsWrongWithIt) {
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "1"}}), "");
    const auto answer = desk_->run(command("submit", {{"name", "job"},
                                                      {"quota", "nowhere"},
                                                      {"gpu", "1"},
                                                      {"replicas", "0"},
                                                      {"priority", "12"},
                                                      {"command", "run"}}));
    const auto fieldsOf = [](const Problems& problems) {
        std::vector<std::string> fields;
        for (const Problem& problem : problems)
            fields.push_back(submitField(problem) + (problem.warning ? " (warning)" : ""));
        return fields;
    };
    ASSERT_FALSE(answer);
    EXPECT_THAT(
        fieldsOf(answer.error()),
        ::testing::UnorderedElementsAre("name", "quota", "replicas", "priority", "directory"));
    EXPECT_EQ(answer.error().front().message.code, "project-name-taken");
    // With what is warned of; and where it would go is told once.
    const auto large =
        desk_->run(command("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "99"}}));
    ASSERT_FALSE(large);
    EXPECT_THAT(fieldsOf(large.error()), ::testing::UnorderedElementsAre("name", "gpu (warning)"));
    ASSERT_EQ(run("workspace.add", {{"name", "both"}, {"quota", "left"}, {"quota", "right"}}), "");
    const auto astray = desk_->run(command(
        "submit", {{"name", "job"}, {"workspace", "both"}, {"gpu", "1"}, {"priority", "12"}}));
    ASSERT_FALSE(astray);
    EXPECT_THAT(fieldsOf(astray.error()),
                ::testing::UnorderedElementsAre("name", "quota", "priority"));
}

// Nor need they who wrote something that cannot be read.
TEST_F(ProjectCommands, ASubmissionThatCannotBeReadIsToldWhatElseIsWrong) {
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "1"}}), "");
    const auto told = [&](const Given& given) {
        const auto answer = desk_->run(command("submit", given));
        EXPECT_FALSE(answer);
        std::vector<std::string> all;
        for (const Problem& problem : answer ? Problems{} : answer.error())
            all.push_back(problem.message.code + " " + submitField(problem));
        return all;
    };
    using ::testing::ElementsAre;
    EXPECT_THAT(
        told({{"name", "job"}, {"quota", "nowhere"}, {"gpu", "many"}}),
        ElementsAre("argument-wrong gpu", "project-name-taken name", "unknown-quota quota"));
    EXPECT_THAT(told({{"name", ""}, {"quota", "nowhere"}, {"gpu", "1"}, {"priority", "12"}}),
                ::testing::UnorderedElementsAre("argument-wrong name", "unknown-quota quota",
                                                "too-big priority"));
    EXPECT_THAT(told({{"quota", "nowhere"}}),
                ElementsAre("argument-missing gpu", "unknown-quota quota"));
    // What is measured by something that cannot be read is not wrong yet.
    EXPECT_THAT(told({{"quota", "left"}, {"gpu", "1"}, {"replicas", "x"}, {"min-replicas", "2"}}),
                ElementsAre("argument-wrong replicas"));
    EXPECT_THAT(told({{"quota", "left"}, {"gpu", "1"}, {"directory", "/tmp"}, {"command", ""}}),
                ElementsAre("argument-wrong command"));
    EXPECT_THAT(told({{"workspace", ""}, {"gpu", "1"}}), ElementsAre("argument-wrong workspace"));
    EXPECT_EQ(desk_->project().value()->work.size(), 1U) << "and nothing was submitted";
}

// It may be meant, and is mostly forgotten.
TEST_F(ProjectCommands, ACommandWithoutGpusIsWarnedOf) {
    const auto notesOf = [&](const Given& given) {
        const auto answer = desk_->run(command("submit", given));
        EXPECT_TRUE(answer);
        return answer ? allOf(answer->notes) : std::string();
    };
    const Given work{{"quota", "left"}, {"directory", "/tmp"}, {"command", "run"}};
    const auto with = [&](const char* name, const char* gpu) {
        Given given = work;
        given.insert(given.end(), {{"name", name}, {"gpu", gpu}});
        return given;
    };
    EXPECT_EQ(notesOf(with("one", "1")).find("submit-command-no-gpu"), std::string::npos);
    EXPECT_NE(notesOf(with("none", "0"))
                  .find("submit-command-no-gpu at /gpu: The workload gets no GPU. Its command runs "
                        "with an empty CUDA_VISIBLE_DEVICES."),
              std::string::npos);
    EXPECT_EQ(
        notesOf({{"quota", "left"}, {"gpu", "0"}, {"name", "bare"}}).find("submit-command-no-gpu"),
        std::string::npos)
        << "there is no command";
}

// Also where there is no such workspace: to who sees all of them, and to who does not.
TEST_F(ProjectCommands, ASubmissionToNoWorkspaceIsToldAllThatIsWrongWithIt) {
    ASSERT_EQ(run("user.grant", {{"user", "leo"}, {"role", "viewer"}, {"quota", "right"}}), "");
    const auto toldTo = [&](const char* user) {
        const auto answer = open(user)->run(command("submit", {{"workspace", "nowhere"},
                                                               {"gpu", "1"},
                                                               {"gpu-type", "no-such"},
                                                               {"replicas", "0"},
                                                               {"priority", "12"},
                                                               {"command", "run"}}));
        EXPECT_FALSE(answer);
        std::vector<std::string> told;
        for (const Problem& problem : answer ? Problems{} : answer.error())
            told.push_back(problem.message.code + " " + submitField(problem));
        return told;
    };
    const auto ana = toldTo("ana");
    EXPECT_THAT(ana, ::testing::Contains("project-unknown.near workspace"));
    const auto leo = toldTo("leo");
    EXPECT_THAT(leo, ::testing::Contains("not-allowed.submit workspace"));
    for (const auto& told : {ana, leo})
        for (const char* field : {" replicas", " priority", " directory"})
            EXPECT_THAT(told, ::testing::Contains(::testing::HasSubstr(field))) << field;
    for (const std::string& each : leo)
        EXPECT_EQ(each.find("gpuType"), std::string::npos) << "the pool is not theirs to read";
}

TEST_F(ProjectCommands, APolicyIsToldAllThatIsWrongInItsArguments) {
    const auto answer = desk_->run(command("policy", {{"quota", "left"},
                                                      {"self", R"({"low": 4})"},
                                                      {"child", R"({"modules": ["x"]})"},
                                                      {"set", R"({"weight": "many"})"}}));
    ASSERT_FALSE(answer);
    std::vector<std::string> places;
    for (const Problem& problem : answer.error())
        places.push_back(problem.message.code + " " + problem.pointer);
    for (const char* each : {"missing-key /self", "range-length.number /self/low",
                             "missing-key /child", "wrong-type /set/weight"})
        EXPECT_THAT(places, ::testing::Contains(each));
}

// What a command accepts can be read again, whatever its texts and numbers are.
TEST_F(ProjectCommands, WriteNothingThatCannotBeReadAgain) {
    const std::string evil[]{
        "a/b",      std::string(64, 'x'), "tab\there",   "new\nline",        " ",
        "\xff\xfe", "\"quoted\"",         "back\\slash", "\xF0\x9F\x98\x80", "all"};
    for (const std::string& name : evil) {
        run("quota.add", {{"name", name}, {"gpu", "0"}, {"team", name}});
        run("quota.rename", {{"name", "right"}, {"to", name}});
        run("workspace.add", {{"name", name}, {"quota", "left"}});
        run("workspace.member", {{"name", "left-space"}, {"user", name}, {"role", "member"}});
        run("user.grant", {{"user", name}, {"role", "viewer"}, {"quota", "left"}});
        run("timetable.set", {{"name", name}, {"steps", "20:00,left=8"}});
        run("restore-point", {{"name", name}});
        run("submit", {{"name", name}, {"quota", "left"}, {"gpu", "1"}});
        run("submit", {{"quota", "left"}, {"gpu", "1"}, {"gpu-type", name}});
        run("quota.rename", {{"name", name}, {"to", "right"}});
        reopen();
        ASSERT_TRUE(desk_) << name;
    }
    EXPECT_TRUE(desk_->audit(true)->verified);
    auto request = command("restore-point", {{"name", "point"}});
    request.why = "\xff";
    EXPECT_EQ(codeOf(desk_->run(request)), "argument-wrong");
    const auto refused =
        desk_->run(command("submit", {{"name", "w"}, {"quota", "Q\x1b[31m\xff"}, {"gpu", "8"}}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(renderRemedy(refused.error().front().message), "Write text in UTF-8.");
}

TEST_F(ProjectCommands, WriteNoNumberThatCannotBeReadAgain) {
    for (const char* number : {"0", "-1", "-9223372036854775808", "9223372036854775807",
                               "4294967297", "1000001", "100000000"}) {
        run("quota.add", {{"name", "x"}, {"gpu", "0"}, {"weight", number}});
        run("quota.delete", {{"name", "x"}});
        run("quota.add", {{"name", "x"}, {"gpu", "0"}, {"limit", number}});
        run("quota.delete", {{"name", "x"}});
        for (const char* name :
             {"replicas", "min-replicas", "priority", "cpu", "memory", "duration", "checkpoint"})
            run("submit", {{"quota", "left"}, {"gpu", "1"}, {name, number}});
        run("submit", {{"quota", "left"}, {"gpu", number}});
        run("scale", {{"sizes", "left=8"}, {"mode", "reclaim"}, {"after", number}});
        run("scale", {{"sizes", "left=8"}, {"for", number}});
        run("scale", {{"sizes", std::string("left=") + number}});
        reopen();
        ASSERT_TRUE(desk_) << number;
        for (const ProjectWorkload& work : project().work) {
            EXPECT_GE(work.spec.replicas, 1);
            EXPECT_LE(work.spec.minReplicas.value_or(1), work.spec.replicas);
            EXPECT_GE(work.spec.priority, 1);
            EXPECT_LE(work.spec.priority, 9);
        }
    }
    EXPECT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"cpu", "-3"}}), "argument-wrong");
    EXPECT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"replicas", "4294967297"}}),
              "argument-wrong");
    EXPECT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"cpu", "0.5"}, {"memory", "1.5"}}),
              "");
}

TEST_F(ProjectCommands, JsonIsOneValueAndNothingBesides) {
    EXPECT_NE(run("policy", {{"quota", "left"}, {"set", R"(x {"weight": 80} y)"}}), "");
    EXPECT_NE(run("policy", {{"quota", "left"}, {"self", R"(null,"weight":1)"}}), "");
    EXPECT_NE(run("workspace.caps", {{"name", "left-space"}, {"caps", R"([],"members":[])"}}), "");
    EXPECT_NE(run("settings", {{"settings", R"({},"until":1)"}}), "");
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": "many"})"}}), "wrong-type");
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"wieght": 1})"}}).substr(0, 11),
              "unknown-key");
    EXPECT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"name": "x"})"}}).substr(0, 11),
              "unknown-key");
}

TEST_F(ProjectCommands, AnErrorInPoliciesNamesTheKeyAsItWasGiven) {
    const auto pointerOf = [&](const Given& given) {
        const auto refused = desk_->run(command("policy", given));
        if (refused)
            return std::string("done");
        const Problem& problem = refused.error().front();
        EXPECT_EQ(problem.line, 0) << "a place in a text that nobody sees";
        EXPECT_EQ(render(problem.message).find("//"), std::string::npos);
        EXPECT_EQ(render(problem.message).find("Valid keys: at"), std::string::npos);
        return problem.pointer;
    };
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"set", R"({"lend": 5})"}}), "/set/lend");
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"set", R"({"wieght": 5})"}}), "/set/wieght");
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"set", R"({"rank": 5, "rank": 6})"}}), "/set/rank");
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"child", R"({"priorities": [1, 2], "modules": 5})"}}),
              "/child/modules");
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"set", "7"}}), "/set");
    EXPECT_EQ(pointerOf({{"quota", "left"}, {"set", R"({"lend")"}}), "/set");
}

TEST_F(ProjectCommands, ARevisionThatIsToComeIsRefused) {
    CommandRequest request = command("scale", {{"sizes", "left=8"}});
    request.seen = revision() + 1;
    EXPECT_EQ(codeOf(desk_->run(request)), "project-revision-to-come");
    request.seen = revision();
    EXPECT_EQ(codeOf(desk_->run(request)), "");
}

TEST_F(ProjectCommands, AUserWhomTheSystemDoesNotKnowIsTold) {
    const auto notesOf = [&](const std::string& id, const Given& given) {
        const auto answer = desk_->run(command(id, given));
        return answer ? allOf(answer->notes) : allOf(answer.error());
    };
    const std::string nobody = "no-such-user-here";
    for (const auto& [user, told] :
         {std::pair(nobody, true), std::pair(store::systemUser(), false)}) {
        EXPECT_EQ(!notesOf("user.grant", {{"user", user}, {"role", "viewer"}}).empty(), told);
        EXPECT_EQ(!notesOf("workspace.member",
                           {{"name", "left-space"}, {"user", user}, {"role", "member"}})
                       .empty(),
                  told);
    }
    EXPECT_EQ(
        notesOf("workspace.member", {{"name", "left-space"}, {"user", nobody}, {"role", "none"}}),
        "");
}

TEST_F(ProjectCommands, ACapOfNothingAlsoHoldsAgainstAnotherPriority) {
    ASSERT_EQ(run("workspace.caps",
                  {{"name", "left-space"}, {"caps", R"([{"priorities":[1,3],"gpu":0}])"}}),
              "");
    const auto leo = open("leo");
    ASSERT_EQ(codeOf(leo->run(
                  command("submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "job"}}))),
              "");
    EXPECT_EQ(codeOf(leo->run(command("priority", {{"name", "job"}, {"priority", "2"}}))),
              "max-priority");
    EXPECT_EQ(codeOf(leo->run(command("priority", {{"name", "job"}, {"priority", "4"}}))), "");
}

// What is submitted is nobody else's, though the file does not know it yet.
TEST_F(ProjectCommands, ASubmissionIsPreviewedByItsName) {
    const auto leo = open("leo");
    const CommandRequest mine = command(
        "submit", {{"workspace", "left-space"}, {"quota", "left"}, {"gpu", "1"}, {"name", "mine"}});
    const auto preview = previewed(*leo, mine);
    ASSERT_TRUE(preview);
    EXPECT_EQ(preview->effect.started, std::vector<std::string>{"mine"});
    EXPECT_EQ(preview->json.find("another team"), std::string::npos) << preview->json;
}

TEST_F(ProjectCommands, OfManyQuotasTheFirstAreNamed) {
    Given sizes;
    for (int i = 0; i < 20; ++i) {
        const std::string name = "q" + std::to_string(i);
        ASSERT_EQ(run("quota.add", {{"name", name}, {"parent", "left"}, {"gpu", "0"}}), "");
        sizes.emplace_back("sizes", name + "=0.5");
    }
    const auto answer = desk_->run(command("scale", sizes));
    ASSERT_TRUE(answer && answer->entry) << allOf(answer.error());
    EXPECT_EQ(answer->entry->subject, "q0, q1, q2, q3, q4, q5, q6, q7, …");
}

// No message has a hole where a name would stand, or says a name twice.
TEST_F(ProjectCommands, WhatIsMissingIsNotTalkedOf) {
    const auto refusal = [&](ProjectDesk& desk, const std::string& id, const Given& given) {
        const auto answer = desk.run(command(id, given));
        EXPECT_FALSE(answer);
        return answer ? Problem() : answer.error().front();
    };
    ASSERT_EQ(run("workspace.add", {{"name", "both"}, {"quota", "left"}, {"quota", "right"}}), "");
    EXPECT_EQ(render(refusal(*desk_, "submit", {{"workspace", "both"}, {"gpu", "1"}}).message),
              "Workspace both uses several quotas: left and right.");
    ASSERT_EQ(run("workspace.untie", {{"name", "both"}, {"quota", "left"}}), "");
    ASSERT_EQ(run("workspace.untie", {{"name", "both"}, {"quota", "right"}}), "");
    EXPECT_EQ(render(refusal(*desk_, "submit", {{"workspace", "both"}, {"gpu", "1"}}).message),
              "Workspace both uses no quota.");
    EXPECT_EQ(render(refusal(*open("leo"), "submit", {{"gpu", "1"}}).message),
              "leo cannot submit outside a workspace.");
    const Problem caps =
        refusal(*desk_, "workspace.caps",
                {{"name", "both"}, {"caps", R"([{"gpu": 1, "modul": "training"}])"}});
    EXPECT_EQ(caps.pointer, "/caps/0/modul");
    EXPECT_EQ(caps.line, 0) << "of a text that nobody sees";
    const auto set = desk_->run(command("settings", {{"settings", R"({"gracePeriod": 30})"}}));
    ASSERT_TRUE(set && set->entry);
    EXPECT_EQ(set->entry->subject, "") << "the action says it";
}

TEST_F(ProjectCommands, ACapOfNothingSaysWhatWouldStandOutsideIt) {
    const auto refusal = [&](const std::string& caps) {
        EXPECT_EQ(run("workspace.caps", {{"name", "left-space"}, {"caps", caps}}), "");
        const auto answer =
            open("leo")->run(command("submit", {{"workspace", "left-space"}, {"gpu", "1"}}));
        return answer ? std::string() : answer.error().front().message.code;
    };
    EXPECT_EQ(refusal(R"([{"priorities": [5, 9], "gpu": 0}])"), "max-priority");
    EXPECT_EQ(refusal(R"([{"modules": ["training"], "gpu": 0}])"), "max-priority.module");
    EXPECT_EQ(refusal(R"([{"modules": ["training"], "priorities": [5, 9], "gpu": 0}])"),
              "max-priority.both");
    EXPECT_EQ(refusal(R"([{"user": "leo", "gpu": 0}])"), "max-priority.all");
    EXPECT_EQ(refusal(R"([{"user": "leo", "gpu": 0}, {"modules": ["training"], "gpu": 0}])"),
              "max-priority.several");
    EXPECT_EQ(refusal(R"([{"modules": ["notebook"], "gpu": 0}])"), "");
}

TEST_F(ProjectCommands, AModuleIsNamedAsFilesNameIt) {
    const std::pair<const char*, Module> names[] = {{"notebook", Module::notebook},
                                                    {"DLC", Module::training},
                                                    {"DSW", Module::notebook},
                                                    {"EAS", Module::inference}};
    for (const auto& [name, module] : names) {
        const std::string work = std::string("of-") + name;
        ASSERT_EQ(
            codeOf(desk_->run(command(
                "submit", {{"name", work}, {"quota", "left"}, {"gpu", "1"}, {"module", name}}))),
            "");
        for (const auto& each : project().work)
            if (each.spec.name == work) {
                EXPECT_EQ(each.spec.module, module) << name;
            }
    }
    const auto refused =
        desk_->run(command("submit", {{"quota", "left"}, {"gpu", "1"}, {"module", "something"}}));
    ASSERT_FALSE(refused);
    const Message& why = refused.error().front().message;
    EXPECT_THAT(render(why), HasSubstr("module cannot be 'something'"));
    EXPECT_THAT(renderRemedy(why), HasSubstr("training, notebook, inference, DLC, DSW or EAS"));
}

TEST_F(SmallProject, WithoutAQuotaThereIsNothingToSubmitTo) {
    make(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}], "quotas": []})");
    const auto refused = desk_->run(command("submit", {{"gpu", "1"}}));
    ASSERT_EQ(codeOf(refused), "submit-no-quotas");
    EXPECT_TRUE(isComplete(refused.error().front().message));
    EXPECT_THAT(renderRemedy(refused.error().front().message), HasSubstr("quota add"));
}

// A second one of a name would be told with the records of the first.
TEST_F(ProjectCommands, AGivenNameWasNeverThatOfOtherWork) {
    const auto submit = [this](const Given& more) {
        Given given{{"quota", "left"}, {"gpu", "1"}};
        given.insert(given.end(), more.begin(), more.end());
        return run("submit", given);
    };
    ASSERT_EQ(submit({{"name", "job-5"}}), "");  // 2
    ASSERT_EQ(submit({{"name", "job-6"}}), "");  // 3
    ASSERT_EQ(run("cancel", {{"name", "job-5"}}), "");
    ASSERT_EQ(submit({}), "");  // 5
    EXPECT_EQ(desk_->project().value()->work.back().spec.name, "job-8");
    EXPECT_TRUE(desk_->file().hasEnded("job-5"));
    EXPECT_FALSE(desk_->file().hasEnded("job"));
}

}  // namespace
}  // namespace apportion::testing
