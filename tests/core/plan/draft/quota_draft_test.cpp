// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new quota: what it says about room, surplus and mistakes, and that its command
// makes what was read.
#include "core/plan/draft/quota_draft.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/view/snapshot.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = QuotaRepair::Kind;
using QuotaPlace = QuotaDraftProblem::Place;

constexpr const char* kTwoTypes = R"({"apportion": 1, "name": "two types",
 "nodes": [{"name": "h", "count": 3, "gpu": 8, "gpuType": "H100", "labels": {"zone": "east"}},
           {"name": "a", "count": 2, "gpu": 4, "gpuType": "A100", "labels": {"zone": "east"}}],
 "quotas": [{"name": "fast", "guaranteed": {"gpu": 16}, "nodes": {"gpuType": "H100"}}]})";

class QuotaDrafts : public SmallProject {
protected:
    QuotaDraftCheck check(const QuotaDraft& draft, const std::string& who = "ana") {
        const auto desk = open(who);
        const Project project = this->project();
        const Engine engine = engineOf(project, now());
        return checkDraft({project, engine, who, objections(*desk)}, draft);
    }
    QuotaDraft first(const std::string& parent) {
        const Project project = this->project();
        const Engine engine = engineOf(project, now());
        return firstDraft({project, engine, "ana", objections(*desk_)}, parent);
    }
    static std::function<Problems(const Change&)> objections(ProjectDesk& desk) {
        return [&desk](const Change& change) {
            const auto answer = desk.run({.change = change, .dryRun = true});
            return answer ? Problems{} : answer.error();
        };
    }
    static std::string codes(const QuotaDraftCheck& check) {
        std::string all;
        for (const auto& problem : check.problems)
            all += problem.message.code + " ";
        return all;
    }
    static std::string reads(const QuotaDraftCheck& check) {
        std::string all;
        for (const Message& sentence : check.sentences) {
            EXPECT_TRUE(isComplete(sentence)) << sentence.code;
            all += render(sentence) + "\n";
        }
        return all;
    }
    std::string add(const QuotaDraft& draft) { return codeOf(desk_->run({addOf(draft)})); }
};

TEST_F(QuotaDrafts, ANameThatIsTakenHidesNoOtherMistake) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    EXPECT_NE(reads(check(draft)), "");
    draft.guaranteed = 100 * kOneGpu;
    draft.policy.limit.gpu = 4 * kOneGpu;
    draft.policy.lend = 200 * kOneGpu;
    const std::string wrong = codes(check(draft));
    for (const char* code : {"quota-room", "limit-below-guarantee", "lend-above-guarantee"})
        EXPECT_THAT(wrong, HasSubstr(code));
    EXPECT_EQ(reads(check(draft)), "") << "nothing of it can be";
    draft.name = "all";
    const QuotaDraftCheck taken = check(draft);
    EXPECT_EQ(codes(taken), "project-name-taken " + wrong);
    for (const QuotaDraftProblem& each : taken.problems)
        EXPECT_FALSE(each.repairs.empty()) << each.message.code;
    draft.name = "a b\x01";
    EXPECT_THAT(codes(check(draft)), HasSubstr(wrong));
}

TEST_F(QuotaDrafts, BeginsWithAFreeNameAndASizeThatFits) {
    make(kTwoTeams);
    const QuotaDraft draft = first("all");
    EXPECT_EQ(draft.name, "all.1");
    EXPECT_EQ(draft.guaranteed, 4 * kOneGpu);
    EXPECT_EQ(presetOf(draft), QuotaPreset::fairSurplus);
    EXPECT_EQ(codes(check(draft)), "");
    EXPECT_EQ(first("left").guaranteed, 8 * kOneGpu);
    EXPECT_EQ(first("").guaranteed, 0);
}

