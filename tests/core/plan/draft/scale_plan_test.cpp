// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_plan.h"

#include <gtest/gtest.h>

#include "core/io/plan/plan_reader.h"
#include "tests/core/io/temporary_folder.h"
#include "tests/core/session/draft/scale_pool.h"

namespace apportion {
namespace {

using test::targets;

const ScaleRequest kRequest{targets({{"Quota1.1", 56}, {"Quota1.2", 72}}), ScaleMode::reclaim,
                            600 * kSecond};

TEST(ScalePlan, IsReadBackAsItWasMeant) {
    const testing::TemporaryFolder folder;
    const std::filesystem::path& root = folder.path();
    std::filesystem::create_directories(root / "plans");
    const auto file = root / "plans" / "56-72.plan.json";
    ASSERT_TRUE(
        saveScalePlan(kRequest, 1800 * kSecond, root / "pool.json", PlanBaseKind::scenario, file)
            .has_value());
    const auto read = readPlan(file.string());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(std::get<ScenarioBase>(read->plan.base).file, "../pool.json");
    ASSERT_EQ(read->plan.sets.size(), 1U);
    EXPECT_EQ(read->plan.name, "56-72") << "without what the file's name says of its kind";
    EXPECT_EQ(read->plan.sets[0].name, "Quota1.1 56, Quota1.2 72");
    const PlanEdit& edit = read->plan.sets[0].edits.at(0);
    EXPECT_EQ(edit.at, 1800 * kSecond);
    const auto& scale = std::get<ScaleEvent>(std::get<EventAction>(edit.action));
    EXPECT_EQ(scale.mode, ScaleMode::reclaim);
    EXPECT_EQ(scale.after, 600 * kSecond);
    EXPECT_EQ(scale.targets.size(), 2U);
    EXPECT_EQ(scale.targets[1].second.gpu, 72 * kOneGpu);
}

TEST(ScalePlan, OfAProjectNamesIt) {
    const auto plan =
        scalePlan(kRequest, 0, "/a/pool.apportion", PlanBaseKind::project, "/a/b/x.plan.json");
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(std::get<ProjectBase>(plan->base).file, "../pool.apportion");
    EXPECT_EQ(plan->until, 24 * 3600 * kSecond) << "its work may have no end";
}

TEST(ScalePlan, ItsFileHasANameOfWhatItSets) {
    EXPECT_EQ(planFileName(kRequest.targets), "Quota1.1 56, Quota1.2 72.plan.json");
    const std::string one(41, 'q');
    const std::string two(42, 'q');
    EXPECT_EQ(planFileName({{one, 800}, {two, 1650}}), "8 - 16.5.plan.json") << "no folder in it";
    EXPECT_EQ(planFileName({}), "scale.plan.json");
}

TEST(ScalePlan, NeedsAFileToStartFrom) {
    const auto plan = scalePlan(kRequest, 0, {}, PlanBaseKind::scenario, "/a/x.plan.json");
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().front().message.code, "plan-base-unsaved");
}

TEST(ScalePlan, OfManyQuotasHasANameThatIsAllowed) {
    ScaleRequest many;
    for (int i = 0; i < 40; ++i)
        many.targets.emplace_back("a quota with a rather long name " + std::to_string(i),
                                  (100 + i) * kOneGpu);
    const testing::TemporaryFolder folder;
    const std::string file = folder / "many.plan.json";
    ASSERT_TRUE(saveScalePlan(many, 0, folder.path() / "p.json", PlanBaseKind::scenario, file));
    const auto read = readPlan(file);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->plan.sets[0].name, "40 quotas");
}

}  // namespace
}  // namespace apportion
