// SPDX-License-Identifier: GPL-3.0-or-later
// The request that a form makes, against the work that the command makes of it.
#include "core/plan/draft/submit_request.h"

#include <gtest/gtest.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class SubmitRequest : public SmallProject {
protected:
    // As the project then has it.
    Workload submitted(const Workload& work) {
        const auto answer = desk_->run({submissionOf(work)});
        EXPECT_TRUE(answer) << allOf(answer.error());
        const auto project = desk_->project();
        EXPECT_TRUE(project);
        const ProjectWorkload* found = findWork(**project, work.name);
        EXPECT_NE(found, nullptr);
        return found ? found->spec : Workload();
    }
};

TEST_F(SubmitRequest, SaysEverythingThatWorkCanAskFor) {
    make(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "count": 2, "gpu": 8, "gpuType": "H100", "cpu": 64, "memory": 512}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "space", "quotas": ["left"],
                 "members": [{"user": "ana", "role": "admin"}]}]})");
    Workload work;
    work.name = "plain";
    work.quota = "left";
    work.user = "ana";
    work.request.gpu = kOneGpu / 2;
    EXPECT_EQ(submitted(work), work) << "what is not said is as it would be";
    work.name = "full";
    work.workspace = "space";
    work.module = Module::inference;
    work.priority = 7;
    work.request = {2 * kOneGpu, 3 * kOneCore / 2, 40 * kOneGib};
    work.replicas = 4;
    work.minReplicas = 2;
    work.gpuType = "H100";
    work.duration = 90 * 60 * kSecond;
    work.checkpoint = 10 * 60 * kSecond;
    work.preemptible = true;
    EXPECT_EQ(submitted(work), work);
    work.name = "idle";
    work.preemptible = false;
    work.idle = true;
    EXPECT_EQ(submitted(work), work);
}

TEST(SubmitPresets, AreTheSelectedTheUsualAndTheLatestOfAKind) {
    View view;
    view.document.who = "ana";
    const auto row = [](const char* name, const char* user, Module module, Gpu gpu,
                        Instant submit) {
        WorkloadRow made;
        made.name = name;
        made.quota = "q";
        made.workspace = "lab";
        made.user = user;
        made.module = module;
        made.asked.gpu = gpu * kOneGpu;
        made.submit = submit;
        return made;
    };
    view.running = {
        row("a", "bob", Module::training, 8, 1), row("b", "bob", Module::training, 4, 2),
        row("c", "bob", Module::training, 8, 3), row("nb", "bob", Module::notebook, 2, 9)};
    view.ended = {row("old", "ana", Module::notebook, 1, 4)};
    using Of = SubmitPreset::Of;
    const auto presets = presetsFor(view, "b", "q");
    ASSERT_EQ(presets.size(), 3U) << "of services there is none";
    EXPECT_EQ(presets[0].of, Of::workload);
    EXPECT_EQ(presets[0].work.gpu, 4 * kOneGpu);
    EXPECT_EQ(presets[0].work.quota, "q");
    EXPECT_EQ(presets[0].work.workspace, "lab");
    EXPECT_EQ(presets[1].of, Of::running);
    EXPECT_EQ(presets[1].count, 2);
    EXPECT_EQ(presets[1].work.gpu, 8 * kOneGpu);
    EXPECT_TRUE(presets[1].work.quota.empty());
    EXPECT_EQ(presets[2].of, Of::notebook);
    EXPECT_EQ(presets[2].work.gpu, kOneGpu) << "the user's own before a later one of bob";
    EXPECT_EQ(presetsFor(view, {}, "other").size(), 1U) << "the notebook alone";
}

// Each refusal and each warning belongs to a field, also where it names no place.
TEST_F(SubmitRequest, WhatIsWrongWithItHasAField) {
    make(R"({"apportion": 1, "name": "p",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 8}, "limit": {"gpu": 8}},
            {"name": "right", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "space", "quotas": ["left"],
                 "members": [{"user": "ana", "role": "admin"}],
                 "caps": [{"priorities": [8, 9], "gpu": 0}]}]})");
    const auto fieldOf = [this](const Workload& work) {
        CommandRequest request{submissionOf(work)};
        request.dryRun = true;
        const auto answer = desk_->run(request);
        const Problems& told = answer ? answer->notes : answer.error();
        return told.empty() ? "nothing" : submitField(told.front());
    };
    Workload work;
    work.quota = "left";
    work.request.gpu = kOneGpu;
    EXPECT_EQ(fieldOf(work), "nothing");
    Workload wrong = work;
    wrong.request.gpu = 16 * kOneGpu;
    EXPECT_EQ(fieldOf(wrong), "gpu") << "over the limit";
    wrong = work;
    wrong.quota = "lost";
    EXPECT_EQ(fieldOf(wrong), "quota");
    wrong.quota.clear();
    EXPECT_EQ(fieldOf(wrong), "quota");
    wrong = work;
    wrong.workspace = "lost";
    EXPECT_EQ(fieldOf(wrong), "workspace");
    wrong.workspace = "space";
    wrong.quota = "right";
    EXPECT_EQ(fieldOf(wrong), "quota");
    wrong = work;
    wrong.workspace = "space";
    wrong.priority = 9;
    EXPECT_EQ(fieldOf(wrong), "priority");
    wrong = work;
    wrong.minReplicas = 2;
    EXPECT_EQ(fieldOf(wrong), "minReplicas");
    wrong = work;
    wrong.gpuType = "H100";
    EXPECT_EQ(fieldOf(wrong), "gpuType");
}

}  // namespace
}  // namespace apportion::testing
