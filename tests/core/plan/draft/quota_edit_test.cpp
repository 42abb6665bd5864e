// SPDX-License-Identifier: GPL-3.0-or-later
// Cells edited in place, several quotas at once, GPUs moved, and what stands in the way of a
// deletion.
#include "core/plan/draft/quota_edit.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/draft/quota_blockers.h"
#include "core/plan/draft/quota_move.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using BlockerKind = QuotaBlocker::Kind;

class QuotaEdits : public SmallProject {
protected:
    QuotaRow rowOf(const std::string& name) {
        QuotaRow row;
        const Quota* quota = findQuota(project(), name);
        EXPECT_NE(quota, nullptr);
        if (!quota)
            return row;
        row.name = quota->name;
        row.numbers.guaranteed = quota->guaranteed.gpu;
        row.policy = quota->policy;
        return row;
    }
    QuotaDraft sheetOf(const std::string& name) {
        const QuotaRow row = rowOf(name);
        return draftOf(name, {}, row.numbers.guaranteed, row.policy);
    }
    std::string edit(const std::string& quota, QuotaField field, const std::string& text) {
        const auto change = changeOf(rowOf(quota), field, text);
        if (!change)
            return change.error().front().message.code;
        return *change ? codeOf(desk_->run({**change})) : "nothing";
    }
};

TEST_F(QuotaEdits, EachCellBecomesItsCommand) {
    make(kTwoTeams);
    EXPECT_EQ(edit("left", QuotaField::guaranteed, "14.5"), "");
    EXPECT_EQ(findQuota(project(), "left")->guaranteed.gpu, 1450);
    EXPECT_EQ(edit("left", QuotaField::guaranteed, "14.5"), "nothing");
    EXPECT_EQ(edit("left", QuotaField::guaranteed, "99"), "sum-of-children");
    EXPECT_EQ(edit("left", QuotaField::guaranteed, "much"), "argument-wrong");
    EXPECT_EQ(edit("left", QuotaField::weight, "7"), "");
    EXPECT_EQ(policyOf("left").weight, 7);
    EXPECT_EQ(edit("left", QuotaField::weight, ""), "");
    EXPECT_EQ(policyOf("left").weight, std::nullopt);
    EXPECT_EQ(edit("left", QuotaField::weight, "1.5"), "argument-wrong");
    EXPECT_EQ(edit("left", QuotaField::rank, "-2"), "");
    EXPECT_EQ(policyOf("left").rank, -2);
    EXPECT_EQ(edit("left", QuotaField::team, "Team L"), "");
    EXPECT_EQ(policyOf("left").team, "Team L");
    EXPECT_EQ(edit("left", QuotaField::team, "left"), "");
    EXPECT_EQ(policyOf("left").team, "");
    EXPECT_EQ(edit("left", QuotaField::name, "right"), "project-name-taken");
    EXPECT_EQ(edit("left", QuotaField::name, "links"), "");
    EXPECT_NE(findQuota(project(), "links"), nullptr);
}

TEST_F(QuotaEdits, ALimitOfGpusLeavesThoseOfCpuAndMemory) {
    make(kTwoTeams);
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"limit": {"cpu": 64}})"}}), "");
    EXPECT_EQ(edit("left", QuotaField::limit, "20"), "");
    EXPECT_EQ(policyOf("left").limit.gpu, 2000);
    EXPECT_EQ(policyOf("left").limit.cpu, 64 * kOneCore);
    EXPECT_EQ(edit("left", QuotaField::limit, "2"), "limit-below-guarantee");
    EXPECT_EQ(edit("left", QuotaField::limit, ""), "");
    EXPECT_EQ(policyOf("left").limit.gpu, std::nullopt);
    EXPECT_EQ(policyOf("left").limit.cpu, 64 * kOneCore);
}

TEST_F(QuotaEdits, SeveralAreSetAsOneEntry) {
    make(kTwoTeams);
    ASSERT_EQ(edit("left", QuotaField::rank, "3"), "");
    const std::vector<QuotaDraft> before{sheetOf("left"), sheetOf("right")};
    EXPECT_EQ(changedFields(before, before.front()),
              (std::vector{QuotaField::name, QuotaField::guaranteed, QuotaField::rank}))
        << "mixed";
    QuotaDraft draft = before.front();
    draft.edits = {"left", "right"};
    draft.policy.weight = 5;
    draft.policy.overQuota = OverQuota::off;
    const std::array touched{QuotaField::overQuota, QuotaField::weight, QuotaField::lend};
    const auto changed = changedFields(before, draft, touched);
    EXPECT_EQ(changed, (std::vector{QuotaField::weight, QuotaField::overQuota}));
    const auto edits = editsOf(draft, changed);
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(codeOf(desk_->run({edits.front()})), "");
    EXPECT_EQ(policyOf("left").weight, 5);
    EXPECT_EQ(policyOf("right").overQuota, OverQuota::off);
    EXPECT_EQ(policyOf("left").rank, 3);
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(policyOf("left").weight, std::nullopt);
    EXPECT_EQ(policyOf("right").overQuota, OverQuota::on);
    // All or nothing.
    draft.policy.limit.gpu = 13 * kOneGpu;
    EXPECT_EQ(codeOf(desk_->run({editsOf(draft, {QuotaField::limit}).front()})),
              "limit-below-guarantee");
    EXPECT_EQ(policyOf("left").limit.gpu, std::nullopt);
    EXPECT_EQ(run("quota.set", {{"quotas", "left"}, {"set", R"({"nodes": null})"}}),
              "argument-wrong");
}

