// SPDX-License-Identifier: GPL-3.0-or-later
// Real commands in a folder of their own. Whatever a test starts is ended with it, by its own pid.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <list>
#include <thread>

#include <gtest/gtest.h>

#include "core/cluster/local/keeper/keeper.h"
#include "tests/core/cluster/local/keeper/built_things.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {

// Bounded: a quarter of a minute, for machines that are busy.
inline bool comesTrue(const std::function<bool()>& condition) {
    using namespace std::chrono;
    const auto end = steady_clock::now() + seconds(15);
    while (steady_clock::now() < end) {
        if (condition())
            return true;
        std::this_thread::sleep_for(milliseconds(5));
    }
    return condition();
}

inline bool isAlive(std::int64_t pid) {
    return store::startOfProcess(pid).has_value();
}

class KeeperTest : public ::testing::Test {
protected:
    ~KeeperTest() override {
        for (Keeper& keeper : started_) {
            (void)keeper.stop(0);
            EXPECT_TRUE(comesTrue([&] { return keeper.look() != Keeper::State::alive; }));
        }
    }

    KeeperJob job(std::vector<std::string> arguments) const {
        KeeperJob job;
        job.workload = "train";
        job.arguments = std::move(arguments);
        job.directory = folder_.path().string();
        job.grace = 10'000;
        return job;
    }
    KeeperJob shell(const std::string& script) const { return job({"/bin/sh", "-c", script}); }
    std::string run(const std::string& name) const { return folder_ / name; }
    // Valid until the next one is started.
    Keeper& start(const KeeperJob& job, const std::string& name = "run") {
        auto keeper = Keeper::start(run(name), job, kKeeperProgram);
        EXPECT_TRUE(keeper) << render(keeper.error().front().message);
        return started_.emplace_back(std::move(*keeper));
    }
    KeeperStatus endOf(Keeper& keeper) {
        EXPECT_TRUE(comesTrue([&] { return keeper.look() != Keeper::State::alive; }));
        return keeper.status();
    }
    // Once the script has said so.
    bool says(const std::string& word, const std::string& name = "run") const {
        return comesTrue(
            [&] { return bytesOf(logPath(run(name))).find(word) != std::string::npos; });
    }
    // Once the keeper has said that the command runs.
    KeeperStatus statusOf(const std::string& name = "run") const {
        std::optional<KeeperStatus> status;
        EXPECT_TRUE(comesTrue([&] {
            status = readStatus(run(name));
            return status && (status->pid != 0 || !status->running);
        }));
        return status.value_or(KeeperStatus{});
    }
    std::int64_t numberIn(const std::string& file) const {
        EXPECT_TRUE(
            comesTrue([&] { return bytesOf(folder_ / file).find('\n') != std::string::npos; }));
        return std::atoll(bytesOf(folder_ / file).c_str());
    }

    const TemporaryFolder folder_;
    std::list<Keeper> started_;
};

}  // namespace apportion::testing