TEST_F(QuotaDrafts, SaysHowMuchRoomThereIsAndMendsWhatGoesBeyond) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    draft.guaranteed = 10 * kOneGpu;
    const QuotaDraftCheck answer = check(draft);
    EXPECT_EQ(answer.room.whole, 32 * kOneGpu);
    EXPECT_EQ(answer.room.unassigned(), 4 * kOneGpu);
    ASSERT_EQ(codes(answer), "quota-room ");
    EXPECT_EQ(answer.problems[0].place, QuotaPlace::guaranteed);
    EXPECT_EQ(render(answer.problems[0].message),
              "all has 4 GPUs of its 32 GPUs unassigned, 6 GPUs too few.");
    ASSERT_EQ(answer.problems[0].repairs.size(), 2U);
    const QuotaRepair& take = answer.problems[0].repairs[0];
    EXPECT_EQ(take.kind, Kind::takeFrom);
    EXPECT_EQ(take.subject, "right");  // has the most that nothing runs on
    EXPECT_EQ(take.gpu, 6 * kOneGpu);
    EXPECT_EQ(codes(check(take.draft)), "");
    EXPECT_EQ(answer.problems[0].repairs[1].draft.guaranteed, 4 * kOneGpu);
    // One entry of the journal does both, and one undo takes both back.
    ASSERT_EQ(add(take.draft), "");
    EXPECT_EQ(sizeOf("right"), 10);
    EXPECT_EQ(sizeOf("all.1"), 10);
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(sizeOf("all.1"), -1);
}

TEST_F(QuotaDrafts, TakesNothingThatFirmWorkRunsOn) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workloads": [{"name": "firm", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}}]})");
    QuotaDraft draft = first("all");
    draft.guaranteed = 9 * kOneGpu;
    QuotaDraftCheck answer = check(draft);
    ASSERT_EQ(codes(answer), "quota-room ");
    ASSERT_EQ(answer.problems[0].repairs.size(), 1U);  // left cannot give 9
    EXPECT_EQ(answer.problems[0].repairs[0].kind, Kind::guarantee);
    draft.take = {{"left", 9 * kOneGpu}};
    answer = check(draft);
    ASSERT_EQ(codes(answer), "below-usage ");
    EXPECT_EQ(answer.problems[0].place, QuotaPlace::guaranteed);
    EXPECT_EQ(add(draft), "below-usage");
    draft.guaranteed = 8 * kOneGpu;
    draft.take = {{"left", 8 * kOneGpu}};
    EXPECT_EQ(codes(check(draft)), "");
}

TEST_F(QuotaDrafts, PresetsFillInAndReadAsWhatTheyAre) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 28 GPUs more"));
    EXPECT_THAT(reads(check(draft)), HasSubstr("in the ratio 4 : 12 : 16"));
    usePreset(draft, QuotaPreset::fixedShare);
    EXPECT_EQ(presetOf(draft), QuotaPreset::fixedShare);
    EXPECT_EQ(draft.policy.overQuota, OverQuota::off);
    EXPECT_EQ(draft.policy.lend, 0);
    EXPECT_THAT(reads(check(draft)), HasSubstr("always get exactly 4 GPUs"));
    usePreset(draft, QuotaPreset::idleOnly);
    EXPECT_EQ(presetOf(draft), QuotaPreset::idleOnly);
    EXPECT_EQ(draft.guaranteed, 0);
    EXPECT_THAT(reads(check(draft)), HasSubstr("Only background workloads run there"));
    EXPECT_EQ(codes(check(draft)), "");
    draft.policy.weight = 3;
    EXPECT_EQ(presetOf(draft), std::nullopt);
}

// Rule 3 asks every quota above as well.
TEST_F(QuotaDrafts, BorrowsNoMoreThanTheQuotasAboveMayUse) {
    make(kTwoTeams);
    ASSERT_EQ(run("policy", {{"quota", "all"}, {"set", R"({"overQuota": "off"})"}}), "");
    QuotaDraft draft = first("all");
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 28 GPUs more")) << "within all";
    draft = first("left");
    draft.guaranteed = 2 * kOneGpu;
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 30 GPUs more"));
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"overQuota": "off"})"}}), "");
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 10 GPUs more"));
    draft.guaranteed = 12 * kOneGpu;
    EXPECT_THAT(reads(check(draft)), HasSubstr("always get 12 GPUs and never more"));
    draft.guaranteed = 2 * kOneGpu;
    draft.policy.limit.gpu = 20 * kOneGpu;
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 10 GPUs more"));
    draft.policy.limit.gpu.reset();
    draft.policy.overQuota = OverQuota::idleOnly;
    EXPECT_THAT(reads(check(draft)), HasSubstr("always get 2 GPUs and never more"))
        << "idle work is barred there";
}

