// SPDX-License-Identifier: GPL-3.0-or-later
// Who may ask what, and what is named in the answers: another team's work by its module alone
// (rule 24).
#include <array>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/access/redaction.h"
#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/outcome_writer.h"
#include "core/session/live/live_pool.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Rita's team holds everything, also what is Leo's; names of work say whose secret they are.
constexpr const char* kQueryPool = R"({"apportion": 1, "name": "queries",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "left-1", "parent": "left", "guaranteed": {"gpu": 8}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "left-space", "quotas": ["left-1"],
                 "members": [{"user": "lea", "role": "admin"}, {"user": "leo", "role": "member"},
                             {"user": "lou", "role": "viewer"}]},
                {"name": "right-space", "quotas": ["right"],
                 "members": [{"user": "rita", "role": "member"}]}],
 "workloads": [
  {"name": "secret-1", "workspace": "right-space", "quota": "right", "user": "rita", "gpu": 8,
   "module": "inference", "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "secret-2", "workspace": "right-space", "quota": "right", "user": "rita", "gpu": 8,
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}},
  {"name": "open-1", "workspace": "left-space", "quota": "left-1", "user": "leo", "gpu": 8},
  {"name": "open-2", "workspace": "left-space", "quota": "left-1", "user": "leo", "gpu": 8}]})";

class RoleQueries : public SmallProject {
protected:
    void SetUp() override {
        make(kQueryPool);
        const std::vector<Given> grants{
            {{"user", "subadmin"}, {"role", "administrator"}, {"quota", "left"}},
            {{"user", "quotaadmin"}, {"role", "quota-administrator"}, {"quota", "left"}},
            {{"user", "viewer"}, {"role", "viewer"}},
            {{"user", "qviewer"}, {"role", "viewer"}, {"quota", "left"}}};
        for (const Given& grant : grants)
            ASSERT_EQ(run("user.grant", grant), "");
    }

    static std::string textOf(const ProjectDesk::Shown& shown) {
        std::ostringstream out;
        writeOutcome(out, shown.outcome);
        return out.str();
    }
    static std::string textOf(const Explanation& explanation) {
        std::ostringstream out;
        writeExplanation(out, explanation);
        return out.str();
    }
    std::string show(const std::string& who) {
        auto shown = open(who)->show();
        EXPECT_TRUE(shown) << who;
        return shown ? textOf(*shown) : "";
    }
    void decide() {
        auto live = LivePool::start(*desk_);
        ASSERT_TRUE(live);
        ASSERT_TRUE(live->tick());
    }
};

constexpr std::array<const char*, 9> kAskers{"ana", "subadmin", "quotaadmin", "lea",   "leo",
                                             "lou", "viewer",   "qviewer",    "nobody"};

struct QueryRow {
    const char* query;
    const char* answers;
};
// clang-format off
constexpr QueryRow kQueryTable[] = {
    //                 admini- …of a  quota workspace               viewer …of a
    //                 strator subtree admin admin  member viewer    of all subtree nobody
    {"show",            "y      y      y     y      y      y         y      y       -"},
    {"explain open-1",  "y      y      y     y      y      y         y      y       -"},
    {"explain secret-1", "y     -      -     -      -      -         y      -       -"},
    {"history",         "y      y      y     y      y      y         y      y       -"},
    {"audit",           "y      -      -     -      -      -         y      -       -"},
    {"backup",          "y      -      -     -      -      -         y      -       -"},
    {"read all",        "y      -      -     -      -      -         y      -       -"},
};
// clang-format on

TEST_F(RoleQueries, EveryQueryForEveryRole) {
    for (const char* role : kAskers) {
        const auto desk = open(role);
        for (const QueryRow& row : kQueryTable) {
            std::istringstream answers(row.answers);
            std::string expected;
            for (const char* each : kAskers) {
                answers >> expected;
                if (each == std::string_view(role))
                    break;
            }
            const std::string query = row.query;
            const auto codeOf = [](const auto& result) {
                return result ? std::string() : result.error().front().message.code;
            };
            const std::string code =
                query == "show"      ? codeOf(desk->show())
                : query == "history" ? codeOf(desk->history(10))
                : query == "audit"   ? codeOf(desk->audit(true))
                : query == "backup"
                    ? codeOf(desk->backup(folder_ / (std::string(role) + ".copy"), false))
                : query == "read all" ? codeOf(desk->readAll())
                                      : codeOf(desk->explain(query.substr(8)));
            if (expected == "y")
                EXPECT_EQ(code, "") << role << ": " << query;
            else if (query.starts_with("explain"))
                EXPECT_EQ(code.rfind("project-unknown", 0), 0U)
                    << role << ": as if it were not there, but " << code;
            else
                EXPECT_EQ(code.rfind("not-allowed.", 0), 0U) << role << ": " << query << code;
        }
    }
}

