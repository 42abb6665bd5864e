// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/process.h"

#include <thread>

#include <gmock/gmock.h>

#include "core/cluster/slurm/commands.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/stop.h"

namespace apportion::slurm {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

TEST(SlurmProcess, PassesEachWordAsItIs) {
    const std::string evil = "a'b\"; $(touch /tmp/x) `id` $HOME\n-x";
    const auto answer = runProcess({{"printf", "%s", evil}, {}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, evil);
    EXPECT_EQ(answer->code, 0);
}

TEST(SlurmProcess, AWordForAShellIsOneWord) {
    const std::string evil = "a'b\"; $(echo x) `id` $HOME\n'";
    const auto answer = runProcess({{"sh", "-c", "printf %s " + shellWord(evil)}, {}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, evil);
}

TEST(SlurmProcess, GivesAStandardInput) {
    const std::string script = "#!/bin/sh\necho 'a'\n" + std::string(200'000, 'x');
    const auto answer = runProcess({{"cat"}, {}, milliseconds(20'000), script});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, script);
    EXPECT_EQ(runProcess({{"cat"}, {}})->output, "");
}

TEST(SlurmProcess, AJobKeepsNothingOfItsSubmission) {
    // {"sun":"ana"}
    const auto token = Token::of("e30.eyJzdW4iOiJhbmEifQ.c2ln", "", "SLURM_JWT");
    ASSERT_TRUE(token);
    const Commands commands(Connection{}, *token);
    const std::string tell = "cat; echo ${SLURM_JWT-none} ${SLURM_TIME_FORMAT-none}";
    EXPECT_EQ(*commands.run({"sh", "-c", tell}), token->secret() + " %s\n");
    EXPECT_EQ(*commands.submit({"sh", "-c", tell}, "in "), "in none none\n");
    Connection far;
    far.way = Connection::Way::ssh;
    far.place = "ana@login";
    EXPECT_EQ(Commands(far, {}).wordsFor({"sbatch"}, true).back(), "'env' 'sbatch'");
}

TEST(SlurmCommands, APartThatADyingDaemonLeavesIsNoAnswer) {
    const Commands here(Connection{}, {});
    const auto told = [&](const std::string& errors) {
        return here.run({"sh", "-c", "echo 'high|100|||'; echo '" + errors + "' >&2"});
    };
    const auto part = told("sacctmgr: error: DBD_GET_TRES failure: Connection refused");
    ASSERT_FALSE(part);
    EXPECT_EQ(codeOf(part.error()), "cluster-accounting-down");
    const auto whole = told("sacctmgr: error: Ignoring obsolete FastSchedule");
    ASSERT_TRUE(whole);
    EXPECT_EQ(*whole, "high|100|||\n");
}

TEST(SlurmProcess, TellsOutputErrorsAndCode) {
    const auto answer = runProcess({{"sh", "-c", "echo out; echo err >&2; exit 7"}, {}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, "out\n");
    EXPECT_EQ(answer->errors, "err\n");
    EXPECT_EQ(answer->code, 7);
}

TEST(SlurmProcess, EndsWhatIsTooSlowWithAllItStarted) {
    const auto begun = Clock::now();
    const auto answer = runProcess({{"sh", "-c", "sleep 60 & sleep 60"}, {}, milliseconds(200)});
    ASSERT_FALSE(answer);
    EXPECT_EQ(codeOf(answer.error()), "cluster-slow");
    EXPECT_LT(Clock::now() - begun, std::chrono::seconds(10));
}

TEST(SlurmProcess, EndsOnceItsThreadIsToldToStop) {
    std::stop_source source;
    const auto begun = Clock::now();
    Result<ProcessAnswer> answer;
    std::thread asking([&] {
        const StopsWith stops(source.get_token());
        answer = runProcess({{"sleep", "20"}, {}, milliseconds(20'000)});
    });
    std::this_thread::sleep_for(milliseconds(100));
    source.request_stop();
    asking.join();
    ASSERT_FALSE(answer);
    EXPECT_EQ(codeOf(answer.error()), "cluster-stopped");
    EXPECT_LT(Clock::now() - begun, milliseconds(5'000));
    EXPECT_TRUE(runProcess({{"true"}, {}})) << "another thread goes on";
}

TEST(SlurmProcess, DoesNotWaitForWhatHoldsItsOutputAfterItsEnd) {
    const auto begun = Clock::now();
    const auto answer =
        runProcess({{"sh", "-c", "echo done; sleep 60 &"}, {}, milliseconds(20'000)});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, "done\n");
    EXPECT_LT(Clock::now() - begun, std::chrono::seconds(10));
}

TEST(SlurmProcess, ChangesTheEnvironmentOfTheProgramAlone) {
    const auto answer = runProcess({{"sh", "-c", "echo ${GIVEN-none} ${HOME-none}"},
                                    {{"GIVEN", "a b"}, {"HOME", std::nullopt}}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->output, "a b none\n");
    EXPECT_EQ(codeOf(runProcess({{"/no/such/program"}, {}}).error()), "cluster-no-command");
}

TEST(SlurmCommands, PutNoTokenIntoTheirWordsAndQuoteForSsh) {
    Connection far;
    far.way = Connection::Way::ssh;
    far.place = "ana@login";
    const Commands commands(far, {});
    const auto words = commands.wordsFor({"sacctmgr", "show", "it's; $(id)"});
    EXPECT_EQ(words.front(), "ssh");
    EXPECT_EQ(words[words.size() - 3], "--") << "a host is never an option";
    EXPECT_EQ(words[words.size() - 2], "ana@login");
    EXPECT_THAT(words.back(), ::testing::EndsWith(R"('sacctmgr' 'show' 'it'\''s; $(id)')"));
}

}  // namespace
}  // namespace apportion::slurm
