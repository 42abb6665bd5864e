// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/core/cluster/backend_rig.h"
#include "tests/core/cluster/fake_backend.h"

namespace apportion::testing {

ProjectWorkload placedWork(const std::string& name, const std::vector<int>& devices, Moment now) {
    ProjectWorkload work;
    work.spec.name = name;
    work.spec.quota = "team";
    work.spec.request.gpu = kOneGpu;
    work.spec.replicas = static_cast<int>(devices.size());
    work.run.state = WorkloadState::running;
    work.run.submitted = now;
    work.run.start = now;
    for (const int device : devices) {
        work.run.placements.push_back({"node", kOneGpu});
        work.run.devices.push_back({device});
    }
    return work;
}

namespace {

class FakeRig : public BackendRig {
public:
    FakeRig() {
        NodeGroup group;
        group.node.name = "node";
        group.node.gpu = 4 * kOneGpu;
        project.pool.nodes.push_back(group);
        project.work.reserve(8);
    }

    Backend& backend() override { return backend_; }
    void restart() override { backend_ = FakeBackend(cluster_); }
    ProjectWorkload& place(const std::string& name, const std::vector<int>& devices) override {
        ++project.revision;
        return project.work.emplace_back(placedWork(name, devices, now()));
    }
    Moment now() override { return ++now_; }

    int starts(const std::string& name) override { return cluster_.starts(name); }
    bool runs(const std::string& name) override { return cluster_.runs(name); }
    void end(const std::string& name, int code) override { cluster_.end(name, code, now()); }
    void beginForeign(const std::string& name, int device) override {
        cluster_.foreign.push_back({{}, "job 17", name, 17, now(), {device}, kOneGpu});
    }
    bool foreignRuns() override { return !cluster_.foreign.empty(); }
    void endForeign() override { cluster_.foreign.clear(); }

    void deaf() override { cluster_.isDeaf = true; }
    void slow(bool is) override { cluster_.isSlow = is; }
    void applyUnheard(const Step& step) override {
        cluster_.losesAnswers = 1;
        EXPECT_FALSE(backend_.apply(step));
    }
    void applyHalf(const Step& step) override {
        cluster_.stopsHalfWay = 1;
        EXPECT_FALSE(backend_.apply(step));
    }

private:
    Moment now_ = 1'000'000;
    FakeCluster cluster_;
    FakeBackend backend_{cluster_};
};

}  // namespace

std::unique_ptr<BackendRig> fakeRig() {
    return std::make_unique<FakeRig>();
}

}  // namespace apportion::testing
