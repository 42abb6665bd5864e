// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validate.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/bounds.h"
#include "tests/core/model/small_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const ModuleSet kAll{7};

// The small pool with one thing changed.
Problems spoiled(const std::function<void(Scenario&)>& spoil) {
    auto scenario = smallPool();
    spoil(scenario);
    auto problems = validate(scenario);
    for (const auto& problem : problems) {
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
        EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
    }
    return problems;
}

struct Case {
    const char* name;
    std::function<void(Scenario&)> spoil;
    std::vector<std::string> expected;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

std::vector<Case> cases() {
    return {
        Case{"Fine", [](Scenario&) {}, {}},
        Case{"EmptyName",
             [](Scenario& s) {
                 s.quotas[1].name = "";
                 s.workspaces[0].quotas = {};
                 s.workloads = {};
             },
             {"/quotas/1/name name-empty"}},
        Case{"LongName",
             [](Scenario& s) { s.workloads[0].name = std::string(64, 'x'); },
             {"/workloads/0/name name-too-long"}},
        Case{"LongNameInLetters",
             [](Scenario& s) {
                 s.workloads[0].name = std::string(21, 'x') + "\u00e9\u4e2d" + std::string(40, 'y');
             },
             {}},
        Case{"SlashInName",
             [](Scenario& s) { s.workloads[0].name = "a/b"; },
             {"/workloads/0/name name-character"}},
        Case{"TabInName",
             [](Scenario& s) { s.nodes[0].node.name = "a\tb"; },
             {"/nodes/0/name name-character"}},
        Case{"C1InName",
             [](Scenario& s) { s.workloads[0].name = "a\u0085b"; },
             {"/workloads/0/name name-character"}},
        Case{"SameQuotaTwice",
             [](Scenario& s) { s.quotas.push_back(quota("left", "root", 0)); },
             {"/quotas/3/name duplicate-name"}},
        Case{"SameWorkloadTwice",
             [](Scenario& s) { s.workloads.push_back(s.workloads[0]); },
             {"/workloads/1/name duplicate-name"}},
        Case{"SameWorkspaceTwice",
             [](Scenario& s) { s.workspaces.push_back(s.workspaces[0]); },
             {"/workspaces/1/name duplicate-name"}},
        Case{"SameNodeTwice",
             [](Scenario& s) { s.nodes.push_back(nodes("dgx-2", 1, 8)); },
             {"/nodes/1/name duplicate-name"}},
        Case{"TooManyNodesInAGroup",
             [](Scenario& s) { s.nodes[0].count = 1'000'001; },
             {"/nodes/0/count too-big"}},
        Case{"SameUserTwice",
             [](Scenario& s) {
                 s.workspaces[0].members.push_back({"ana", Role::member});
             },
             {"/workspaces/0/members/2/user duplicate-entry"}},
        Case{"NoSuchParent",
             [](Scenario& s) { s.quotas[2].parent = "rot"; },
             {"/quotas/2/parent unknown-parent"}},
        Case{"OwnParent",
             [](Scenario& s) { s.quotas[0].parent = "root"; },
             {"/quotas/0/parent parent-cycle"}},
        Case{"ParentCircle",
             [](Scenario& s) {
                 s.quotas[0].parent = "left";
                 s.quotas[0].guaranteed.gpu = 0;
                 s.quotas[1].guaranteed.gpu = 0;
                 s.quotas[2].guaranteed.gpu = 0;
             },
             {"/quotas/0/parent parent-cycle"}},
        Case{"RootsAboveCapacity",
             [](Scenario& s) { s.quotas[0].guaranteed.gpu = 1700; },
             {"/quotas/0/guaranteed/gpu above-capacity"}},
        Case{"SecondRootAboveCapacity",
             [](Scenario& s) { s.quotas.push_back(quota("more", "", 1)); },
             {"/quotas/3/guaranteed/gpu above-capacity"}},
        Case{"ChildrenAboveParent",
             [](Scenario& s) { s.quotas.push_back(quota("third", "root", 1)); },
             {"/quotas/3/guaranteed/gpu sum-of-children"}},
        Case{"LimitBelowGuarantee",
             [](Scenario& s) {
                 s.quotas[1].policy.limit = {700, 1, 1};
                 s.quotas[1].guaranteed.cpu = 2;
                 s.quotas[1].guaranteed.memory = 1;
             },
             {"/quotas/1/limit/gpu limit-below-guarantee",
              "/quotas/1/limit/cpu limit-below-guarantee"}},
        Case{"LimitAboveParents",
             [](Scenario& s) {
                 s.quotas[0].policy.limit.gpu = 1600;
                 s.quotas[1].policy.limit.gpu = 2000;
             },
             {"?/quotas/1/limit/gpu limit-above-parent"}},
        Case{"LendAboveGuarantee",
             [](Scenario& s) { s.quotas[1].policy.lend = 900; },
             {"/quotas/1/lend/gpu lend-above-guarantee"}},
        Case{"NegativeGuarantee",
             [](Scenario& s) { s.quotas[1].guaranteed.gpu = -100; },
             {"/quotas/1/guaranteed/gpu too-small"}},
        Case{"HugeGuarantee",
             [](Scenario& s) { s.quotas[1].guaranteed.gpu = 9'000'000'000'000'000'000; },
             {"/quotas/1/guaranteed/gpu too-big", "/quotas/1/guaranteed/gpu sum-of-children"}},
        Case{"NodesBelowRoot",
             [](Scenario& s) {
                 s.quotas[1].policy.nodes = NodeSelector{"H100", {}};
             },
             {"/quotas/1/nodes nodes-below-root"}},
        Case{"EmptySelector",
             [](Scenario& s) { s.quotas[0].policy.nodes = NodeSelector{}; },
             {"/quotas/0/nodes selector-empty"}},
        Case{"SelectorMatchesNothing",
             [](Scenario& s) {
                 s.quotas[0].policy.nodes = NodeSelector{"A100", {}};
                 s.workloads = {};
             },
             {"?/nodes nodes-undivided", "?/quotas/0/nodes selector-matches-nothing",
              "/quotas/0/guaranteed/gpu above-capacity"}},
        Case{"SelectorsOverlap",
             [](Scenario& s) {
                 s.quotas[0].policy.nodes = NodeSelector{"H100", {}};
                 s.nodes[0].node.labels = {{"rack", "1"}};
                 s.quotas.push_back(quota("rack", "", 0));
                 s.quotas[3].policy.nodes = NodeSelector{std::nullopt, {{"rack", "1"}}};
             },
             {"/quotas/3/nodes selectors-overlap"}},
        Case{"EqualSelectorsShare",
             [](Scenario& s) {
                 s.quotas[0].policy.nodes = NodeSelector{"H100", {}};
                 s.quotas.push_back(quota("same", "", 0));
                 s.quotas[3].policy.nodes = s.quotas[0].policy.nodes;
             },
             {"?/quotas/3 no-fair-share.full"}},
        Case{"HalfANode",
             [](Scenario& s) { s.nodes[0].node.gpu = 850; },
             {"/nodes/0/gpu node-gpu-not-whole"}},
        Case{"NoNodes", [](Scenario& s) { s.nodes[0].count = 0; }, {"/nodes/0/count too-small"}},
        Case{"TooManyNodes",
             [](Scenario& s) {
                 s.nodes[0].count = 1'000'000;
                 s.nodes.push_back(nodes("x", 1, 8));
             },
             {"/nodes too-many-nodes"}},
        Case{"NodesForNobody",
             [](Scenario& s) {
                 s.quotas[0].policy.nodes = NodeSelector{"H100", {}};
                 s.nodes.push_back(nodes("old", 1, 8, "V100"));
             },
             {"?/nodes nodes-undivided"}},
        Case{"SelfLowMeetsHigh",
             [](Scenario& s) {
                 s.quotas[1].policy.selfPreemption = SelfPreemption{{5, 9}, {3, 5}, kAll};
             },
             {"/quotas/1/selfPreemption/low low-not-below-high"}},
        Case{"SelfHighOne",
             [](Scenario& s) {
                 s.quotas[1].policy.selfPreemption = SelfPreemption{{1, 1}, {1, 1}, kAll};
             },
             {"/quotas/1/selfPreemption/low low-not-below-high.from-least"}},
        Case{"SelfModulesEmpty",
             [](Scenario& s) {
                 s.quotas[1].policy.selfPreemption = SelfPreemption{{6, 9}, {4, 4}, {}};
             },
             {"/quotas/1/selfPreemption/modules no-modules"}},
        Case{"SelfSiblingsOfNobody",
             [](Scenario& s) {
                 s.quotas[0].policy.selfPreemption =
                     SelfPreemption{{6, 9}, {4, 4}, kAll, PreemptionScope::siblings};
             },
             {"?/quotas/0/selfPreemption policy-never-fires.no-siblings"}},
        Case{"ChildRangeOutside",
             [](Scenario& s) {
                 s.quotas[0].policy.childPreemption = ChildPreemption{{0, 10}, kAll};
             },
             {"/quotas/0/childPreemption/priorities range-outside"}},
        Case{"ChildRangeEndsOutside",
             [](Scenario& s) {
                 s.quotas[0].policy.childPreemption = ChildPreemption{{1, 10}, kAll};
             },
             {"/quotas/0/childPreemption/priorities/1 too-big"}},
        Case{"ChildRangeReversed",
             [](Scenario& s) {
                 s.quotas[0].policy.childPreemption = ChildPreemption{{3, 1}, kAll};
             },
             {"/quotas/0/childPreemption/priorities range-reversed"}},
        Case{"ChildWithoutChildren",
             [](Scenario& s) {
                 s.quotas[1].policy.childPreemption = ChildPreemption{{1, 3}, kAll};
             },
             {"?/quotas/1/childPreemption policy-never-fires.no-children"}},
        Case{"WeightAndRank",
             [](Scenario& s) {
                 s.quotas[1].policy.weight = 1'000'001;
                 s.quotas[2].policy.rank = -1'000'001;
             },
             {"/quotas/1/weight too-big", "/quotas/2/rank too-small"}},
        Case{"Settings",
             [](Scenario& s) {
                 s.settings.agingInterval = 0;
                 s.settings.gracePeriod = -1;
             },
             {"/settings/gracePeriod too-small", "/settings/agingInterval too-small"}},
        Case{"WorkspaceWithUnknownQuota",
             [](Scenario& s) { s.workspaces[0].quotas.push_back("lefd"); },
             {"/workspaces/0/quotas/1 unknown-quota"}},
        Case{"WorkspaceWithQuotaTwice",
             [](Scenario& s) { s.workspaces[0].quotas.push_back("left"); },
             {"/workspaces/0/quotas/1 duplicate-entry"}},
        Case{"CapValues",
             [](Scenario& s) {
                 s.workspaces[0].caps = {
                     {std::nullopt, "a/b", PriorityRange{9, 7}, ModuleSet{}, -1}};
             },
             {"/workspaces/0/caps/0/gpu too-small", "/workspaces/0/caps/0/user name-character",
              "/workspaces/0/caps/0/priorities range-reversed",
              "/workspaces/0/caps/0/modules no-modules"}},
        Case{"UnknownQuota",
             [](Scenario& s) { s.workloads[0].quota = "lft"; },
             {"/workloads/0/quota unknown-quota"}},
        Case{"UnknownWorkspace",
             [](Scenario& s) { s.workloads[0].workspace = "rom"; },
             {"/workloads/0/workspace unknown-workspace"}},
        Case{"NoQuotaAtAll",
             [](Scenario& s) { s.workloads[0].quota = ""; },
             {"/workloads/0 no-quota"}},
        Case{"QuotaOfTheWorkspace",
             [](Scenario& s) {
                 s.workloads[0].quota = "";
                 s.workloads[0].workspace = "room";
             },
             {}},
        Case{"QuotaOfTheWorkspaceUnclear",
             [](Scenario& s) {
                 s.workspaces[0].quotas = {"left", "right"};
                 s.workloads[0].quota = "";
                 s.workloads[0].workspace = "room";
             },
             {"/workloads/0 no-quota.workspace"}},
        Case{"ForeignQuota",
             [](Scenario& s) {
                 s.workloads[0].quota = "right";
                 s.workloads[0].workspace = "room";
             },
             {"?/workloads/0/quota workload-rejected"}},
        Case{"ViewerSubmits",
             [](Scenario& s) {
                 s.workloads[0].user = "bo";
                 s.workloads[0].workspace = "room";
             },
             {"?/workloads/0/user workload-rejected.user"}},
        Case{"ViewerRuns",
             [](Scenario& s) {
                 s.workloads[0].user = "bo";
                 s.workloads[0].workspace = "room";
                 s.workloads[0].running = RunningSince{0, {{"dgx-1", s.workloads[0].request.gpu}}};
             },
             {"?/workloads/0/user workload-not-again.user"}},
        Case{"PriorityTen",
             [](Scenario& s) { s.workloads[0].priority = 10; },
             {"/workloads/0/priority too-big"}},
        Case{"OneAndAHalfGpus",
             [](Scenario& s) { s.workloads[0].request.gpu = 150; },
             {"/workloads/0/gpu gpu-not-whole"}},
        Case{"NoReplicas",
             [](Scenario& s) { s.workloads[0].replicas = 0; },
             {"/workloads/0/replicas too-small"}},
        Case{"MinReplicasAbove",
             [](Scenario& s) { s.workloads[0].minReplicas = 2; },
             {"/workloads/0/minReplicas min-replicas-above"}},
        Case{"MinReplicasNone",
             [](Scenario& s) { s.workloads[0].minReplicas = 0; },
             {"/workloads/0/minReplicas too-small"}},
        Case{"DurationNought",
             [](Scenario& s) {
                 s.workloads[0].duration = 0;
                 s.workloads[0].checkpoint = 0;
                 s.workloads[0].submit = -1;
             },
             {"/workloads/0/submit too-small", "/workloads/0/duration too-small",
              "/workloads/0/checkpoint too-small"}},
        Case{"TooLargeForANode",
             [](Scenario& s) { s.workloads[0].request.gpu = 900; },
             {"?/workloads/0/gpu workload-never-fits"}},
        Case{"TooMuchCpu",
             [](Scenario& s) {
                 s.nodes[0].node.cpu = 4000;
                 s.workloads[0].request.cpu = 5000;
             },
             {"?/workloads/0/gpu workload-never-fits.node"}},
        Case{"GangTooLarge",
             [](Scenario& s) { s.workloads[0].replicas = 5; },
             {"?/workloads/0/replicas workload-never-fits.gang"}},
        Case{"GangAboveLimit",
             [](Scenario& s) {
                 s.quotas[0].policy.limit.gpu = 1600;
                 s.workloads[0].replicas = 5;
             },
             {"?/workloads/0/gpu workload-never-fits.limit"}},
        Case{"NoNodeWithAGpu",
             [](Scenario& s) {
                 for (NodeGroup& group : s.nodes)
                     group.node.gpu = 0;
                 for (Quota& quota : s.quotas)
                     quota.guaranteed.gpu = 0;
             },
             {"?/workloads/0/gpu workload-never-fits.no-gpu"}},
        Case{"TypeWithoutGpus",
             [](Scenario& s) {
                 s.nodes.push_back(s.nodes[0]);
                 s.nodes[1].node.name = "bare";
                 s.nodes[1].node.gpu = 0;
                 s.nodes[1].node.gpuType = "V100";
                 s.workloads[0].gpuType = "V100";
             },
             {"?/workloads/0/gpuType workload-never-fits.type"}},
        Case{"TypeOfNobody",
             [](Scenario& s) { s.workloads[0].gpuType = "V100"; },
             {"?/workloads/0/gpuType workload-never-fits.type"}},
        Case{"NoNode",
             [](Scenario& s) {
                 s.nodes.clear();
                 for (Quota& quota : s.quotas)
                     quota.guaranteed.gpu = 0;
             },
             {"?/workloads/0/gpu workload-never-fits.no-node"}},
        Case{"NoNodeNorType",
             [](Scenario& s) {
                 s.nodes.clear();
                 for (Quota& quota : s.quotas)
                     quota.guaranteed.gpu = 0;
                 s.workloads[0].gpuType = "V100";
             },
             {"?/workloads/0/gpu workload-never-fits.no-node"}},
        Case{"NoNodeOfTheRoot",
             [](Scenario& s) {
                 for (Quota& quota : s.quotas)
                     quota.guaranteed.gpu = 0;
                 s.quotas[0].policy.nodes.emplace().gpuType = "V100";
             },
             {"?/nodes nodes-undivided", "?/quotas/0/nodes selector-matches-nothing",
              "?/workloads/0/gpu workload-never-fits.no-node-of-root"}},
        Case{"AfterTheEnd",
             [](Scenario& s) {
                 s.until = 10'000;
                 s.workloads[0].submit = 11'000;
                 s.events = {{12'000, CancelEvent{"job"}}};
             },
             {"?/workloads/0/submit submit-after-until", "?/events/0/at event-after-until"}},
        Case{"NegativeEnd",
             [](Scenario& s) {
                 s.until = -1;
                 s.workloads = {};
             },
             {"/until too-small"}}};
}

class Validate : public ::testing::TestWithParam<Case> {};

TEST_P(Validate, TellsEachProblemAtItsPlace) {
    EXPECT_EQ(told(spoiled(GetParam().spoil)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Scenario, Validate, ::testing::ValuesIn(cases()),
                         [](const auto& of) { return std::string{of.param.name}; });

TEST(ValidateMessage, SaysBothNumbersAndTheRemedy) {
    const auto problems = spoiled([](Scenario& s) { s.quotas[0].guaranteed.gpu = 1700; });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(render(problems[0].message),
              "The guarantees of the roots on these nodes would total 17 GPUs, but the nodes have "
              "16 GPUs.");
    EXPECT_EQ(renderRemedy(problems[0].message), "Lower a guarantee by 1 GPU, or add nodes first.");
}

TEST(ValidateMessage, SuggestsTheNearestName) {
    const auto problems = spoiled([](Scenario& s) { s.workloads[0].quota = "lft"; });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(renderRemedy(problems[0].message),
              "Did you mean left? Correct the name or add the quota.");
}

TEST(ValidateMessage, OfAMillionBrokenWorkloadsShowsTheFirstAndCountsTheRest) {
    auto scenario = smallPool();
    scenario.workloads.clear();
    for (int i = 0; i < 20'000; ++i)
        scenario.workloads.push_back(workload("job-" + std::to_string(i), "no-such", 1));
    const auto problems = validate(scenario);
    ASSERT_EQ(problems.size(), 1001U);
    EXPECT_EQ(problems.back().message.code, "more-problems");
    EXPECT_EQ(problems.back().message.arguments[1].value, Value::ofCount(19'000));
}

TEST(ValidateQuotas, ChecksTheTreeAlone) {
    auto scenario = smallPool();
    scenario.quotas[1].guaranteed.gpu = 900;
    EXPECT_THAT(told(validateQuotas(scenario.quotas, expand(scenario.nodes))),
                ElementsAre("/quotas/2/guaranteed/gpu sum-of-children"));
    scenario.quotas[2].guaranteed.gpu = 700;
    EXPECT_THAT(validateQuotas(scenario.quotas, expand(scenario.nodes)), IsEmpty());
}

TEST(HasErrors, IsNotMovedByWarnings) {
    EXPECT_FALSE(hasErrors({}));
    EXPECT_FALSE(hasErrors({Problem{{}, {}, 0, 0, {}, true}}));
    EXPECT_TRUE(hasErrors({Problem{}}));
}

// A range that begins at 1 has nothing below it, and one that ends at 9 nothing above.
TEST(ValidateMessage, TellsARemedyForBandsThatCanBeFollowed) {
    const auto remedy = [](PriorityRange high, PriorityRange low) {
        const auto problems = spoiled([&](Scenario& s) {
            s.quotas[1].policy.selfPreemption = SelfPreemption{high, low, kAll};
        });
        return problems.size() == 1 ? renderRemedy(problems[0].message) : std::string();
    };
    EXPECT_EQ(remedy({4, 9}, {2, 5}), "Let 'low' end below 4, or 'high' begin above 5.");
    EXPECT_EQ(remedy({1, 9}, {1, 3}), "Let 'high' begin above 3. No priority is below 1.");
    EXPECT_EQ(remedy({4, 9}, {2, 9}), "Let 'low' end below 4. No priority is above 9.");
    EXPECT_EQ(remedy({1, 9}, {1, 9}),
              "Change both, for example to 'low': [1, 4] and 'high': [5, 9].");
}

}  // namespace
}  // namespace apportion