TEST_F(RoleQueries, ShowNamesTheQuotasAndTheWorkThatOneMaySee) {
    const auto seen = [&](const std::string& who) {
        auto shown = open(who)->show();
        EXPECT_TRUE(shown);
        std::vector<std::string> names;
        for (const auto& [name, numbers] : shown->outcome.quotas)
            names.push_back(name);
        for (const auto& [name, outcome] : shown->outcome.workloads)
            names.push_back(name);
        return names;
    };
    EXPECT_THAT(seen("leo"), ElementsAre("left-1", "open-1", "open-2"));
    EXPECT_THAT(seen("lou"), ElementsAre("left-1", "open-1", "open-2"));
    EXPECT_THAT(seen("quotaadmin"), ElementsAre("left", "left-1", "open-1", "open-2"));
    EXPECT_THAT(seen("rita"), ElementsAre("right", "secret-1", "secret-2"));
    EXPECT_EQ(seen("viewer"), seen("ana"));
    EXPECT_EQ(seen("ana").size(), 8U);
}

TEST_F(RoleQueries, ListsAreOfWhatOneMaySee) {
    ASSERT_EQ(run("scale",
                  {{"sizes", "left-1=7"}, {"sizes", "right=6"}, {"mode", "drain"}, {"for", "1h"}}),
              "");
    ASSERT_EQ(run("timetable.set", {{"name", "night"}, {"steps", "20:00,left-1=8,right=8"}}), "");
    const auto listed = [&](const std::string& who, ObjectKind kind) {
        auto list = open(who)->list(kind);
        if (!list)
            return list.error().front().message.code;
        std::string names;
        const auto add = [&](const auto& each) { names += each.name + " "; };
        std::for_each(list->pool.quotas.begin(), list->pool.quotas.end(), add);
        std::for_each(list->pool.workspaces.begin(), list->pool.workspaces.end(), add);
        std::for_each(list->users.begin(), list->users.end(), add);
        for (const NodeGroup& group : list->pool.nodes)
            add(group.node);
        for (const TemporaryChange& change : list->temporary)
            for (const auto& size : change.sizes)
                names += size.quota + " ";
        for (const Timetable& timetable : list->timetables)
            for (const auto& size : timetable.steps.front().sizes)
                names += size.first + " ";
        return names;
    };
    EXPECT_EQ(listed("quotaadmin", ObjectKind::quota), "left left-1 ");
    EXPECT_EQ(listed("leo", ObjectKind::quota), "left-1 ");
    EXPECT_EQ(listed("nobody", ObjectKind::quota), "not-allowed.read-pool");
    EXPECT_EQ(listed("lea", ObjectKind::workspace), "left-space ");
    EXPECT_EQ(listed("quotaadmin", ObjectKind::workspace), "left-space ");
    EXPECT_EQ(listed("viewer", ObjectKind::workspace), "left-space right-space ");
    EXPECT_EQ(listed("quotaadmin", ObjectKind::user), "ana subadmin quotaadmin qviewer ");
    EXPECT_EQ(listed("leo", ObjectKind::user), "ana ") << "whom one may ask";
    EXPECT_EQ(listed("ana", ObjectKind::nodes), "n ");
    EXPECT_EQ(listed("leo", ObjectKind::nodes), "not-allowed.read-pool");
    EXPECT_EQ(listed("leo", ObjectKind::temporary), "left-1 ");
    EXPECT_EQ(listed("rita", ObjectKind::timetable), "right ");
    EXPECT_EQ(listed("ana", ObjectKind::timetable), "left-1 right ");
}

