// SPDX-License-Identifier: GPL-3.0-or-later
// Keepers with real commands: how they start, end, are stopped and found again.
#include <filesystem>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cluster/local/keeper/private_folder.h"
#include "tests/core/cluster/local/keeper/keeper_rig.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST_F(KeeperTest, RunsACommandWithoutAShellAndTellsItsExitCode) {
    Keeper& keeper = start(job({"printf", "%s|", "a b", "$HOME", "*"}));
    const KeeperStatus end = endOf(keeper);
    EXPECT_EQ(keeper.look(), Keeper::State::ended);
    EXPECT_EQ(end.exitCode, 0);
    EXPECT_FALSE(end.signal);
    EXPECT_FALSE(end.stopped);
    EXPECT_GE(end.ended, end.started);
    EXPECT_EQ(bytesOf(logPath(run("run"))), "a b|$HOME|*|");
    EXPECT_EQ(endOf(start(shell("echo out; echo err >&2; exit 7"), "seven")).exitCode, 7);
    EXPECT_EQ(bytesOf(logPath(run("seven"))), "out\nerr\n");
    const KeeperStatus killed = endOf(start(shell("kill -USR1 $$"), "signal"));
    EXPECT_EQ(killed.signal, SIGUSR1);
    EXPECT_FALSE(killed.exitCode);
}

TEST_F(KeeperTest, GivesTheCommandItsPlace) {
    KeeperJob wanted = shell(
        "pwd; echo $CUDA_VISIBLE_DEVICES; echo $APPORTION_WORKLOAD $APPORTION_REPLICA of "
        "$APPORTION_REPLICAS; ls /proc/self/fd | tr '\\n' ' '; cat; ps -o pgid= -p $$; echo $$; "
        "trap");
    wanted.directory = fs::canonical(folder_.path());
    wanted.devices = {{1, "GPU-fake-1"}, {3, "GPU-fake-3"}};
    wanted.gpu = 2 * kOneGpu;
    wanted.replica = 1;
    wanted.replicas = 4;
    Keeper& keeper = start(wanted);
    EXPECT_EQ(endOf(keeper).exitCode, 0);
    const std::string log = bytesOf(logPath(run("run")));
    EXPECT_THAT(log, HasSubstr(wanted.directory + "\nGPU-fake-1,GPU-fake-3\ntrain 1 of 4\n"));
    EXPECT_THAT(log, HasSubstr("\n0 1 2 3 ")) << "3 is of ls itself: nothing else came along";
    EXPECT_THAT(log, ::testing::Not(HasSubstr(" 4 ")));
    EXPECT_EQ(keeper.job().devices, wanted.devices);
    KeeperJob none = shell("echo \"[$CUDA_VISIBLE_DEVICES]\"");
    endOf(start(none, "none"));
    EXPECT_EQ(bytesOf(logPath(run("none"))), "[]\n") << "no device is not all devices";
}

TEST_F(KeeperTest, SaysWhyACommandCannotBeStarted) {
    const KeeperStatus program = endOf(start(job({"/no/such/program"})));
    EXPECT_THAT(program.failure, HasSubstr("/no/such/program"));
    EXPECT_THAT(program.failure, HasSubstr("No such file"));
    KeeperJob lost = shell("true");
    lost.directory = "/no/such/folder";
    EXPECT_THAT(endOf(start(lost, "folder")).failure, HasSubstr("/no/such/folder"));
    const auto keeper = Keeper::start(run("keeper"), shell("true"), "/no/such/keeper");
    ASSERT_FALSE(keeper);
    EXPECT_EQ(keeper.error().front().message.code, "keeper-not-started");
    EXPECT_FALSE(Keeper::find(run("keeper"))) << "what was never started is not lost";
    const auto again = Keeper::start(run("folder"), shell("true"), kKeeperProgram);
    EXPECT_FALSE(again) << "a folder is for one run";
}

