// SPDX-License-Identifier: GPL-3.0-or-later
// What a console shows of a project to people of every role is what the command line tells them.
#include <set>

#include <gtest/gtest.h>

#include "core/session/project_pool.h"
#include "tests/core/session/outline_at.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// Two teams, one with two workspaces in one quota, and a third one that has nothing.
constexpr const char* kTeams = R"({"apportion": 1, "name": "Pool 32",
 "nodes": [{"name": "n", "count": 4, "gpu": 8, "gpuType": "H100"}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 16}},
            {"name": "B1", "parent": "B", "guaranteed": {"gpu": 8}},
            {"name": "B2", "parent": "B", "guaranteed": {"gpu": 8}},
            {"name": "C", "parent": "all", "guaranteed": {"gpu": 12}},
            {"name": "D", "parent": "all", "guaranteed": {"gpu": 4}}],
 "workspaces": [{"name": "ws-b", "quotas": ["B1"],
                 "members": [{"user": "wade", "role": "admin"}, {"user": "bob", "role": "member"}]},
                {"name": "ws-other", "quotas": ["B1"],
                 "members": [{"user": "bea", "role": "member"}]},
                {"name": "ws-c", "quotas": ["C"], "members": [{"user": "cyd", "role": "member"}]},
                {"name": "ws-d", "quotas": ["D"], "members": [{"user": "dan", "role": "member"}]}],
 "workloads": [
  {"name": "b-short", "quota": "B1", "workspace": "ws-b", "user": "bob", "gpu": 4, "duration": 20},
  {"name": "c-short", "quota": "C", "workspace": "ws-c", "user": "cyd", "gpu": 4, "duration": 20},
  {"name": "b-bea", "quota": "B1", "workspace": "ws-other", "user": "bea", "gpu": 8},
  {"name": "b-one", "quota": "B1", "workspace": "ws-b", "user": "bob", "gpu": 8},
  {"name": "c-one", "quota": "C", "workspace": "ws-c", "user": "cyd", "gpu": 8}]})";

constexpr const char* kPeople[] = {"ana", "paul", "quinn", "vic", "wade",
                                   "bob", "bea",  "cyd",   "dan"};

std::set<std::string> namesOf(const std::vector<WorkloadRow>& rows) {
    std::set<std::string> names;
    for (const WorkloadRow& row : rows)
        names.insert(row.name);
    return names;
}

const QuotaRow& quotaOf(const View& view, const std::string& name) {
    static const QuotaRow none;
    for (const QuotaRow& row : view.quotas)
        if (row.name == name)
            return row;
    ADD_FAILURE() << name;
    return none;
}