// Whether there is something for others only is not told by refusing it.
TEST_F(RoleQueries, ListsWithNothingForTheAskerAreAlike) {
    const auto listed = [&](const std::string& who, ObjectKind kind) {
        auto list = open(who)->list(kind);
        return list ? std::string() : list.error().front().message.code;
    };
    for (const bool some : {false, true}) {
        EXPECT_EQ(listed("leo", ObjectKind::temporary), "") << some;
        EXPECT_EQ(listed("leo", ObjectKind::timetable), "") << some;
        EXPECT_EQ(listed("nobody", ObjectKind::temporary), "not-allowed.read-pool") << some;
        if (some)
            break;
        ASSERT_EQ(run("scale", {{"sizes", "right=6"}, {"mode", "drain"}, {"for", "1h"}}), "");
        ASSERT_EQ(run("timetable.set", {{"name", "night"}, {"steps", "20:00,right=8"}}), "");
    }
}

// Nor by other words for what there is than for what there is not.
TEST_F(RoleQueries, WhatOneMayNotSeeIsTheSameAsWhatIsNotThere) {
    ASSERT_EQ(run("scale", {{"sizes", "right=6"}, {"mode", "drain"}, {"for", "1h"}}), "");
    const auto refusal = [&](const char* who, const char* id, Given given) {
        const auto answer = open(who)->run(command(id, given));
        EXPECT_FALSE(answer) << who << " " << id;
        return answer ? std::string() : render(answer.error().front().message);
    };
    const auto alike = [&](const char* who, const char* id, const char* there, const char* gone,
                           const Given& more = {}) {
        Given first = more, second = more;
        first.emplace_back("name", there);
        second.emplace_back("name", gone);
        std::string told = refusal(who, id, second);
        const auto at = told.find(gone);
        if (at != std::string::npos)
            told.replace(at, std::string(gone).size(), there);
        EXPECT_EQ(refusal(who, id, first), told) << who << " " << id;
    };
    for (const char* who : {"leo", "lea", "quotaadmin", "nobody"}) {
        for (const char* id : {"cancel", "finish", "decline"})
            alike(who, id, "secret-1", "nothing-1");
        alike(who, "priority", "secret-1", "nothing-1", {{"priority", "3"}});
        alike(who, "temporary.end", "temporary-1", "temporary-7");
        alike(who, "workspace.delete", "right-space", "no-space");
        alike(who, "workspace.quotas", "right-space", "no-space", {{"quota", "left-1"}});
        alike(who, "workspace.untie", "right-space", "no-space", {{"quota", "left-1"}});
    }
}

// The numbers of other quotas are not told by the back door of the summary either.
TEST_F(RoleQueries, TheSummaryIsOfTheQuotasThatOneMaySee) {
    auto shown = open("leo")->show();
    ASSERT_TRUE(shown);
    ASSERT_EQ(shown->outcome.summary.byQuota.size(), 1U);
    EXPECT_EQ(shown->outcome.summary.byQuota.front().first, "left-1");
    EXPECT_TRUE(shown->inPart);
    EXPECT_EQ(shown->outcome.summary.workloads, 2) << "open-1, open-2";
    EXPECT_EQ(shown->outcome.summary.gpuTime, 0) << "what others used is theirs";
    shown = open("viewer")->show();
    ASSERT_TRUE(shown);
    EXPECT_FALSE(shown->inPart);
    EXPECT_EQ(shown->outcome.summary.workloads, 4);
}

// A team lead who ties a workspace to the quota also says who is in it.
TEST_F(RoleQueries, AQuotaAdministratorFillsTheWorkspace) {
    const auto admin = open("quotaadmin");
    const auto does = [&](const std::string& id, const Given& given) {
        return codeOf(admin->run(command(id, given)));
    };
    EXPECT_EQ(does("workspace.add", {{"name", "new"}, {"quota", "left-1"}}), "");
    EXPECT_EQ(does("workspace.member", {{"name", "new"}, {"user", "bob"}, {"role", "member"}}), "");
    EXPECT_EQ(
        does("workspace.member", {{"name", "right-space"}, {"user", "bob"}, {"role", "member"}}),
        "not-allowed.workspace");
}

