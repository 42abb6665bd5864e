// SPDX-License-Identifier: GPL-3.0-or-later
// A live local pool of the console with real commands: preemption, the console killed in the
// middle, started again. Whatever is started ends with the test, by its own pid.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cluster/local/pool_folder.h"
#include "tests/app/live_runs.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

// A team of one GPU that borrows the two of another.
constexpr const char* kStoryPool =
    R"({"apportion": 1, "name": "two teams", "settings": {"gracePeriod": 5},
 "nodes": [{"name": "node", "gpu": 3}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 1}}, {"name": "B", "guaranteed": {"gpu": 2}}]})";

class ConsoleStory : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kConsole))
            GTEST_SKIP() << "built without the console";
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        setenv("QT_QPA_PLATFORM", "offscreen", 1);
        writeBytes(folder_ / "pool.json", kStoryPool);
        ASSERT_EQ(ctl({"project", "init", file_, "--from", folder_ / "pool.json"}).code, 0);
    }
    ~ConsoleStory() override {
        end(SIGKILL);
        // Keepers end their commands.
        shell("for f in " + (folder_ / "state") +
              "/apportion/pools/*/runs/*/*/status; do grep -q '\"running\"' \"$f\" || continue; "
              "printf '{\"grace\": 0}' > \"${f%status}stop\"; "
              "kill -TERM $(sed -n '/\"keeper\"/,/}/s/.*\"pid\": \\([0-9]*\\).*/\\1/p' \"$f\"); "
              "done");
        EXPECT_TRUE(comesTrue([&] { return nothingRuns(folder_ / "state"); }));
        unsetenv("XDG_STATE_HOME");
        unsetenv("QT_QPA_PLATFORM");
    }

    void remember() {
        auto file = ProjectFile::open(file_, OpenMode::readWrite);
        ASSERT_TRUE(file);
        ASSERT_TRUE(rememberLive(*file));
    }
    void console() {
        std::string profile = folder_ / "profile";
        std::filesystem::create_directories(profile);
        std::string program = kConsole, option = "--profile", file = file_;
        char* const line[]{program.data(), option.data(), profile.data(), file.data(), nullptr};
        ASSERT_EQ(posix_spawn(&console_, kConsole, nullptr, nullptr, line, environ), 0);
    }
    bool isLive() {
        return comesTrue([&] { return shows("Live: process " + std::to_string(console_) + " "); });
    }
    void end(int signal) {
        if (console_ <= 0)
            return;
        kill(console_, signal);
        waitpid(console_, nullptr, 0);
        console_ = 0;
    }
    void submit(const std::string& name, const std::string& quota, const std::string& gpu,
                const std::string& script) {
        const Ran given =
            ctl({"submit", file_, "--quota", quota, "--gpu", gpu, "--name", name, "--directory",
                 folder_.path().string(), "--", "/bin/sh", "-c", script});
        ASSERT_EQ(given.code, 0) << given.err;
    }
    bool shows(const std::string& words) {
        return ctl({"project", "show", file_}).out.find(words) != std::string::npos;
    }
    bool history(const std::string& words) {
        return comesTrue([&] {
            return ctl({"project", "history", file_}).out.find(words) != std::string::npos;
        });
    }
    // "running", "pending": as the file says.
    std::string stateOf(const std::string& name) {
        const std::string all = ctl({"project", "show", file_, "--json"}).out;
        const std::string before = '"' + name + R"(": {"state": ")";
        const auto at = all.find(before);
        if (at == std::string::npos)
            return "";
        const auto from = at + before.size();
        return all.substr(from, all.find('"', from) - from);
    }
    bool is(const std::string& name, const std::string& state) {
        return comesTrue([&] { return stateOf(name) == state; });
    }
    std::string text(const std::string& name) const { return bytesOf(folder_ / name); }
    bool says(const std::string& name, const std::string& words) const {
        return comesTrue([&] { return text(name) == words; });
    }
    bool isAlive(const std::string& pidFile) const {
        const int pid = std::atoi(text(pidFile).c_str());
        return pid > 1 && kill(pid, 0) == 0;
    }

    static constexpr const char* kConsole = APPORTION_BIN_DIR "/apportion";
    const TemporaryFolder folder_;
    const std::string file_ = folder_ / "pool.apportion";
    pid_t console_ = 0;
};

TEST_F(ConsoleStory, RealCommandsThroughPreemptionKillAndRestart) {
    remember();
    console();
    ASSERT_TRUE(isLive());
    submit("first", "A", "1",
           "echo $$ > first; while ! [ -e end-first ]; do sleep 0.05; done; "
           "exit 7");
    submit("borrows", "A", "2",
           "trap 'echo saved >> borrows; exit 0' TERM; echo begun >> borrows; "
           "while :; do sleep 0.05; done");
    ASSERT_TRUE(says("borrows", "begun\n")) << ctl({"project", "show", file_}).out;
    ASSERT_TRUE(comesTrue([&] { return isAlive("first"); }));

    // The other team wants what is its own: who borrowed it may save its work, and waits again.
    submit("owner", "B", "2", "echo $$ > owner; while ! [ -e end-owner ]; do sleep 0.05; done");
    ASSERT_TRUE(says("borrows", "begun\nsaved\n"));
    ASSERT_TRUE(comesTrue([&] { return isAlive("owner"); }));
    EXPECT_TRUE(is("borrows", "pending"));
    EXPECT_THAT(ctl({"project", "log", file_, "borrows", "--list"}).out,
                HasSubstr("asked to stop"));

    // In the middle of it all the console is killed. What runs goes on, and one ends unseen.
    const std::string owner = text("owner");
    end(SIGKILL);
    EXPECT_TRUE(isAlive("first"));
    EXPECT_TRUE(isAlive("owner"));
    writeBytes(folder_ / "end-first", "");
    ASSERT_TRUE(comesTrue([&] { return !isAlive("first"); }));
    EXPECT_TRUE(isAlive("owner"));
    EXPECT_EQ(stateOf("first"), "running") << "nobody was there to say otherwise";

    console();
    ASSERT_TRUE(isLive());
    EXPECT_TRUE(history("exit code 7"));
    EXPECT_EQ(stateOf("owner"), "running");
    EXPECT_EQ(text("owner"), owner) << "found again, not started again";
    EXPECT_EQ(stateOf("borrows"), "pending") << "one GPU is free, and it wants two";
    EXPECT_EQ(text("borrows"), "begun\nsaved\n");

    // The owner ends well; who was preempted runs again.
    writeBytes(folder_ / "end-owner", "");
    ASSERT_TRUE(history("finish"));
    EXPECT_TRUE(says("borrows", "begun\nsaved\nbegun\n"));
    EXPECT_TRUE(is("borrows", "running"));
    EXPECT_EQ(ctl({"cancel", file_, "borrows"}).code, 0);
    EXPECT_TRUE(says("borrows", "begun\nsaved\nbegun\nsaved\n"));
    end(SIGTERM);
    const Ran audit = ctl({"project", "audit", file_, "--verify"});
    EXPECT_EQ(audit.code, 0) << audit.err;
}

TEST_F(ConsoleStory, OpeningAFileStartsNothing) {
    console();
    submit("job", "A", "1", "echo ran > ran");
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_TRUE(shows("Not live")) << "nobody said that it may go live";
    EXPECT_EQ(text("ran"), "");
    EXPECT_EQ(stateOf("job"), "pending");
    end(SIGTERM);
}

}  // namespace
}  // namespace apportion::testing