class VisibleView : public SmallProject {
protected:
    // b-last borrows until c-two takes back what is its team's.
    void SetUp() override {
        make(kTeams);
        ASSERT_EQ(run("user.grant", {{"user", "paul"}, {"role", "viewer"}}), "");
        ASSERT_EQ(
            run("user.grant", {{"user", "quinn"}, {"role", "quota-administrator"}, {"quota", "B"}}),
            "");
        ASSERT_EQ(run("user.grant", {{"user", "vic"}, {"role", "viewer"}, {"quota", "B"}}), "");
        pool = console("ana");
        ASSERT_TRUE(pool->goLive());
        live(40);
        submit("bob", "b-last", "B1", "ws-b");
        live(20);
        submit("cyd", "c-two", "C", "ws-c", "4");
        live(20);
        submit("bea", "b-more", "B1", "ws-other");
        live(20);
    }
    std::unique_ptr<ProjectPool> console(const std::string& who) {
        auto opened = ProjectPool::open(path_, who, clock());
        EXPECT_TRUE(opened) << allOf(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    void live(int seconds) {
        for (int i = 0; i < seconds; ++i) {
            passes(kSecond);
            ASSERT_TRUE(pool->follow());
        }
    }
    void submit(const std::string& who, const char* name, const char* quota, const char* workspace,
                const char* gpu = "8") {
        EXPECT_EQ(codeOf(open(who)->run(command(
                      "submit",
                      {{"name", name}, {"quota", quota}, {"workspace", workspace}, {"gpu", gpu}}))),
                  "")
            << who;
    }
    // What somebody sees in a console that is opened now.
    View viewOf(const std::string& who) {
        auto other = console(who);
        EXPECT_TRUE(other->follow());
        return other->view();
    }

    std::unique_ptr<ProjectPool> pool;
};

TEST_F(VisibleView, ThePoolOfTheTestHasWhatIsToBeHidden) {
    const View view = pool->view();
    EXPECT_FALSE(view.document.inPart);
    EXPECT_EQ(view.key.used, 28 * kOneGpu);
    EXPECT_EQ(namesOf(view.ended), (std::set<std::string>{"b-short", "c-short"}));
    EXPECT_EQ(namesOf(view.waiting).size(), 2U);
    ASSERT_EQ(view.evictions.size(), 1U);
    EXPECT_EQ(view.evictions[0].record.preemptor, "c-two");
    EXPECT_EQ(view.evictions[0].priority, 5);
    EXPECT_EQ(view.nodes.rows.size(), 4U);
    EXPECT_EQ(view.teams.size(), 6U - 2U) << "roots and their children";
}

TEST_F(VisibleView, QuotasWorkAndEvictionsAreThoseOfTheCommandLine) {
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const auto desk = open(who);
        const auto shown = desk->show();
        ASSERT_TRUE(shown) << allOf(shown.error());
        const View view = viewOf(who);
        EXPECT_EQ(view.document.inPart, shown->inPart);

        const Outcome& told = shown->outcome;
        ASSERT_EQ(view.quotas.size(), told.quotas.size());
        for (std::size_t i = 0; i < told.quotas.size(); ++i) {
            EXPECT_EQ(view.quotas[i].name, told.quotas[i].first);
            EXPECT_EQ(view.quotas[i].numbers, told.quotas[i].second);
        }

        std::set<std::string> waiting, running, ended;
        for (const auto& [name, status] : told.workloads)
            (status.state == WorkloadState::pending   ? waiting
             : status.state == WorkloadState::running ? running
                                                      : ended)
                .insert(name);
        EXPECT_EQ(namesOf(view.waiting), waiting);
        EXPECT_EQ(namesOf(view.running), running);
        EXPECT_EQ(namesOf(view.ended), ended);
        EXPECT_EQ(view.key.waiting, static_cast<int>(waiting.size()));
        EXPECT_EQ(view.key.running, static_cast<int>(running.size()));
        EXPECT_EQ(view.key.ended, static_cast<int>(ended.size()));
        Gpu asked = 0;
        for (const WorkloadRow& row : view.waiting)
            asked += row.gpu;
        EXPECT_EQ(view.key.waitingGpu, asked);
        EXPECT_EQ(view.key.waitP95, told.summary.wait.p95);

        ASSERT_EQ(view.evictions.size(), told.evictions.size());
        EXPECT_EQ(view.key.evictions, told.summary.evictions);
        GpuTime lost = 0;
        for (std::size_t i = 0; i < told.evictions.size(); ++i) {
            EXPECT_EQ(view.evictions[i].record, told.evictions[i]);
            lost += told.evictions[i].lost;
        }
        EXPECT_EQ(view.key.lost, lost);
    }
}

TEST_F(VisibleView, SumsAreOfTheQuotasThatAreSeen) {
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const View view = viewOf(who);
        EXPECT_EQ(view.key.capacity, 32 * kOneGpu) << "how large the pool is everybody sees";
        Gpu used = 0;
        for (const QuotaRow& row : view.quotas)
            used += row.parent < 0 ? row.numbers.subtree : 0;
        EXPECT_EQ(view.key.used, used);
    }
    EXPECT_EQ(viewOf("dan").key.used, 0);
    EXPECT_EQ(viewOf("dan").key.borrowed, 0);
    EXPECT_EQ(viewOf("cyd").key.used, 12 * kOneGpu);
    EXPECT_EQ(viewOf("bob").key.borrowed, quotaOf(viewOf("bob"), "B1").numbers.borrowed);
}

TEST_F(VisibleView, NodesAreForWhoMaySeeTheWholePool) {
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const auto listed = open(who)->list(ObjectKind::nodes);
        const View view = viewOf(who);
        EXPECT_EQ(!view.nodes.rows.empty(), listed.has_value());
        EXPECT_EQ(view.nodes == NodeMap{}, !listed.has_value());
        EXPECT_EQ(view.document.gpuTypes.empty(), !listed.has_value());
    }
}

