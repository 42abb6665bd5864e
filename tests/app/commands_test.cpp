// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl submit … -- COMMAND with a live pool beside it: what people type. Whatever is
// started ends with the test, by its own pid.
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/live_runs.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Commands : public ::testing::Test {
protected:
    Commands() {
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
        writeBytes(folder_ / "pool.json", R"({"apportion": 1, "name": "here",
 "nodes": [{"name": "node", "gpu": 2}],
 "quotas": [{"name": "team", "guaranteed": {"gpu": 2}}]})");
        EXPECT_EQ(ctl({"project", "init", file_, "--from", folder_ / "pool.json"}).code, 0);
    }
    ~Commands() override {
        serve();  // once more, to end what still runs
        for (const std::string& name : submitted_)
            ctl({"cancel", file_, name});
        EXPECT_TRUE(comesTrue([&] { return nothingRuns(folder_ / "state"); }));
        end(SIGTERM);
        unsetenv("XDG_STATE_HOME");
    }

    void serve() {
        if (server_ > 0)
            return;
        writeBytes(folder_ / "served", "");
        server_ = fork();
        if (server_ == 0) {
            const int out = open((folder_ / "served").c_str(), O_WRONLY | O_APPEND);
            dup2(out, STDOUT_FILENO);
            dup2(out, STDERR_FILENO);
            execl(APPORTION_BIN_DIR "/apportionctl", "apportionctl", "project", "serve",
                  file_.c_str(), nullptr);
            _exit(127);
        }
        ASSERT_TRUE(comesTrue([&] {
            return bytesOf(folder_ / "served").find("is live") != std::string::npos;
        })) << bytesOf(folder_ / "served");
    }
    // How it ended, as a shell tells it.
    int end(int signal) {
        kill(server_, signal);
        return waitForEnd();
    }
    int waitForEnd() {
        int how = 0;
        waitpid(server_, &how, 0);
        server_ = 0;
        return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    }
    Ran submit(const std::string& name, const std::vector<std::string>& command,
               std::vector<std::string> more = {}) {
        submitted_.push_back(name);
        std::vector<std::string> line{
            "submit", file_,    "--quota", "team",        "--gpu",
            "1",      "--name", name,      "--directory", folder_.path().string()};
        line.insert(line.end(), more.begin(), more.end());
        line.emplace_back("--");
        line.insert(line.end(), command.begin(), command.end());
        return ctl(line);
    }
    bool history(const std::string& words) {
        return comesTrue([&] {
            return ctl({"project", "history", file_}).out.find(words) != std::string::npos;
        });
    }
    std::string text(const std::string& name) const { return bytesOf(folder_ / name); }

    const TemporaryFolder folder_;
    const std::string file_ = folder_ / "pool.apportion";
    std::vector<std::string> submitted_;
    pid_t server_ = 0;
};

TEST_F(Commands, RunAndTellTheirExitCodeAndLog) {
    serve();
    const Ran given =
        submit("job", {"sh", "-c", "echo \"$0 $1\" $CUDA_VISIBLE_DEVICES; exit 3", "a b", "--gpu"});
    EXPECT_EQ(given.code, 0) << given.err;
    EXPECT_EQ(given.err, "");
    ASSERT_TRUE(history("exit code 3"));
    const Ran log = ctl({"project", "log", file_, "job"});
    EXPECT_EQ(log.code, 0);
    EXPECT_EQ(log.out, "a b --gpu 0\n") << "as it was typed, and no shell between";
    EXPECT_THAT(ctl({"project", "log", file_, "job", "--list"}).out, HasSubstr("exit code 3"));
    ASSERT_EQ(ctl({"submit", file_, "--quota", "team", "--gpu", "1", "--name", "idles"}).code, 0);
    ASSERT_EQ(ctl({"cancel", file_, "idles"}).code, 0);
    const Ran silent = ctl({"project", "log", file_, "idles"});
    EXPECT_EQ(silent.code, 4);
    EXPECT_THAT(silent.err, HasSubstr("No command of idles has run"));
    for (const char* verb : {"log", "explain"}) {
        const Ran unknown = ctl({"project", verb, file_, "nothing"});
        EXPECT_EQ(unknown.code, 2) << verb;
        EXPECT_THAT(unknown.err, HasSubstr("The workload nothing does not exist.")) << verb;
    }
    EXPECT_THAT(ctl({"project", "show", file_, "--json"}).out, HasSubstr("\"failed\""));
    submit("typo", {"/no/such/program"});
    ASSERT_TRUE(history("could not be started"));
    EXPECT_THAT(ctl({"project", "log", file_, "typo"}).err, HasSubstr("/no/such/program"));
    EXPECT_THAT(ctl({"project", "show", file_}).out, HasSubstr("3, 0 of them finished, 2 failed"));
    const Ran audit = ctl({"project", "audit", file_, "--verify"});
    EXPECT_EQ(audit.code, 0) << audit.err;
}

