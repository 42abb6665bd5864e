// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that leave the pool one by one, or become different ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/engine/engine.h"
#include "core/plan/effect.h"
#include "core/session/trials/entry_effect.h"
#include "core/store/project_values.h"
#include "core/view/snapshot.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class ProjectNodes : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }

    // As the live engine writes it.
    void start(const std::string& job, const std::string& node, std::vector<int> devices = {}) {
        const auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
            const store::Object* object = desk_->objects().find(ObjectKind::run, job);
            WorkloadRun run = project().work.front().run;
            run.state = WorkloadState::running;
            run.start = now();
            run.waitingSince.reset();
            run.placements = {{node, project().work.front().spec.request.gpu}};
            if (!devices.empty())
                run.devices = {devices};
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
        const Effect trial = effectOfEntry(*desk_, engine, *answer->entry);
        EXPECT_THAT(trial.refusal, ::testing::IsEmpty()) << node;
        EXPECT_EQ(trial.before.capacity - trial.after.capacity, 8 * kOneGpu) << node;
    }
}

class ProjectNodesSet : public ProjectNodes {
protected:
    void SetUp() override {
        ProjectNodes::SetUp();
        ASSERT_EQ(run("scale", {{"sizes", "all=8"}, {"sizes", "left=4"}, {"sizes", "right=4"}}),
                  "");
    }
    const NodeGroup& group(std::size_t at = 0) { return project().pool.nodes.at(at); }
    Node node(const std::string& name) {
        for (const Node& each : expand(project().pool.nodes))
            if (each.name == name)
                return each;
        ADD_FAILURE() << name;
        return {};
    }
};

TEST_F(ProjectNodesSet, AGroupIsChangedAsAWholeAndUndoBringsItBack) {
    const NodeGroup before = group();
    EXPECT_EQ(run("nodes.set", {{"name", "n"},
                                {"gpu", "16"},
                                {"gpu-type", "H100"},
                                {"cpu", "64"},
                                {"memory", "1536MiB"},
                                {"labels", R"({"rack": "2"})"}}),
              "");
    EXPECT_EQ(project().pool.nodes.size(), 1U);
    EXPECT_EQ(group().count, 4);
    EXPECT_EQ(node("n-3").gpu, 16 * kOneGpu);
    EXPECT_EQ(node("n-3").gpuType, "H100");
    EXPECT_EQ(node("n-3").cpu, 64 * kOneCore);
    EXPECT_EQ(node("n-3").memory, kOneGib * 3 / 2);
    EXPECT_EQ(node("n-3").labels, (Labels{{"rack", "2"}}));
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "16"}}), "nothing");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu-type", "none"}, {"cpu", "none"}}), "");
    EXPECT_EQ(node("n-1").gpuType, "");
    EXPECT_FALSE(node("n-1").cpu);
    EXPECT_EQ(node("n-1").gpu, 16 * kOneGpu) << "what is not named stays";
    EXPECT_TRUE(desk_->undo());
    EXPECT_TRUE(desk_->undo());
    EXPECT_EQ(group(), before);
    reopen();
    EXPECT_EQ(group(), before);
}

TEST_F(ProjectNodesSet, OneNodeThatBecomesDifferentLeavesItsGroup) {
    ASSERT_EQ(run("nodes.state", {{"node", "n-2"}, {"state", "cordoned"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "1"}, {"name", "job"}}), "");
    start("job", "n-3");
    EXPECT_EQ(run("nodes.set", {{"name", "n-2"}, {"gpu", "8"}}), "nothing");
    EXPECT_EQ(project().pool.nodes.size(), 1U);
    EXPECT_EQ(run("nodes.set", {{"name", "n-2"}, {"gpu", "4"}}), "");
    EXPECT_EQ(node("n-2").gpu, 4 * kOneGpu);
    for (const char* other : {"n-1", "n-3", "n-4"})
        EXPECT_EQ(node(other).gpu, 8 * kOneGpu) << other;
    EXPECT_EQ(project().nodeStates.count("n-2"), 1U) << "its state stays";
    EXPECT_EQ(project().work.front().run.placements.front().node, "n-3");
    reopen();
    EXPECT_EQ(node("n-2").gpu, 4 * kOneGpu);
    EXPECT_TRUE(desk_->undo());
    EXPECT_EQ(project().pool.nodes.size(), 1U);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(ProjectNodesSet, WhatRunsThereKeepsItsRoom) {
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "4"}, {"name", "job"}}), "");
    start("job", "n-3");
    EXPECT_EQ(run("nodes.set", {{"name", "n-3"}, {"gpu", "2"}}), "nodes-blocked.room");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "2"}}), "nodes-blocked.room");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu-type", "H100"}}), "nodes-blocked")
        << "it may be of no quota's any more";
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "12"}}), "") << "more hurts nobody";
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "4"}}), "") << "what it needs is left";
    EXPECT_EQ(run("nodes.set", {{"name", "n-2"}, {"gpu", "2"}}), "") << "it runs elsewhere";
}

TEST_F(ProjectNodesSet, DevicesInUseStay) {
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "2"}, {"name", "job"}}), "");
    start("job", "n-3", {5, 6});
    EXPECT_EQ(run("nodes.set", {{"name", "n-3"}, {"gpu", "6"}}), "nodes-blocked.room");
    EXPECT_EQ(run("nodes.set", {{"name", "n-3"}, {"gpu", "7"}}), "");
}

// The engine that goes on from the file finds it where it was.
TEST_F(ProjectNodesSet, WhatRunsGoesOnOnTheGrownNode) {
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "2"}, {"name", "job"}}), "");
    start("job", "n-3", {5, 6});
    ASSERT_EQ(run("nodes.set", {{"name", "n-3"}, {"gpu", "12"}}), "");
    Engine engine = engineOf(project(), now());
    engine.step(engine.now(), {});
    const auto job = engine.findWorkload("job");
    ASSERT_TRUE(job && engine.state(*job) == WorkloadState::running);
    const auto seats = engine.seats(*job);
    ASSERT_FALSE(seats.empty());
    EXPECT_EQ(engine.nodes()[seats[0].node].name, "n-3");
    EXPECT_EQ(engine.capacity(), 36 * kOneGpu);
}

TEST_F(ProjectNodesSet, UndoOfMoreGpusStopsAtWorkThatHasThem) {
    ASSERT_EQ(run("nodes.set", {{"name", "n-3"}, {"gpu", "16"}}), "");
    ASSERT_EQ(run("submit", {{"quota", "left"}, {"gpu", "12"}, {"name", "job"}}), "");
    start("job", "n-3");
    EXPECT_EQ(codeOf(desk_->undo()), "nodes-blocked.room");
}

TEST_F(ProjectNodesSet, WhatCannotBeIsRefusedInWords) {
    EXPECT_EQ(run("nodes.set", {{"name", "m"}, {"gpu", "1"}}), "project-unknown");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}}), "nodes-set-nothing");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "1"}}), "above-capacity")
        << "8 are guaranteed";
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"gpu", "0.5"}}), "argument-wrong");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"memory", "much"}}), "argument-wrong");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"labels", R"(["rack"])"}}), "argument-wrong");
    EXPECT_EQ(run("nodes.set", {{"name", "n"}, {"labels", R"({"a":"b"}} {)"}}), "argument-wrong");
    EXPECT_EQ(group().node.gpu, 8 * kOneGpu);
}

}  // namespace
}  // namespace apportion::testing