TEST_F(VisibleView, ChartsDrawWhatSamplesAreToldOf) {
    const Moment epoch = pool->begin();
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const auto desk = open(who);
        const View view = viewOf(who);
        const History& history = *view.history;
        ASSERT_EQ(history.teams.size(), view.teams.size());
        int waits = 0;
        for (std::size_t team = 0; team < view.teams.size(); ++team) {
            const std::string& quota = view.teams[team].quota;
            const auto chart =
                desk->chart({store::SubjectKind::quota, quota, store::Measure::allocation, 0},
                            epoch, now(), 99);
            ASSERT_TRUE(chart) << quota << ": " << allOf(chart.error());
            const QuotaNumbers& numbers = quotaOf(view, quota).numbers;
            EXPECT_EQ(history.subtree[team].back(), numbers.subtree) << quota;
            EXPECT_EQ(history.guaranteed[team].back(), numbers.guaranteed) << quota;
            waits += view.teams[team].above < 0 ? numbers.pendingWorkloads : 0;
            // Also what the file kept of the time before it was opened.
            const auto known =
                std::find_if(history.subtree[team].begin(), history.subtree[team].end(),
                             [](Gpu held) { return held != History::kUnknown; });
            ASSERT_NE(known, history.subtree[team].end()) << quota;
            EXPECT_LT(
                history.times[static_cast<std::size_t>(known - history.subtree[team].begin())],
                history.exactSince)
                << quota;
        }
        // A root for each quota that has none above it that is seen.
        for (const QuotaRow& row : view.quotas)
            if (row.parent < 0) {
                EXPECT_TRUE(std::any_of(
                    view.teams.begin(), view.teams.end(),
                    [&](const TeamInfo& team) { return team.quota == row.name && team.above < 0; }))
                    << row.name;
            }
        EXPECT_EQ(history.waiting.back(), waits);
        EXPECT_EQ(history.waitsSince.back() == History::kNobody, waits == 0);
        EXPECT_EQ(history.capacity.back(), 32 * kOneGpu);
        const auto taken =
            std::count_if(history.marks.begin(), history.marks.end(),
                          [](const Mark& mark) { return mark.kind == Mark::Kind::preemption; });
        EXPECT_EQ(taken, static_cast<std::ptrdiff_t>(view.evictions.size()));
    }
}

TEST_F(VisibleView, OwnWorkStandsWithWhoTookFromIt) {
    const View victim = viewOf("bob");
    ASSERT_EQ(victim.evictions.size(), 1U);
    EXPECT_EQ(victim.evictions[0].record.preemptor, "training work of another team");
    EXPECT_EQ(victim.evictions[0].priority, 5);
    const View taker = viewOf("cyd");
    ASSERT_EQ(taker.evictions.size(), 1U);
    EXPECT_EQ(taker.evictions[0].record.preemptor, "c-two");
    EXPECT_EQ(taker.evictions[0].record.victim, "training work of another team");
    EXPECT_FALSE(taker.evictions[0].priority) << "another team's work goes by module and quota";
    // Also once it is over.
    const std::string own = victim.evictions[0].record.victim;
    for (const std::string& name : {own, std::string("c-two")})
        ASSERT_EQ(run("cancel", {{"name", name}}), "");
    live(2);
    EXPECT_EQ(viewOf("bob").evictions.at(0).record.victim, own);
    EXPECT_EQ(viewOf("bob").evictions.at(0).record.preemptor, "training work of another team");
    EXPECT_EQ(viewOf("cyd").evictions.at(0).record.preemptor, "c-two");
    for (const char* who : {"bea", "dan"})
        EXPECT_TRUE(viewOf(who).evictions.empty()) << who;
}

// Every word of a view in one list.
std::vector<std::string> wordsOf(const View& view) {
    std::vector<std::string> words;
    const auto add = [&](const std::string& word) { words.push_back(word); };
    for (const TeamInfo& team : view.teams) {
        add(team.quota);
        add(team.name);
    }
    for (const QuotaRow& row : view.quotas)
        add(row.name);
    for (const WorkspaceRow& row : view.workspaces) {
        add(row.spec.name);
        for (const WorkspaceRow::User& user : row.users)
            add(user.name);
    }
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows) {
            add(row.name);
            if (row.status.reason)
                add(render(row.status.reason->message));
        }
    for (const EvictionRow& row : view.evictions)
        for (const std::string& word :
             {row.record.victim, row.record.preemptor, row.record.quota, render(row.record.why),
              row.victim.quota, row.victim.team, row.victim.user, row.preemptor.quota,
              row.preemptor.team, row.preemptor.user})
            add(word);
    for (const Mark& mark : view.history->marks)
        add(mark.subject);
    for (const NodeRow& node : view.nodes.rows)
        for (const NodeBlock& block : node.blocks)
            add(block.workload);
    for (const Issue& issue : view.issues) {
        add(issue.subject);
        add(render(issue.what));
    }
    for (const JournalRow& row : view.journal)
        add(row.subject);
    return words;
}