TEST_F(Commands, SurviveTheEndOfTheProgramThatRunsTheEngine) {
    serve();
    ASSERT_EQ(submit("job", {"sh", "-c",
                             "echo begun > begun; while ! [ -e go ]; do sleep 0.01; "
                             "done; echo again >> runs; exit 11"})
                  .code,
              0);
    ASSERT_TRUE(comesTrue([&] { return text("begun") == "begun\n"; }));
    end(SIGKILL);
    writeBytes(folder_ / "go", "");
    ASSERT_TRUE(comesTrue([&] { return text("runs") == "again\n"; }));
    serve();
    ASSERT_TRUE(history("exit code 11"));
    EXPECT_EQ(text("runs"), "again\n") << "it ran once";
    // In the middle, and it is found again.
    ASSERT_EQ(
        submit("next", {"sh", "-c", "echo $$ > next; while ! [ -e on ]; do sleep 0.01; done"}).code,
        0);
    ASSERT_TRUE(comesTrue([&] { return !text("next").empty(); }));
    end(SIGKILL);
    serve();
    EXPECT_EQ(kill(static_cast<pid_t>(std::atoi(text("next").c_str())), 0), 0);
    writeBytes(folder_ / "on", "");
    EXPECT_TRUE(history("finish"));
}

TEST_F(Commands, AreTypedAgainAsTheHintWritesThem) {
    ASSERT_EQ(submit("x \"1\"", {"true"}).code, 0);
    const Ran seen = ctl({"project", "approve", file_, "x \"1\""});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, HasSubstr(" 'x \"1\"' --digest "));
    EXPECT_THAT(ctl({"project", "explain", file_, "x \"1\""}).out,
                HasSubstr("'apportionctl project approve FILE NAME'"));
}

TEST_F(Commands, WaitForAnApprovalWhereNobodyRanTheEngine) {
    const Ran given = submit("job", {"sh", "-c", "echo ran > ran"});
    EXPECT_EQ(given.code, 0);
    EXPECT_THAT(given.err, HasSubstr("is not approved yet"));
    EXPECT_THAT(ctl({"project", "explain", file_, "job"}).out, HasSubstr("needs-approval"));
    EXPECT_THAT(ctl({"project", "show", file_}).out, HasSubstr("is not approved yet"));
    EXPECT_THAT(ctl({"project", "show", file_}).out,
                HasSubstr("Without 1 workload that waits for an approval"));
    const Ran nobody = ctl({"project", "approve", file_, "job", "--digest", "0"});
    EXPECT_EQ(nobody.code, 4);
    EXPECT_THAT(nobody.err, HasSubstr("project serve"));
    serve();
    const Ran seen = ctl({"project", "approve", file_, "job"});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, HasSubstr("sh -c 'echo ran > ran'"));
    const auto at = seen.out.find("--digest ");
    ASSERT_NE(at, std::string::npos) << seen.out;
    EXPECT_EQ(ctl({"project", "approve", file_, "job", "--digest", std::string(64, '0')}).code, 4);
    EXPECT_EQ(text("ran"), "");
    const Ran done =
        ctl({"project", "approve", file_, "job", "--digest", seen.out.substr(at + 9, 64)});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_TRUE(comesTrue([&] { return text("ran") == "ran\n"; }));
    EXPECT_TRUE(history("approve"));
}

TEST_F(Commands, AreTriedAsTheyWouldBeGiven) {
    const std::vector<std::string> dry{"--dry-run"};
    Ran tried = submit("job", {"true"}, dry);
    EXPECT_EQ(tried.code, 0);
    EXPECT_THAT(tried.err, HasSubstr("is not approved yet"));
    EXPECT_THAT(tried.out, HasSubstr("No workload is evicted or starts"));
    serve();
    tried = submit("job", {"true"}, dry);
    EXPECT_EQ(tried.code, 0);
    EXPECT_EQ(tried.err, "");
    EXPECT_THAT(tried.out, HasSubstr("Would start immediately\n  job\n"));
    tried = submit("job", {"true"}, {"--dry-run", "--json"});
    EXPECT_THAT(tried.out, HasSubstr("\"starts\": [\"job\"]"));
    EXPECT_THAT(tried.out, HasSubstr("\"resting\": false"));
    EXPECT_THAT(tried.out, Not(HasSubstr("needs-approval")));
}

TEST_F(Commands, NeedTheirTwoDashes) {
    const Ran stray = ctl({"submit", file_, "--quota", "team", "--gpu", "1", "sleep", "5"});
    EXPECT_EQ(stray.code, 2) << "a stray word is no command";
    EXPECT_EQ(ctl({"submit", file_, "--quota", "team", "--gpu", "1", "--directory", "/"}).code, 2)
        << "a folder for nothing";
    EXPECT_EQ(submit("empty", {""}).code, 2);
    const Ran help = ctl({"submit", "--help"});
    EXPECT_THAT(help.out, HasSubstr("-- python3 train.py"));
    EXPECT_EQ(ctl({"keep", folder_ / "nothing"}).code, 1);
}

TEST_F(Commands, ServingEndsAsTheReadmeSays) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        serve();
        EXPECT_EQ(end(signal), 128 + signal);
        EXPECT_THAT(ctl({"project", "show", file_}).out, HasSubstr("Not live."));
    }
    EXPECT_EQ(ctl({"project", "serve", file_, "--for", "0.1"}).code, 0);
    serve();
    EXPECT_EQ(ctl({"project", "serve", file_, "--for", "0.1"}).code, 4) << "it is live already";
    std::filesystem::rename(file_, file_ + ".away");
    EXPECT_EQ(waitForEnd(), 1);
    std::filesystem::rename(file_ + ".away", file_);
    EXPECT_EQ(ctl({"project", "serve", folder_ / "none"}).code, 3);
}

}  // namespace
}  // namespace apportion::testing
