// SPDX-License-Identifier: GPL-3.0-or-later
// The request that a form makes, against the work that the command makes of it.
#include "core/session/draft/submit_request.h"

#include <gtest/gtest.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class SubmitRequest : public SmallProject {
protected:
    // As the project then has it.
    Workload submitted(const Workload& work) {
        const auto answer = desk_->run(submitRequest(work));
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

}  // namespace
}  // namespace apportion::testing