TEST_F(RoleQueries, WhatWaitsHearsOfOthersByModule) {
    for (const char* who : {"leo", "lea", "lou", "quotaadmin", "subadmin", "qviewer"}) {
        const auto desk = open(who);
        // The first would start at once if somebody were live: nothing else stands against it.
        auto first = desk->explain("open-1");
        ASSERT_TRUE(first && first->reason) << who;
        EXPECT_EQ(first->reason->code, ReasonCode::notLive) << who;
        auto second = desk->explain("open-2");
        ASSERT_TRUE(second) << who;
        EXPECT_THAT(textOf(*second), Not(HasSubstr("secret"))) << who;
        EXPECT_THAT(textOf(*second), HasSubstr("inference work of another team")) << who;
        EXPECT_THAT(show(who), Not(HasSubstr("secret")));
    }
    EXPECT_THAT(textOf(*open("viewer")->explain("open-2")), HasSubstr("secret-1"));
}

TEST_F(RoleQueries, EvictionsNameOthersByModuleAlsoWhenTheyAreOver) {
    decide();
    EXPECT_THAT(show("ana"), HasSubstr("\"victim\": \"secret-2\"")) << show("ana");
    EXPECT_THAT(show("leo"), Not(HasSubstr("secret"))) << show("leo");
    EXPECT_THAT(show("leo"), HasSubstr("training work of another team"));
    EXPECT_THAT(show("rita"), Not(HasSubstr("open-1")));
    ASSERT_EQ(run("cancel", {{"name", "secret-2"}}), "");
    ASSERT_EQ(run("finish", {{"name", "open-1"}}), "");
    EXPECT_THAT(show("leo"), Not(HasSubstr("secret")));
    EXPECT_THAT(show("leo"), HasSubstr("\"preemptor\": \"open-1\"")) << "one's own keeps its name";
    EXPECT_THAT(show("rita"), HasSubstr("\"victim\": \"secret-2\""));
    EXPECT_THAT(show("rita"), Not(HasSubstr("open-1")));
}

TEST_F(RoleQueries, HistoryIsOfWhatOneMaySee) {
    decide();
    ASSERT_EQ(run("scale", {{"sizes", "left-1=7"}, {"sizes", "right=6"}, {"mode", "drain"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "right"}, {"set", R"({"weight": 3})"}}), "");
    ASSERT_EQ(run("cancel", {{"name", "secret-2"}}), "");
    ASSERT_EQ(run("cancel", {{"name", "open-2"}}), "");
    const auto seen = [&](const std::string& who) {
        auto history = open(who)->history(100);
        EXPECT_TRUE(history) << who;
        std::vector<std::string> actions;
        for (const auto& each : *history) {
            actions.push_back(each.entry.action);
            std::string text = each.entry.subject + each.entry.arguments + each.entry.why;
            std::string evictions;  // name the other team's module and quota
            for (const Fact& fact : each.entry.facts)
                (fact.kind == ObjectKind::eviction ? evictions : text) +=
                    fact.key + fact.before + fact.after;
            EXPECT_THAT(text + evictions, Not(HasSubstr(who == "rita" ? "open" : "secret"))) << who;
            EXPECT_THAT(text, Not(HasSubstr(who == "rita" ? "left" : "right"))) << who;
            if (each.entry.action == "instant") {
                EXPECT_THAT(each.entry.subject,
                            HasSubstr(who == "rita" ? "1 evicted (secret-2)" : "1 started (open"))
                    << who;
                EXPECT_THAT(evictions, HasSubstr(who == "rita" ? "\"victim\":\"secret-2\""
                                                               : "training work of another team"))
                    << who;
            }
        }
        return actions;
    };
    EXPECT_THAT(seen("leo"), ElementsAre("cancel", "scale", "instant", "init"));
    EXPECT_THAT(seen("rita"), ElementsAre("cancel", "policy", "scale", "instant", "init"));
    EXPECT_THAT(seen("quotaadmin"),
                ElementsAre("cancel", "scale", "instant", "user.grant", "init"));
    EXPECT_EQ(open("viewer")->history(100)->size(), static_cast<std::size_t>(revision()));
}