TEST_F(VisibleView, NoWorkQuotaOrWorkspaceOfOthersIsNamed) {
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const auto desk = open(who);
        const Roster roster(project());
        const std::vector<std::string> words = wordsOf(viewOf(who));
        const auto isNamed = [&](const std::string& name) {
            return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                return word.find(name) != std::string::npos;
            });
        };
        for (const ProjectWorkload& work : project().work)
            EXPECT_EQ(isNamed(work.spec.name),
                      roster.may(who, Right::readWorkload,
                                 {work.spec.quota, work.spec.workspace, work.spec.user}))
                << work.spec.name;
        for (const Workspace& workspace : project().pool.workspaces)
            EXPECT_EQ(isNamed(workspace.name),
                      roster.may(who, Right::readWorkspace, {{}, workspace.name, {}}))
                << workspace.name;
        for (const Quota& quota : project().pool.quotas)
            EXPECT_EQ(std::find(words.begin(), words.end(), quota.name) != words.end(),
                      roster.may(who, Right::readQuota, {quota.name}))
                << quota.name;
    }
}

TEST_F(VisibleView, TheJournalIsThatOfTheCommandLine) {
    for (const char* who : kPeople) {
        SCOPED_TRACE(who);
        const auto told = open(who)->history(View::kMostEntries);
        ASSERT_TRUE(told);
        const View view = viewOf(who);
        ASSERT_EQ(view.journal.size(), told->size());
        for (std::size_t i = 0; i < told->size(); ++i)
            EXPECT_EQ(view.journal[i].n, (*told)[i].entry.n);
    }
}

TEST_F(VisibleView, AnIssueThatCountsTheWorkOfOthersIsNotForWhoSeesTheQuotaAlone) {
    ASSERT_EQ(run("policy", {{"quota", "D"}, {"set", R"({"lend": {"gpu": 0}})"}}), "");
    submit("cyd", "c-small", "C", "ws-c", "4");
    live(3);
    const auto keepsBack = [](const View& view) {
        return std::any_of(view.issues.begin(), view.issues.end(), [](const Issue& issue) {
            return issue.what.code == "issue-idle-guarantee";
        });
    };
    EXPECT_TRUE(keepsBack(viewOf("ana")));
    EXPECT_TRUE(keepsBack(viewOf("paul")));
    EXPECT_FALSE(keepsBack(viewOf("dan")));
}

// B2 uses none of its guarantee, which is why B1 has more than its own.
TEST_F(VisibleView, WhyAQuotaHasWhatItHasTellsNoNumbersOfAnother) {
    const auto lenders = [this](const std::string& who) {
        const auto why = console(who)->explainQuota("B1", false);
        EXPECT_TRUE(why) << who;
        return std::count_if(why->facts.begin(), why->facts.end(), [](const QuotaFact& fact) {
            return fact.kind == QuotaFact::Kind::lendersIdle;
        });
    };
    EXPECT_EQ(lenders("ana"), 1);
    EXPECT_EQ(lenders("quinn"), 1);
    EXPECT_EQ(lenders("bob"), 0);
}

TEST_F(VisibleView, WhileACrowdIsReadNoMoreIsTold) {
    const auto outline = outlineAt(path_, "dan", clock(), 0);
    ASSERT_TRUE(outline);
    ASSERT_TRUE(*outline);
    EXPECT_TRUE((*outline)->document.inPart);
    ASSERT_EQ((*outline)->teams.size(), 1U);
    EXPECT_EQ((*outline)->teams[0].quota, "D");
    EXPECT_EQ((*outline)->quotas.size(), 1U);
}

class RestingView : public SmallProject {};

TEST_F(RestingView, WorkWithoutTheRightToRunWaitsAndSaysSo) {
    make(kTwoTeams);
    ASSERT_EQ(codeOf(open("leo")->run(
                  command("submit", {{"name", "x"}, {"workspace", "left-space"}, {"gpu", "1"}}))),
              "");
    ASSERT_EQ(run("workspace.member", {{"name", "left-space"}, {"user", "leo"}, {"role", "none"}}),
              "");
    auto opened = ProjectPool::open(path_, "ana", clock());
    ASSERT_TRUE(opened) << allOf(opened.error());
    const View view = (*opened)->view();
    ASSERT_EQ(namesOf(view.waiting), (std::set<std::string>{"x"}));
    EXPECT_EQ(view.key.waiting, 1);
    ASSERT_TRUE(view.waiting.front().status.reason);
    EXPECT_EQ(view.waiting.front().status.reason->message.code, "forbidden.user-again");
}

}  // namespace
}  // namespace apportion::testing