TEST_F(QuotaDrafts, BeyondAQuotaAboveThatIsForIdleWorkOnlyThatRuns) {
    make(kTwoTeams);
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"overQuota": "idle-only"})"}}), "");
    QuotaDraft draft = first("left");
    draft.guaranteed = 2 * kOneGpu;
    EXPECT_THAT(reads(check(draft)), HasSubstr("can borrow up to 10 GPUs more"));
    draft.guaranteed = 12 * kOneGpu;
    EXPECT_THAT(reads(check(draft)),
                HasSubstr("12 GPUs. Above them, only background workloads run"));
}

TEST_F(QuotaDrafts, WeighsAmongThoseOfItsRankThatMayBorrow) {
    make(kTwoTeams);
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"overQuota": "off"})"}}), "");
    QuotaDraft draft = first("all");
    draft.guaranteed = 2 * kOneGpu;
    QuotaDraftCheck answer = check(draft);  // itself 2, right 16, what all keeps for itself 2
    EXPECT_EQ(answer.weight, 200);
    EXPECT_EQ(answer.weights, 2000);
    draft.policy.rank = 1;
    answer = check(draft);
    EXPECT_EQ(answer.weights, 200);
    EXPECT_THAT(reads(answer), HasSubstr("until their owners reclaim them"));
    EXPECT_THAT(reads(answer), HasSubstr("surplus before 1 quota."));
    draft.policy.weight = 0;
    EXPECT_THAT(reads(check(draft)), HasSubstr("Its weight is 0"));
    EXPECT_THAT(reads(check(draft)), ::testing::Not(HasSubstr("rank")));
    draft.policy.weight = 1;
    draft.policy.rank = -1;
    EXPECT_THAT(reads(check(draft)), HasSubstr("1 quota of a higher rank first."));
}

TEST_F(QuotaDrafts, TellsEachMistakeWhereItIs) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    draft.name.clear();
    draft.policy.limit.gpu = 2 * kOneGpu;
    draft.policy.lend = 9 * kOneGpu;
    const QuotaDraftCheck answer = check(draft);
    std::vector<QuotaPlace> places;
    for (const auto& problem : answer.problems)
        places.push_back(problem.place);
    EXPECT_THAT(places, ElementsAre(QuotaPlace::name, QuotaPlace::limit, QuotaPlace::lend));
    EXPECT_EQ(answer.problems[1].repairs.at(0).draft.policy.limit.gpu, draft.guaranteed);
    EXPECT_EQ(answer.problems[2].repairs.at(0).draft.policy.lend, draft.guaranteed);
    draft = first("all");
    draft.name = "left";
    const QuotaDraftCheck taken = check(draft);
    ASSERT_EQ(codes(taken), "project-name-taken ");
    EXPECT_EQ(taken.problems[0].place, QuotaPlace::name);
    EXPECT_EQ(taken.problems[0].repairs.at(0).draft.name, "all.1");
}

TEST_F(QuotaDrafts, TheCommandMakesWhatWasRead) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    draft.policy.team = "Team D";
    draft.policy.queueing = Queueing::fifo;
    draft.policy.rank = 2;
    draft.policy.limit.gpu = 6 * kOneGpu + 50;
    draft.workspace = "left-space";
    ASSERT_EQ(add(draft), "");
    EXPECT_EQ(policyOf("all.1"), draft.policy);
    EXPECT_THAT(findWorkspace(project(), "left-space")->quotas, ElementsAre("left", "all.1"));
    draft = first("left");
    draft.workspace = "new-space";
    ASSERT_EQ(add(draft), "");
    ASSERT_NE(findWorkspace(project(), "new-space"), nullptr);
    EXPECT_THAT(findWorkspace(project(), "new-space")->quotas, ElementsAre("left.1"));
    reopen();
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(findWorkspace(project(), "new-space"), nullptr);
}