TEST_F(RoleQueries, EverybodySeesWhatOneDidOneself) {
    const auto admin = open("quotaadmin");
    const auto does = [&](const std::string& id, const Given& given) {
        auto request = command(id, given);
        request.why = "mine";
        return codeOf(admin->run(request));
    };
    ASSERT_EQ(does("quota.add", {{"name", "new"}, {"parent", "left-1"}, {"gpu", "0"}}), "");
    ASSERT_EQ(does("quota.delete", {{"name", "new"}}), "");
    ASSERT_EQ(does("scale", {{"sizes", "left-1=7"}, {"for", "1h"}}), "");
    const auto history = admin->history(3);
    ASSERT_TRUE(history);
    ASSERT_EQ(history->size(), 3U);
    for (const auto& each : *history)
        EXPECT_EQ(each.entry.why, "mine");
    EXPECT_EQ((*history)[0].entry.subject, "left-1");
    EXPECT_EQ((*history)[1].entry.action, "quota.delete");
    // Of what others did to more than is one's own, that part.
    ASSERT_EQ(run("scale", {{"sizes", "left-1=6"}, {"sizes", "right=6"}, {"mode", "drain"}}), "");
    EXPECT_EQ(admin->history(1)->front().entry.subject, "left-1");
}

// What is refused must not list what others have either.
TEST_F(RoleQueries, RefusalsDoNotNameOthersWork) {
    const auto leo = open("leo");
    for (const char* id : {"cancel", "finish"})
        EXPECT_THAT(allOf(leo->run(command(id, {{"name", "secret-0"}})).error()),
                    Not(AnyOf(HasSubstr("secret-1"), HasSubstr("secret-2"))));
    EXPECT_THAT(
        allOf(leo->run(command("priority", {{"name", "secret-0"}, {"priority", "2"}})).error()),
        Not(AnyOf(HasSubstr("secret-1"), HasSubstr("secret-2"))));
    EXPECT_THAT(allOf(leo->explain("secret-0").error()),
                Not(AnyOf(HasSubstr("secret-1"), HasSubstr("secret-2"))));
    EXPECT_THAT(allOf(leo->explain("open-3").error()), HasSubstr("open-"));
}

TEST_F(RoleQueries, APreviewNamesOthersByModule) {
    decide();
    ASSERT_EQ(run("cancel", {{"name", "open-1"}}), "");
    decide();
    const auto desk = open("leo");
    auto request = command("cancel", {{"name", "open-2"}});
    const auto preview = previewed(*desk, request);
    ASSERT_TRUE(preview);
    EXPECT_THAT(preview->json, Not(HasSubstr("secret"))) << preview->json;
    EXPECT_THAT(preview->json, HasSubstr("training work of another team")) << preview->json;
}

// Who mistypes a name is not led to one that is none of theirs.
TEST_F(RoleQueries, NamesThatOneMayNotReadAreNotHintedAt) {
    const auto toward = [&](const std::string& who) {
        const auto answer = open(who)->run(command("policy", {{"quota", "rigth"}, {"set", "{}"}}));
        return answer ? "" : answer.error().front().message.code;
    };
    EXPECT_EQ(toward("ana"), "project-unknown.near");
    EXPECT_THAT(toward("quotaadmin"), Not(HasSubstr("near")));
    EXPECT_THAT(toward("nobody"), Not(HasSubstr("near")));
}

// Recovering gives all that there is: to who may see all.
TEST_F(RoleQueries, RecoveringAsksForTheRightToReadThePool) {
    const auto recovered = [&](const std::string& who) {
        const auto answer = recoverProject(path_, folder_ / who, who, now(), [&](const Project& p) {
            return Roster(p).refusal(who, Right::readPool);
        });
        return answer ? "" : answer.error().front().message.code;
    };
    EXPECT_EQ(recovered("ana"), "");
    EXPECT_EQ(recovered("viewer"), "");
    EXPECT_EQ(recovered("leo"), "not-allowed.read-pool");
    EXPECT_EQ(recovered("nobody"), "not-allowed.read-pool");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "leo"));
}

