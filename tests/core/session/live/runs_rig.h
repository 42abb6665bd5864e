// SPDX-License-Identifier: GPL-3.0-or-later
// A live pool on the wall clock that runs real commands of this machine, with a folder of its own
// for what runs. Everything it starts ends with it, through its own keepers.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "core/change/approval_digest.h"
#include "core/cluster/local/local_backend.h"
#include "core/session/live/live_pool.h"
#include "core/session/local/local_pool.h"
#include "core/store/project_values.h"
#include "tests/core/cluster/local/keeper/keeper_rig.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {

// Parts of commands. Deaf before it says that it runs: who stops sooner frees its devices sooner.
inline constexpr const char* kDeaf = "trap '' TERM; ";
inline constexpr const char* kForever = "while :; do sleep 0.01; done";
// Until the test tells it to go on.
inline constexpr const char* kUntilTold = "while ! [ -e go ]; do sleep 0.01; done; ";

class RunsTest : public SmallProject {
protected:
    RunsTest() {
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        *now_ = systemMoment();
        machine_.name = "here";
        machine_.keeper = kKeeperProgram;
        machine_.peer = peerOf;
    }
    ~RunsTest() override {
        live_.reset();
        for (const std::string& run : runs())
            if (auto keeper = Keeper::find(run)) {
                (void)keeper->stop(0);
                EXPECT_TRUE(comesTrue([&] { return keeper->look() != Keeper::State::alive; }));
            }
        unsetenv("XDG_STATE_HOME");
    }

    // One node of so many devices, lent between two teams.
    void begin(int gpus, const std::string& settings = "") {
        const std::string all = std::to_string(gpus);
        make(R"({"apportion": 1, "name": "live", "settings": {)" + settings +
             R"(}, "nodes": [{"name": "node", "gpu": )" + all + R"(}],
             "quotas": [{"name": "team", "guaranteed": {"gpu": )" +
             all + R"(}, "priorityPreemption": true}]})");
        goLive();
    }
    void goLive() {
        auto live = LivePool::start(*desk_, localBackend(*desk_, machine_));
        ASSERT_TRUE(live) << allOf(live.error());
        live_.emplace(std::move(*live));
        tick();
    }
    void tick() {
        *now_ = systemMoment();
        auto ticked = live_->tick();
        EXPECT_TRUE(ticked) << allOf(ticked.error());
        if (ticked)
            notes_.insert(notes_.end(), ticked->notes.begin(), ticked->notes.end());
    }
    bool tickUntil(const std::function<bool()>& condition) {
        return comesTrue([&] {
            tick();
            return condition();
        });
    }

    std::string submit(const std::string& name, const std::vector<std::string>& arguments,
                       Given more = {}) {
        Given given{{"name", name}, {"quota", "team"}, {"directory", folder_.path().string()}};
        if (std::none_of(more.begin(), more.end(),
                         [](const auto& each) { return each.first == "gpu"; }))
            given.emplace_back("gpu", "1");
        given.insert(given.end(), more.begin(), more.end());
        for (const std::string& each : arguments)
            given.emplace_back("command", each);
        return run("submit", given);
    }
    // As the person at this desk would: what is submitted here may run here.
    void start(const std::string& name, const std::string& script, const Given& more = {}) {
        ASSERT_EQ(submit(name, {"/bin/sh", "-c", script}, more), "");
        approve(name);
        tick();
    }
    void approve(const std::string& name) {
        const auto done = live_->approve(name, digest(name));
        ASSERT_TRUE(done) << allOf(done.error());
    }
    std::string digest(const std::string& name) {
        const ProjectWorkload* work = findWork(project(), name);
        return work != nullptr ? digestOf(*work) : "";
    }
    const ProjectWorkload* work(const std::string& name) { return findWork(project(), name); }
    WorkloadState state(const std::string& name) {
        if (const ProjectWorkload* found = work(name))
            return found->run.state;
        return over(name) ? over(name)->run.state : WorkloadState::pending;
    }
    bool isOver(const std::string& name) { return work(name) == nullptr; }
    std::optional<ProjectWorkload> over(const std::string& name) {
        const auto ended = desk_->file().latest(ObjectKind::ended, 100);
        for (const auto& [key, object] : *ended)
            if (auto each = store::endedFrom(object.body); each && each->spec.name == name)
                return *each;
        return {};
    }
    std::string reasonOf(const std::string& name) {
        const auto found = over(name);
        return found && found->run.reason ? found->run.reason->code : "";
    }
    // The latest entry of that kind; n is 0 if there is none.
    JournalEntry entry(const std::string& action) {
        const auto entries = desk_->file().entriesBack(revision(), 1000);
        for (const JournalEntry& each : *entries)
            if (each.action == action)
                return each;
        return {};
    }
    std::string text(const std::string& file) const { return bytesOf(folder_ / file); }
    void killKeeper(const std::string& run) {
        std::optional<KeeperStatus> status;
        ASSERT_TRUE(comesTrue([&] {
            status = readStatus(run);
            return status && status->pid != 0;
        }));
        ASSERT_GT(status->keeper.pid, 1);
        kill(static_cast<pid_t>(status->keeper.pid), SIGKILL);
    }
    bool writes(const std::string& file, const std::string& word) {
        return tickUntil([&] { return text(file).find(word) != std::string::npos; });
    }
    std::string poolFolderHere() {
        const auto folder = poolFolder(desk_->file());
        EXPECT_TRUE(folder);
        return folder.value_or("");
    }
    // As explained, in moments.
    apportion::Run firstRunOf(const std::string& name) {
        const auto explained = desk_->explain(name);
        const auto epoch = desk_->begin();
        EXPECT_TRUE(explained && epoch && !explained->runs.empty());
        if (!explained || !epoch || explained->runs.empty())
            return {};
        apportion::Run run = explained->runs.front();
        run.start += *epoch;
        if (run.end)
            *run.end += *epoch;
        return run;
    }
    // Folders of all runs there were.
    std::vector<std::string> runs() const {
        std::vector<std::string> all;
        std::error_code ignored;
        for (const auto& each :
             std::filesystem::recursive_directory_iterator(folder_ / "state", ignored))
            if (each.path().filename() == "command")
                all.push_back(each.path().parent_path().string());
        return all;
    }

    LocalMachine machine_;
    std::optional<LivePool> live_;
    Problems notes_;
};

}  // namespace apportion::testing
