// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "core/change/refuse.h"
#include "core/cluster/consent.h"
#include "core/cluster/local/local_backend.h"
#include "core/session/project/desk.h"
#include "tests/core/cluster/backend_rig.h"
#include "tests/core/cluster/local/keeper/keeper_rig.h"

namespace apportion::testing {

namespace {

namespace fs = std::filesystem;

// Real commands of this machine. What a test leaves running ends with it.
class LocalRig : public BackendRig {
public:
    LocalRig() {
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        writeBytes(folder_ / "pool.json", kOneNode);
        Problems notes;
        auto made = ProjectDesk::init(folder_ / "pool.apportion", folder_ / "pool.json", notes,
                                      "ana", systemClock());
        EXPECT_TRUE(made);
        desk_.emplace(std::move(*made));
        project = **desk_->project();
        project.work.reserve(8);
        machine_.name = "node";
        machine_.keeper = kKeeperProgram;
        machine_.devices = {"GPU-0", "GPU-1", "GPU-2", "GPU-3"};
        machine_.peer = peerOf;
        restart();
    }
    ~LocalRig() override {
        for (const std::string& run : keeperFolders())
            if (auto keeper = Keeper::find(run)) {
                (void)keeper->stop(0);
                EXPECT_TRUE(comesTrue([&] { return keeper->look() != Keeper::State::alive; }));
            }
        backend_.reset();
        unsetenv("XDG_STATE_HOME");
    }

    Backend& backend() override { return *backend_; }
    void restart() override {
        backend_.reset();  // its lock on the folder goes with a program
        backend_.emplace(desk_->file(), "ana", machine_);
    }
    ProjectWorkload& place(const std::string& name, const std::vector<int>& devices) override {
        ++project.revision;
        ProjectWorkload& work = project.work.emplace_back(placedWork(name, devices, now()));
        const std::string script = trap_ + "echo up >> " + name + "; while ! [ -e " + name +
                                   ".code ]; do sleep 0.01; done; exit $(cat " + name + ".code)";
        work.command = WorkCommand{{"/bin/sh", "-c", script}, folder_.path().string()};
        work.run.approvedBy = "ana";
        Consent* const consent = backend_->facts(project).consent;
        EXPECT_TRUE(consent != nullptr && consent->give(project, work));
        return work;
    }
    Moment now() override { return systemMoment(); }

    int starts(const std::string& name) override {
        // Each has written its line before it could have been asked for.
        int begun = 0;
        EXPECT_TRUE(comesTrue([&] {
            begun = 0;
            for (const std::string& run : keeperFolders())
                if (const auto job = readJob(run); job && job->workload == name)
                    ++begun;
            return linesOf(name) >= begun;
        }));
        return linesOf(name);
    }
    bool runs(const std::string& name) override { return !alive(name).empty(); }
    void end(const std::string& name, int code) override {
        (void)starts(name);
        writeBytes(folder_ / "code", std::to_string(code));
        fs::rename(folder_ / "code", folder_ / (name + ".code"));
        EXPECT_TRUE(comesTrue([&] { return alive(name).empty(); }));
    }
    void beginForeign(const std::string& name, int device) override {
        const auto held = poolFolder(desk_->file());
        ASSERT_TRUE(held);
        ProjectWorkload work = placedWork(name, {device}, now());
        work.command = WorkCommand{{"/bin/sleep", "60"}, {}};
        start(runFolders(*held, work).front(), name, 0, device, *work.command);
        foreign_ = name;
    }
    bool foreignRuns() override { return runs(foreign_); }
    void endForeign() override {
        for (Keeper& keeper : alive(foreign_)) {
            EXPECT_TRUE(keeper.stop(0));
            EXPECT_TRUE(comesTrue([&] { return keeper.look() != Keeper::State::alive; }));
        }
    }

    void deaf() override { trap_ = "trap '' TERM; "; }
    void slow(bool is) override {
        machine_.keeper = kKeeperProgram;
        if (is) {
            machine_.keeper = folder_ / "slow-keeper";
            writeBytes(machine_.keeper,
                       std::string("#!/bin/sh\nsleep 1\nexec ") + kKeeperProgram + " \"$@\"\n");
            fs::permissions(machine_.keeper, fs::perms::owner_all);
        }
        restart();
    }
    void applyUnheard(const Step& step) override {
        EXPECT_TRUE(backend_->apply(step));
        restart();
    }
    // As who was killed after it leaves it.
    void applyHalf(const Step& step) override {
        const auto held = poolFolder(desk_->file());
        const ProjectWorkload* work = findWork(project, step.workload);
        ASSERT_TRUE(held && work != nullptr);
        start(runFolders(*held, *work).front(), step.workload, 0, work->run.devices.front().front(),
              *work->command);
        restart();
    }

private:
    void start(const std::string& folder, const std::string& name, int replica, int device,
               const WorkCommand& command) {
        KeeperJob job;
        job.workload = name;
        job.replica = replica;
        job.arguments = command.arguments;
        job.directory = command.directory;
        job.devices = {{device, (*machine_.devices)[static_cast<std::size_t>(device)]}};
        job.gpu = kOneGpu;
        // It lives on without this object, as it does without its program.
        const auto keeper = Keeper::start(folder, job, kKeeperProgram);
        ASSERT_TRUE(keeper);
        ASSERT_TRUE(comesTrue([&] {
            const auto status = readStatus(folder);
            return status && status->pid != 0;
        }));
    }
    std::vector<std::string> keeperFolders() const {
        std::vector<std::string> all;
        std::error_code ignored;
        for (const auto& each : fs::recursive_directory_iterator(folder_ / "state", ignored))
            if (each.path().filename() == "command")
                all.push_back(each.path().parent_path().string());
        return all;
    }
    std::vector<Keeper> alive(const std::string& name) const {
        std::vector<Keeper> found;
        for (const std::string& run : keeperFolders())
            if (auto keeper = Keeper::find(run);
                keeper && keeper->job().workload == name && keeper->look() == Keeper::State::alive)
                found.push_back(std::move(*keeper));
        return found;
    }
    int linesOf(const std::string& name) const {
        const std::string text = bytesOf(folder_ / name);
        return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    }

    const TemporaryFolder folder_;
    std::optional<ProjectDesk> desk_;
    LocalMachine machine_;
    std::optional<LocalBackend> backend_;
    std::string foreign_;
    std::string trap_ = "trap 'exit 143' TERM; ";
};

}  // namespace

std::unique_ptr<BackendRig> localRig() {
    return std::make_unique<LocalRig>();
}

}  // namespace apportion::testing