TEST_F(KeeperTest, StopsWithSigtermWhichTheCommandMayHandle) {
    Keeper& keeper =
        start(shell("trap 'echo saved; exit 3' TERM; echo ready; while :; do sleep 0.01; done"));
    ASSERT_TRUE(says("ready"));
    ASSERT_TRUE(keeper.stop(60'000));
    const KeeperStatus end = endOf(keeper);
    EXPECT_EQ(end.exitCode, 3);
    EXPECT_TRUE(end.stopped);
    EXPECT_LT(end.ended - end.started, 30'000);
    EXPECT_TRUE(says("saved"));
    Keeper& plain = start(job({"sleep", "1000"}), "plain");
    ASSERT_TRUE(plain.stop(60'000));  // perhaps before it runs
    EXPECT_EQ(endOf(plain).signal, SIGTERM);
}

TEST_F(KeeperTest, KillsWhatIgnoresSigtermWhenItsGraceIsOverAndNotBefore) {
    Keeper& keeper = start(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
    ASSERT_TRUE(says("ready"));
    const auto asked = std::chrono::steady_clock::now();
    ASSERT_TRUE(keeper.stop(400));
    const KeeperStatus end = endOf(keeper);
    EXPECT_EQ(end.signal, SIGKILL);
    EXPECT_TRUE(end.stopped);
    EXPECT_GE(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(400));
    // Asked again, it may only become sooner.
    Keeper& twice = start(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"), "twice");
    ASSERT_TRUE(says("ready", "twice"));
    ASSERT_TRUE(twice.stop(100'000));
    ASSERT_TRUE(twice.stop(0));
    EXPECT_EQ(endOf(twice).signal, SIGKILL);
}

TEST_F(KeeperTest, EndsWhatTheCommandLeavesBehind) {
    Keeper& keeper =
        start(shell("sleep 1000 & echo $! > child; setsid sleep 1000 & sleep 0.2; "
                    "pgrep -s 0 >/dev/null; setsid sh -c 'echo $$ > far; exec sleep 1000' & "
                    "while ! [ -s far ]; do sleep 0.01; done; exit 5"));
    const std::int64_t child = numberIn("child");
    const std::int64_t far = numberIn("far");
    EXPECT_EQ(endOf(keeper).exitCode, 5);
    EXPECT_FALSE(isAlive(child));
    EXPECT_FALSE(isAlive(far)) << "also from a session of its own";
}

TEST_F(KeeperTest, IsFoundAgainByItsFolder) {
    Keeper& keeper = start(shell("echo ready; while ! [ -e go ]; do sleep 0.01; done; exit 9"));
    ASSERT_TRUE(says("ready"));
    statusOf();
    auto found = Keeper::find(run("run"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->look(), Keeper::State::alive);
    EXPECT_GE(found->descriptor(), 0) << "told by the kernel, not by asking";
    writeBytes(folder_ / "go", "");
    EXPECT_EQ(endOf(*found).exitCode, 9);
    EXPECT_EQ(endOf(keeper).exitCode, 9);
    auto after = Keeper::find(run("run"));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->look(), Keeper::State::ended);
    EXPECT_FALSE(Keeper::find(run("nothing")));
}

TEST_F(KeeperTest, TakesItsCommandWithItWhenItIsKilled) {
    Keeper& keeper = start(
        shell("setsid sh -c 'echo $$ > far; exec sleep 1000' & while ! [ -s far ]; do sleep 0.01; "
              "done; echo $$ > self; exec sleep 1000"));
    const std::int64_t self = numberIn("self");
    const std::int64_t far = numberIn("far");
    const KeeperStatus status = statusOf();
    EXPECT_EQ(status.pid, self);
    ASSERT_GT(status.keeper.pid, 1);
    kill(static_cast<pid_t>(status.keeper.pid), SIGKILL);
    ASSERT_TRUE(comesTrue([&] { return keeper.look() != Keeper::State::alive; }));
    EXPECT_EQ(keeper.look(), Keeper::State::lost);
    EXPECT_FALSE(keeper.outlivedByMachine());
    EXPECT_TRUE(comesTrue([&] { return !isAlive(self) && !isAlive(far); }));
}

TEST_F(KeeperTest, IsLostWithItsMachine) {
    makePrivateFolder(run("old"));
    KeeperJob old = shell("true");
    old.boot = "another boot";
    ASSERT_TRUE(writeJob(run("old"), old));
    KeeperStatus status;
    status.keeper = {"machine", "another boot", getpid(), 5};
    status.pid = getpid();  // given again since
    ASSERT_TRUE(writeStatus(run("old"), status));
    auto keeper = Keeper::find(run("old"));
    ASSERT_TRUE(keeper);
    EXPECT_EQ(keeper->look(), Keeper::State::lost);
    EXPECT_TRUE(keeper->outlivedByMachine());
}

TEST_F(KeeperTest, StopsItsCommandWhenItIsAskedItself) {
    KeeperJob wanted = shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
    wanted.grace = 200;
    Keeper& keeper = start(wanted);
    ASSERT_TRUE(says("ready"));
    const KeeperStatus status = statusOf();
    ASSERT_GT(status.keeper.pid, 1);
    kill(static_cast<pid_t>(status.keeper.pid), SIGTERM);
    EXPECT_EQ(endOf(keeper).signal, SIGKILL);
}

TEST_F(KeeperTest, KeepsItsFolderToItsUser) {
    start(shell("umask; true"));
    struct stat status {};
    ASSERT_EQ(stat(run("run").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
    const std::string open = folder_ / "open";
    ASSERT_EQ(mkdir(open.c_str(), 0700), 0);
    ASSERT_EQ(chmod(open.c_str(), 0777), 0);
    const auto refused = makePrivateFolder(open);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "folder-not-safe");
    ASSERT_EQ(chmod(open.c_str(), 0755), 0);
    EXPECT_TRUE(makePrivateFolder(open)) << "that others read it is mended";
    ASSERT_EQ(stat(open.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
    ASSERT_EQ(symlink(open.c_str(), (folder_ / "link").c_str()), 0);
    EXPECT_FALSE(makePrivateFolder(folder_ / "link"));
    EXPECT_FALSE(makePrivateFolder("/dev/null"));
}

}  // namespace
}  // namespace apportion::testing