TEST_F(RoleQueries, AQuotaThatOneMayNotReadGoesByItsPlaceInTheTree) {
    const Roster roster(project());
    EXPECT_EQ(roster.aliasOf("leo", "left-1"), std::nullopt);
    EXPECT_EQ(roster.aliasOf("leo", "left"), "a parent quota");
    EXPECT_EQ(roster.aliasOf("leo", "all"), "a parent quota");
    EXPECT_EQ(roster.aliasOf("leo", "right"), "another quota");
    EXPECT_EQ(roster.aliasOf("leo", "gone"), "a former quota");
    for (const char* quota : {"left-1", "left", "all", "right"})
        EXPECT_EQ(roster.aliasOf("viewer", quota), std::nullopt) << quota;
    Eviction eviction;
    eviction.victim = "open-1";
    eviction.preemptor = "secret-1";
    eviction.quota = "gone";
    eviction.why = {"evicted-reclaim.numbers-kept",
                    {{"victim", Value::ofText("open-1")},
                     {"taker", Value::ofText("secret-1")},
                     {"quota", Value::ofText("right")},
                     {"from", Value::ofText("left-1")},
                     {"keepers", Value::ofList({"left-1", "right", "gone"})}}};
    const auto desk = open("leo");
    const Alias alias = desk->alias();
    for (int time = 0; time < 2; ++time)
        redact(eviction, alias);
    EXPECT_EQ(eviction.victim, "open-1");
    EXPECT_EQ(eviction.quota, "a former quota");
    EXPECT_THAT(eviction.why.arguments[1].value.text, HasSubstr("work of another team"));
    EXPECT_EQ(eviction.why.arguments[2].value.text, "another quota");
    EXPECT_EQ(eviction.why.arguments[3].value.text, "left-1");
    EXPECT_THAT(eviction.why.arguments[4].value.list,
                ElementsAre("left-1", "another quota", "a former quota"));
}

// Another answer to a name that exists would say that it exists.
TEST_F(RoleQueries, ANameThatOneMayNotReadIsAnsweredLikeOneThatDoesNotExist) {
    const auto answer = [&](const std::string& id, const Given& given, const std::string& quota) {
        Given named = given;
        for (auto& [name, value] : named)
            if (const auto at = value.find('*'); at != std::string::npos)
                value.replace(at, 1, quota);
        CommandRequest request = command(id, named);
        request.dryRun = true;
        const auto made = open("lea")->run(request);
        EXPECT_FALSE(made) << id;
        std::string text = made ? "" : allOf(made.error());
        for (auto at = text.find(quota); at != std::string::npos; at = text.find(quota))
            text.replace(at, quota.size(), "*");
        return text;
    };
    const std::vector<std::pair<std::string, Given>> commands{
        {"scale", {{"sizes", "*=4"}}},
        {"scale", {{"sizes", "left-1=4"}, {"sizes", "*=4"}}},
        {"quota.delete", {{"name", "*"}}},
        {"quota.add", {{"name", "new"}, {"gpu", "0"}, {"parent", "*"}}},
        {"workspace.quotas", {{"name", "left-space"}, {"quota", "*"}}},
        {"submit", {{"name", "x"}, {"quota", "*"}, {"gpu", "1"}}},
        {"submit", {{"name", "x"}, {"workspace", "left-space"}, {"quota", "*"}, {"gpu", "1"}}},
        {"submit", {{"name", "x"}, {"workspace", "left-space"}, {"quota", "*"}, {"gpu", "9999"}}}};
    for (const auto& [id, given] : commands) {
        const std::string there = answer(id, given, "right");
        EXPECT_EQ(there, answer(id, given, "wrong"));
        EXPECT_THAT(there, AnyOf(HasSubstr("not-allowed"), HasSubstr("forbidden"))) << id;
        EXPECT_THAT(there, Not(HasSubstr("another quota"))) << id;
    }
}

// Who waits for the end of work that is told to stop, as well as for whom it was.
TEST(Redaction, OfWorkThatIsToldToStopNobodyIsNamed) {
    Message told{"told-to-stop.other",
                 {{"taker", Value::ofText("theirs")},
                  {"rule", Value::ofText("reclaim")},
                  {"number", Value::ofCount(14)},
                  {"until", Value::ofSeconds(70 * kSecond)},
                  {"awaiting", Value::ofList({"theirs", "mine"})}}};
    ASSERT_TRUE(isComplete(told));
    redact(told, [](std::string_view name) {
        return name == "theirs" ? std::optional<std::string>("another") : std::nullopt;
    });
    EXPECT_EQ(render(told),
              "This workload is stopping (reclaim, rule 14). The grace period ends at 70 s. "
              "another no longer waits for it, but another and mine does.");
}

}  // namespace
}  // namespace apportion::testing