// The guarantee and policies are one entry, which undo takes back whole; the name is its own.
TEST_F(QuotaEdits, OneSheetIsOneEntry) {
    make(kTwoTeams);
    const QuotaDraft before = sheetOf("left");
    QuotaDraft draft = before;
    draft.guaranteed -= 4 * kOneGpu;
    draft.policy.rank = 2;
    draft.policy.budget = Budget{200'000, BudgetPeriod::month};
    draft.name = "links";
    const auto edits = editsOf(draft, changedFields({before}, draft));
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(codeOf(desk_->run({edits[0]})), "");
    EXPECT_EQ(rowOf("left").numbers.guaranteed, draft.guaranteed);
    EXPECT_EQ(policyOf("left").rank, 2);
    EXPECT_EQ(policyOf("left").budget, draft.policy.budget);
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(policyOf("left").budget, std::nullopt);
    EXPECT_EQ(rowOf("left").numbers.guaranteed, before.guaranteed);
    EXPECT_EQ(policyOf("left").rank, 0);
    EXPECT_EQ(codeOf(desk_->run({edits[0]})), "");
    EXPECT_EQ(codeOf(desk_->run({edits[1]})), "");
    EXPECT_EQ(policyOf("links").rank, 2);
    EXPECT_EQ(run("quota.set", {{"quotas", "links"}}), "argument-missing");
}

TEST_F(QuotaEdits, MovingOffersWhatIsIdleAndSetsBothSizes) {
    make(kTwoTeams);
    QuotaRow right = rowOf("right");
    right.numbers.subtree = 3 * kOneGpu + 50;
    EXPECT_EQ(moveBounds(right).idle, 12 * kOneGpu);
    EXPECT_EQ(moveBounds(right).most, 16 * kOneGpu);
    EXPECT_FALSE(moveRefusal(right, 16 * kOneGpu));
    ASSERT_TRUE(moveRefusal(right, 17 * kOneGpu));
    EXPECT_EQ(moveRefusal(right, 17 * kOneGpu)->code, "move-too-many");
    right.numbers.pending = 10 * kOneGpu;
    EXPECT_EQ(moveBounds(right).idle, 12 * kOneGpu);
    EXPECT_EQ(moveBounds(right).spare, 2 * kOneGpu) << "its own work waits for the others";
    right.numbers.pending = 20 * kOneGpu;
    EXPECT_EQ(moveBounds(right).spare, 0);
    right.numbers.above = 4 * kOneGpu;
    EXPECT_EQ(moveBounds(right).idle, 8 * kOneGpu) << "a quota above uses 4 of them";
    right.numbers.above = 0;
    EXPECT_FALSE(moveBounds(right).promised);
    right.childrenGuaranteed = 10 * kOneGpu;
    EXPECT_EQ(moveBounds(right).idle, 6 * kOneGpu);
    EXPECT_TRUE(moveBounds(right).promised) << "more of it is idle";
    right.policy.lend = 12 * kOneGpu;
    EXPECT_EQ(moveBounds(right).most, 4 * kOneGpu);
    const ScaleTargets targets = moved(right, rowOf("left"), 4 * kOneGpu);
    EXPECT_EQ(targetsOf(scaleTo(targets)), targets);
    EXPECT_EQ(codeOf(desk_->run({scaleTo(targets)})), "");
    EXPECT_EQ(sizeOf("right"), 12);
    EXPECT_EQ(sizeOf("left"), 16);
}

TEST_F(QuotaEdits, EveryBlockerHasTheCommandThatTakesItAway) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 32}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workspaces": [{"name": "space", "quotas": ["all", "left"]}],
 "workloads": [{"name": "waits", "quota": "left", "gpu": 32}]})");
    ASSERT_EQ(run("quota.add", {{"name", "below"}, {"parent", "left"}, {"gpu", "0"}}), "");
    ASSERT_EQ(run("timetable.set", {{"name", "nightly"}, {"steps", "20:00,left=16"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=17"}, {"for", "1h"}}), "");
    CommandRequest deletion = command("quota.delete", {{"name", "left"}});
    auto refused = desk_->run(deletion);
    ASSERT_FALSE(refused);
    const auto blockers = blockersOf(refused.error(), "left");
    std::vector<BlockerKind> kinds;
    kinds.reserve(blockers.size());
    for (const QuotaBlocker& blocker : blockers)
        kinds.push_back(blocker.kind);
    ASSERT_THAT(kinds,
                ElementsAre(BlockerKind::child, BlockerKind::workspace, BlockerKind::workload,
                            BlockerKind::temporary, BlockerKind::timetable));
    EXPECT_FALSE(blockers[0].mend);
    EXPECT_EQ(run("quota.delete", {{"name", "below"}}), "");
    for (std::size_t i = 1; i < blockers.size(); ++i)
        EXPECT_EQ(codeOf(desk_->run({*blockers[i].mend})), "") << blockers[i].name;
    EXPECT_EQ(codeOf(desk_->run(deletion)), "");
    EXPECT_THAT(findWorkspace(project(), "space")->quotas, ElementsAre("all"));
    EXPECT_EQ(run("workspace.untie", {{"name", "space"}, {"quota", "gone"}}), "project-unknown");
    EXPECT_TRUE(blockersOf({Problem{{}, {}, 0, 0, {"last-administrator", {}}}}, "left").empty());
}

}  // namespace
}  // namespace apportion::testing
