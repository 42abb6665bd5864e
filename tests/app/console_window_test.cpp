// SPDX-License-Identifier: GPL-3.0-or-later
// Several starts of the console by one user.
#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/live_runs.h"

namespace apportion::testing {
namespace {

constexpr const char* kWindowProgram = APPORTION_BIN_DIR "/apportion";

class ConsoleWindow : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kWindowProgram))
            GTEST_SKIP() << "built without the console";
        std::filesystem::create_directories(folder_ / "profile");
        writeBytes(folder_ / "pool.json", smallScenario());
    }
    ~ConsoleWindow() override { end(SIGKILL); }

    void start() {
        window_ = fork();
        if (window_ == 0) {
            setenv("QT_QPA_PLATFORM", "offscreen", 1);
            execl(kWindowProgram, "apportion", "--profile", (folder_ / "profile").c_str(), nullptr);
            _exit(127);
        }
    }
    int end(int signal) {
        if (window_ <= 0)
            return 0;
        kill(window_, signal);
        int how = 0;
        waitpid(window_, &how, 0);
        window_ = 0;
        return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    }
    // A start that opens a window of its own is ended by a signal.
    std::string startedWith(const std::string& file) {
        return shell("QT_QPA_PLATFORM=offscreen timeout 5 " + std::string(kWindowProgram) +
                     " --profile '" + (folder_ / "profile") + "' '" + file + "'")
            .out;
    }

    const TemporaryFolder folder_;
    pid_t window_ = 0;
};

TEST_F(ConsoleWindow, OpensTheFileOfASecondStartAndLeavesOnSigterm) {
    start();
    const std::string file = folder_ / "pool.json";
    std::string said;
    EXPECT_TRUE(comesTrue([&] {
        said = startedWith(file);
        return said.find("The running Apportion opens " + file) != std::string::npos;
    })) << said;
    EXPECT_TRUE(comesTrue([&] {
        said = startedWith(file);
        return said.find(file + " is open in another window") != std::string::npos;
    })) << said;
    EXPECT_EQ(end(SIGTERM), 0);
    EXPECT_EQ(startedWith(file), "") << "there is no other window";
}

}  // namespace
}  // namespace apportion::testing
