// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "core/cluster/slurm/slurm_backend.h"
#include "tests/core/cluster/backend_rig.h"
#include "tests/core/cluster/slurm/fake_slurm.h"

namespace apportion::testing {

namespace {

// A job has all replicas, which begin together.
class SlurmRig : public BackendRig {
public:
    SlurmRig() {
        NodeGroup group;
        group.node.name = "node";
        group.node.gpu = 4 * kOneGpu;
        project.pool.nodes.push_back(group);
        project.pool.quotas.emplace_back().name = "Team";
        project.work.reserve(8);
        restart();
    }
    ~SlurmRig() override { slurm_.setSlow(false); }

    Backend& backend() override { return *backend_; }
    void restart() override {
        backend_.reset();
        slurm::SlurmBackend::World world;
        world.run = [this](const std::vector<std::string>& words) { return slurm_.run(words); };
        world.who = "admin";
        world.past = [this](const slurm::GateJob& job) {
            return slurm::PastInFile{
                placed_.contains(job.id) &&
                std::none_of(project.work.begin(), project.work.end(),
                             [&](const auto& each) { return each.spec.name == job.id; })};
        };
        world.patience = 100;
        backend_.emplace(std::move(world));
    }
    ProjectWorkload& place(const std::string& name, const std::vector<int>& devices) override {
        ++project.revision;
        placed_.insert(name);
        const Moment at = now();
        slurm_.with([&] {
            FakeSlurm::Job& job = slurm_.jobs[name];
            job.gpus = static_cast<int>(devices.size());
            job.submitted = at / kSecond;
        });
        return project.work.emplace_back(placedWork(name, devices, at));
    }
    // Slurm knows whole seconds.
    Moment now() override {
        return slurm_.with([this] { return ++slurm_.now; }) * kSecond;
    }

    int starts(const std::string& name) override {
        return slurm_.with([&] { return slurm_.jobs[name].starts * slurm_.jobs[name].gpus; });
    }
    bool runs(const std::string& name) override {
        return slurm_.with([&] { return !slurm_.jobs[name].node.empty(); });
    }
    void end(const std::string& name, int code) override {
        const std::int64_t at = now() / kSecond;
        slurm_.with([&] {
            FakeSlurm::Job& job = slurm_.jobs[name];
            job.state = code == 0 ? "COMPLETED" : "FAILED";
            job.waitStatus = code << 8;
            job.ended = at;
            job.node.clear();
        });
    }
    // Which GPUs of a node a job has is Slurm's choice: it leaves one of four.
    void beginForeign(const std::string& name, int) override {
        slurm_.with([&] {
            FakeSlurm::Job& job = slurm_.jobs["17"];
            job.account = "others";
            job.name = name;
            job.qos = "normal";
            job.state = "RUNNING";
            job.node = "node";
            job.gpus = 3;
        });
    }
    bool foreignRuns() override {
        return slurm_.with([&] { return slurm_.jobs.contains("17"); });
    }
    void endForeign() override {
        slurm_.with([&] { slurm_.jobs.erase("17"); });
    }

    void deaf() override {
        slurm_.with([&] { slurm_.isDeaf = true; });
    }
    void slow(bool is) override { slurm_.setSlow(is); }
    void applyUnheard(const Step& step) override {
        slurm_.with([&] { slurm_.losesAnswers = 1; });
        EXPECT_FALSE(backend_->apply(step));
    }
    void applyHalf(const Step& step) override {
        slurm_.with([&] { slurm_.stopsHalfWay = 1; });
        EXPECT_FALSE(backend_->apply(step));
    }
    int begunByHalf() const override { return 0; }
    bool endsForGood() const override { return true; }

private:
    FakeSlurm slurm_;
    std::set<std::string> placed_;
    std::optional<slurm::SlurmBackend> backend_;
};

}  // namespace

std::unique_ptr<BackendRig> slurmRig() {
    return std::make_unique<SlurmRig>();
}

}  // namespace apportion::testing
