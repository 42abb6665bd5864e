// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a variant as one entry: all of them or none, and one undo.
#include "core/change/apply_edits.h"

#include <gmock/gmock.h>

#include "core/change/entry_inputs.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kLeftTo8 = R"({"at":0,"do":"scale","quotas":{"left":{"gpu":8}}})";
constexpr const char* kRightTo24 = R"({"at":0,"do":"scale","quotas":{"right":{"gpu":24}}})";
constexpr const char* kRightTo25 = R"({"at":0,"do":"scale","quotas":{"right":{"gpu":25}}})";

class ApplyEditsTest : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }
};

TEST_F(ApplyEditsTest, OneEntryHasAllOfThemAndOneUndoBringsAllBack) {
    const Project before = project();
    ASSERT_EQ(
        run("apply", {{"edits", kLeftTo8},
                      {"edits", kRightTo24},
                      {"edits", R"({"at":0,"do":"policy","quota":"left","weight":3})"},
                      {"edits", R"({"do":"caps","workspace":"left-space","caps":[{"gpu":4}]})"},
                      {"edits", R"({"at":0,"do":"add-nodes","node":{"name":"new","gpu":8}})"},
                      {"edits", R"({"at":0,"do":"add-quota","quota":{"name":"third",)"
                                R"("guaranteed":{"gpu":0},"parent":"all"},"workloads":[]})"},
                      {"variant", "8 / 24"}}),
        "");
    EXPECT_EQ(revision(), before.revision + 1);
    EXPECT_EQ(sizeOf("left"), 8);
    EXPECT_EQ(sizeOf("right"), 24);
    EXPECT_EQ(sizeOf("third"), 0);
    EXPECT_EQ(policyOf("left").weight, 3);
    EXPECT_EQ(project().pool.workspaces[0].caps.at(0).gpu, 4 * kOneGpu);
    EXPECT_EQ(project().pool.nodes.size(), 2U);
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(project().pool, before.pool);
    ASSERT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("right"), 24);
}

TEST_F(ApplyEditsTest, OneThatIsRefusedLeavesAllAsItWas) {
    const Revision before = revision();
    const auto answer = desk_->run(command("apply", {{"edits", kLeftTo8}, {"edits", kRightTo25}}));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error()[0].message.code, "sum-of-children");
    EXPECT_THAT(render(answer.error()[0].message), HasSubstr("edit 2 of 2"));
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(run("apply", {{"edits", R"({"do":"forecast","quota":"left","scale":2})"}}),
              "apply-no-command");
}

TEST_F(ApplyEditsTest, TheStrongestModeIsThatOfTheEntry) {
    const auto answer = desk_->run(
        command("apply", {{"edits", kLeftTo8},
                          {"edits", R"({"after":600,"at":0,"do":"scale","mode":"reclaim",)"
                                    R"("quotas":{"right":{"gpu":24}}})"}}));
    ASSERT_TRUE(answer) << allOf(answer.error());
    const EntryInputs inputs = inputsOf(*answer->entry);
    ASSERT_EQ(inputs.events.size(), 1U);
    const auto& scale = std::get<ScaleEvent>(inputs.events[0]);
    EXPECT_EQ(scale.mode, ScaleMode::reclaim);
    EXPECT_EQ(scale.after, 600 * kSecond);
    EXPECT_EQ(scale.targets.size(), 2U);
    EXPECT_FALSE(inputs.reload);
}

}  // namespace
}  // namespace apportion::testing
