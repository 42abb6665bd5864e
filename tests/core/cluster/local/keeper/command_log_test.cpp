// SPDX-License-Identifier: GPL-3.0-or-later
// What commands write and what they find in their environment.
#include "core/cluster/local/keeper/command_log.h"

#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>

#include "tests/core/cluster/local/keeper/keeper_rig.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class CommandLogTest : public KeeperTest {
protected:
    std::int64_t sizeOf(const std::string& path) const {
        std::error_code none;
        const auto size = fs::file_size(path, none);
        return none ? 0 : static_cast<std::int64_t>(size);
    }
};

TEST_F(CommandLogTest, KeepsTheEndOfWhatIsWrittenAndNoMoreThanTwoParts) {
    // 30 MB in lines of ten, numbered.
    Keeper& keeper = start(shell("seq -f '%09.0f' 1 3000000"));
    const KeeperStatus end = endOf(keeper);
    EXPECT_EQ(end.exitCode, 0);
    const std::int64_t now = sizeOf(logPath(run("run")));
    const std::int64_t before = sizeOf(previousLogPath(run("run")));
    EXPECT_GT(now, 0);
    EXPECT_LE(now, CommandLog::kPart);
    EXPECT_EQ(before, CommandLog::kPart);
    EXPECT_EQ(now + before + end.dropped, 30'000'000) << "nothing is lost untold";
    const std::string all = bytesOf(previousLogPath(run("run"))) + bytesOf(logPath(run("run")));
    EXPECT_THAT(all, EndsWith("002999999\n003000000\n"));
    const auto first = static_cast<std::int64_t>(all.find('\n')) + 1 + end.dropped;
    EXPECT_EQ(first % 10, 0) << "without a gap";
}

TEST_F(CommandLogTest, AShortOneHasOneFile) {
    const KeeperStatus end = endOf(start(shell("echo a; echo b >&2; echo c >/dev/stdout")));
    EXPECT_EQ(bytesOf(logPath(run("run"))), "a\nb\nc\n") << "in the order of writing";
    EXPECT_FALSE(fs::exists(previousLogPath(run("run"))));
    EXPECT_EQ(end.dropped, 0);
}

TEST_F(CommandLogTest, ACommandMayCloseItsOutputAndGoOn) {
    EXPECT_EQ(endOf(start(shell("echo a; exec >&- 2>&-; sleep 0.2; exit 6"))).exitCode, 6);
    EXPECT_EQ(bytesOf(logPath(run("run"))), "a\n");
}

TEST_F(CommandLogTest, StaysSmallWhereNothingCanBePutBesideIt) {
    Keeper& keeper =
        start(shell("echo ready; while ! [ -e go ]; do sleep 0.01; done; "
                    "seq -f '%09.0f' 1 2000000; exit 4"));
    ASSERT_TRUE(says("ready"));
    fs::create_directory(previousLogPath(run("run")));  // in the way
    writeBytes(folder_ / "go", "");
    const KeeperStatus end = endOf(keeper);
    EXPECT_EQ(end.exitCode, 4) << "what cannot be kept does not stop it";
    EXPECT_LE(sizeOf(logPath(run("run"))), CommandLog::kPart);
    EXPECT_EQ(sizeOf(logPath(run("run"))) + end.dropped, 6 + 20'000'000);
    EXPECT_THAT(bytesOf(logPath(run("run"))), EndsWith("002000000\n"));
}

TEST_F(CommandLogTest, TheEnvironmentIsSmallAndStated) {
    setenv("APPORTION_SECRET_OF_THE_ENGINE", "secret", 1);
    setenv("SSH_AUTH_SOCK", "/secret", 1);
    KeeperJob wanted = shell("exec /usr/bin/env");
    wanted.devices = {{1, "GPU-fake-1"}};
    wanted.gpu = kOneGpu;
    endOf(start(wanted));
    unsetenv("APPORTION_SECRET_OF_THE_ENGINE");
    unsetenv("SSH_AUTH_SOCK");
    std::istringstream lines(bytesOf(logPath(run("run"))));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        EXPECT_THAT(line, Not(HasSubstr("secret")));
        const std::string name = line.substr(0, line.find('='));
        // The shell's own.
        if (name != "PWD" && name != "OLDPWD" && name != "SHLVL" && name != "_")
            names.push_back(name);
    }
    EXPECT_THAT(names, ::testing::UnorderedElementsAre("APPORTION_REPLICA", "APPORTION_REPLICAS",
                                                       "APPORTION_RUN", "APPORTION_WORKLOAD",
                                                       "CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES",
                                                       "HOME", "LANG", "PATH", "USER"));
}

}  // namespace
}  // namespace apportion::testing