TEST_F(QuotaDrafts, ARootSaysWhichNodesItDivides) {
    make(kTwoTypes);
    QuotaDraft draft = first("");
    EXPECT_EQ(draft.name, "Quota1");
    EXPECT_EQ(draft.guaranteed, 8 * kOneGpu);  // the nodes that no root names
    QuotaDraftCheck answer = check(draft);
    EXPECT_EQ(codes(answer), "");
    EXPECT_EQ(answer.nodes.nodes, 2);
    EXPECT_EQ(answer.nodes.gpu, 8 * kOneGpu);
    EXPECT_THAT(reads(answer), HasSubstr("It divides 2 nodes with 8 GPUs."));
    ASSERT_EQ(answer.choices.size(), 3U);
    EXPECT_EQ(answer.choices[0].selector.gpuType, "H100");
    EXPECT_EQ(answer.choices[0].gpu, 24 * kOneGpu);
    EXPECT_EQ(answer.choices[2].nodes, 5);
    draft.policy.nodes = NodeSelector{"H100", {}};
    answer = check(draft);
    EXPECT_EQ(codes(answer), "");
    EXPECT_EQ(answer.room.unassigned(), 8 * kOneGpu);
    ASSERT_EQ(answer.room.parts.size(), 1U);
    draft.policy.nodes = NodeSelector{{}, {{"zone", "east"}}};
    answer = check(draft);
    ASSERT_EQ(codes(answer), "selectors-overlap ");
    EXPECT_EQ(answer.problems[0].place, QuotaPlace::nodes);
    ASSERT_EQ(answer.problems[0].repairs.size(), 1U);
    EXPECT_EQ(answer.problems[0].repairs[0].draft.policy.nodes->gpuType, "H100");
    draft.policy.nodes = NodeSelector{"A100", {}};
    ASSERT_EQ(add(draft), "");
    EXPECT_EQ(policyOf("Quota1").nodes, draft.policy.nodes);
}

TEST_F(QuotaDrafts, ARootThatTakesTheNodesOfOthersIsToldWhoseTheyAre) {
    make(R"({"apportion": 1, "name": "one type",
 "nodes": [{"name": "v", "count": 2, "gpu": 8, "gpuType": "V100"}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 10}},
            {"name": "right", "guaranteed": {"gpu": 6}}]})");
    QuotaDraft draft = first("");
    draft.guaranteed = kOneGpu;
    draft.policy.nodes = NodeSelector{"V100", {}};
    const QuotaDraftCheck answer = check(draft);
    ASSERT_EQ(codes(answer), "quota-room.others ");
    EXPECT_EQ(answer.problems[0].place, QuotaPlace::nodes);
    EXPECT_EQ(render(answer.problems[0].message),
              "With these nodes, 0 GPUs would be left for the other roots, which have guarantees "
              "of 16 GPUs.");
    ASSERT_EQ(answer.problems[0].repairs.size(), 1U);
    EXPECT_FALSE(answer.problems[0].repairs[0].draft.policy.nodes);
    const QuotaDraftCheck shared = check(answer.problems[0].repairs[0].draft);
    ASSERT_EQ(codes(shared), "quota-room.nodes ");
    EXPECT_FALSE(shared.problems[0].repairs.empty()) << "and that goes on to an end";
}

TEST_F(QuotaDrafts, ShowsNoMoreThanMayBeRead) {
    make(kTwoTeams);
    ASSERT_EQ(
        run("user.grant", {{"user", "quinn"}, {"role", "quota-administrator"}, {"quota", "left"}}),
        "");
    QuotaDraft draft;
    draft.parent = "all";
    draft.name = "x";
    draft.guaranteed = 6 * kOneGpu;
    const QuotaDraftCheck answer = check(draft, "quinn");
    ASSERT_EQ(answer.room.parts.size(), 2U);
    EXPECT_EQ(answer.room.parts[0].quota, "left");
    EXPECT_EQ(answer.room.parts[1].quota, "");
    EXPECT_THAT(answer.workspaces, ElementsAre("left-space"));
    EXPECT_EQ(codes(answer).substr(0, 11), "not-allowed");
}

// Rule 16: "always" and "get exactly" hold against everybody but the parent's own work.
TEST_F(QuotaDrafts, SaysThatTheParentsOwnWorkMayTakeIt) {
    make(kTwoTeams);
    QuotaDraft draft = first("all");
    for (const QuotaPreset preset : {QuotaPreset::fairSurplus, QuotaPreset::fixedShare}) {
        usePreset(draft, preset);
        EXPECT_THAT(reads(check(draft)), ::testing::Not(HasSubstr("on all itself")));
    }
    ASSERT_EQ(codeOf(desk_->run(command(
                  "policy", {{"quota", "all"},
                             {"child", R"({"priorities": [1, 3], "modules": ["training"]})"}}))),
              "");
    for (const QuotaPreset preset : {QuotaPreset::fairSurplus, QuotaPreset::fixedShare}) {
        usePreset(draft, preset);
        EXPECT_THAT(reads(check(draft)), HasSubstr("workloads submitted to all can evict training "
                                                   "workloads of priority 1–3 from all.1"))
            << "and nothing else of it";
    }
}

}  // namespace
}  // namespace apportion::testing
