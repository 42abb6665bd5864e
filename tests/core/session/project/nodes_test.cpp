// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that leave the pool one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/engine/engine.h"
#include "core/session/draft/command_trial.h"
#include "core/session/project/snapshot.h"
#include "core/store/project_values.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class ProjectNodes : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }

    // As the live engine writes it.
    void start(const std::string& job, const std::string& node) {
        const auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
            const store::Object* object = desk_->objects().find(ObjectKind::run, job);
            WorkloadRun run = project().work.front().run;
            run.state = WorkloadState::running;
            run.start = now();
            run.waitingSince.reset();
            run.placements = {{node, kOneGpu}};
            JournalEntry entry;
            entry.at = now();
            entry.who = "engine";
            entry.action = "instant";
            entry.facts = {{ObjectKind::run, job, object->place, object->body, store::bodyOf(run)}};
            return entry;
        });
        ASSERT_TRUE(written) << allOf(written.error());
    }
};

// What runs on the others names them, so that they keep their names.
TEST_F(ProjectNodes, OneNodeOfAGroupIsRemovedAndTheOthersStayWhoTheyAre) {
    const auto nodes = [&] {
        std::vector<std::string> names;
        for (const Node& node : expand(project().pool.nodes))
            names.push_back(node.name);
        return names;
    };
    ASSERT_EQ(run("scale", {{"sizes", "all=8"}, {"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("nodes.state", {{"node", "n-2"}, {"state", "cordoned"}}), "");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-5"}}), "project-unknown");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-2"}}), "");
    EXPECT_THAT(nodes(), ElementsAre("n-1", "n-3", "n-4"));
    EXPECT_TRUE(project().nodeStates.empty());
    EXPECT_TRUE(desk_->undo());
    EXPECT_THAT(nodes(), ElementsAre("n-1", "n-2", "n-3", "n-4"));
    EXPECT_EQ(project().nodeStates.size(), 1U);
    EXPECT_EQ(run("nodes.remove", {{"name", "n-1"}}), "") << "the first";
    EXPECT_THAT(nodes(), UnorderedElementsAre("n-2", "n-3", "n-4"));
    EXPECT_TRUE(desk_->undo());
    EXPECT_EQ(run("nodes.remove", {{"name", "n-4"}}), "") << "the last";
    EXPECT_EQ(run("nodes.remove", {{"name", "n-3"}}), "");
    EXPECT_EQ(project().pool.nodes.size(), 1U) << "still one group";
    EXPECT_EQ(run("nodes.remove", {{"name", "n-2"}}), "");
    EXPECT_THAT(nodes(), ElementsAre("n-1"));
    EXPECT_EQ(run("nodes.remove", {{"name", "n-1"}}), "above-capacity");
    reopen();
    EXPECT_THAT(nodes(), ElementsAre("n-1"));
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(ProjectNodes, OnlyTheNodeThatIsRemovedMustBeIdle) {
    ASSERT_EQ(run("scale", {{"sizes", "all=8"}, {"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "job"}}), "");
    start("job", "n-3");
    EXPECT_EQ(run("nodes.remove", {{"name", "n"}}), "nodes-blocked");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-3"}}), "nodes-blocked");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-2"}}), "");
    ASSERT_EQ(project().work.front().run.placements.size(), 1U);
    EXPECT_EQ(project().work.front().run.placements.front().node, "n-3");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-3"}}), "nodes-blocked");
    EXPECT_EQ(run("nodes.remove", {{"name", "n-1"}}), "");
}

// The trial of a removal loses that node, whatever becomes of its group.
TEST_F(ProjectNodes, OnlyTheNodeThatIsRemovedIsTriedAsLost) {
    ASSERT_EQ(run("scale", {{"sizes", "all=8"}, {"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    for (const char* node : {"n-1", "n-2", "n-3", "n-4"}) {
        CommandRequest request = command("nodes.remove", {{"name", node}});
        request.dryRun = true;
        const auto answer = desk_->run(request);
        ASSERT_TRUE(answer && answer->entry) << node;
        const Engine engine = engineOf(project(), now());
        const CommandTrial trial = tryEntry(*desk_, engine, *answer->entry);
        EXPECT_THAT(trial.refusal, ::testing::IsEmpty()) << node;
        EXPECT_EQ(trial.capacityBefore - trial.capacityAfter, 8 * kOneGpu) << node;
    }
}

}  // namespace
}  // namespace apportion::testing
