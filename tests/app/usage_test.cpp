// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Usage, VersionNamesProductCommitFormatAndRules) {
    const Ran ran = ctl({"--version"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, ::testing::MatchesRegex("apportionctl [0-9]+\\.[0-9]+\\.[0-9]+\n"
                                                 "commit ([0-9a-f]{12}|unknown)\n"
                                                 "scenario format 1\nrules revision 2\n"));
}

TEST(Usage, EveryCommandHasHelpWithExamples) {
    for (const std::string command :
         {"", "validate", "simulate", "explain", "compare", "replay", "plan", "convert"}) {
        const Ran ran = shell("\"$CTL\" " + command + " --help");
        EXPECT_EQ(ran.code, 0) << command;
        EXPECT_THAT(ran.out, HasSubstr("Examples:\n  ")) << command;
        EXPECT_THAT(ran.out, HasSubstr("apportionctl " + command)) << command;
        EXPECT_EQ(ran.err, "") << command;
    }
}

TEST(Usage, PlanShowsItsOwnExamples) {
    EXPECT_THAT(ctl({"plan", "--help"}).out, HasSubstr("\n  apportionctl plan run "));
}

// A terminal obeys what is written to it.
TEST(Usage, WhatWasTypedIsShownAndNotObeyed) {
    const std::string order = "a\x1B[2Jb";
    const std::string small = sourceFile("resources/samples/pool-128.json");
    const std::vector<std::vector<std::string>> lines{
        {"validate", order},
        {"simulate", order},
        {"simulate", small, "--until", order},
        {"simulate", small, "--" + order},
        {"simulate", small, order},
        {order},
        {"explain", small, order},
        {"replay", "--trace", small, "--format", "philly", "--pool", order},
        {"replay", "--trace", order, "--format", "philly", "--pool", "1x8"}};
    for (const auto& line : lines) {
        const Ran ran = ctl(line);
        EXPECT_NE(ran.code, 0);
        EXPECT_THAT(ran.err, HasSubstr("a\\x1B[2Jb")) << line[0];
        EXPECT_EQ(ran.err.find('\x1B'), std::string::npos) << line[0] << ran.err;
    }
}

TEST(Usage, WrongArgumentsEndWithTwo) {
    for (const std::string arguments :
         {"",
          "nonsense",
          "validate",
          "simulate",
          "simulate a.json b.json",
          "simulate --nonsense a",
          "simulate a.json --until soon",
          "simulate a.json --until -1",
          "simulate a.json --every 5",
          "simulate a.json --timeline t.csv --every 0",
          "explain a.json",
          "compare a.json",
          "compare - -",
          "replay",
          "replay --trace a --format philly",
          "replay --trace a --format philly --pool 8",
          "replay --trace a --format philly --pool 0x8",
          "replay --trace a --format philly --pool 1x8 --quotas some",
          "replay --trace a --format philly --pool 1x8 --guarantee equal",
          "replay --trace a --format philly --pool 1x8 --quotas none --guarantee equal",
          "replay --trace a --format philly --pool 1000000x8",
          "replay --trace a --format philly --pool 2x600000",
          "simulate a.json --full --summary",
          "plan run a.json --every 5",
          "plan run a.json --metrics m.csv --every 0",
          "replay --trace a --format philly --pool 1x8 --queueing lifo",
          "replay --trace a --format philly --pool 1x8 --first 0",
          "replay --trace a --format philly --pool 1x8 --full --summary",
          "replay --trace a --format scenario --pool 1x8",
          "replay --trace a --format philly --pool nowhere",
          "replay --trace a --format swf --pool 1x8 --columns submit=x",
          "replay --trace a --format swf --quotas nowhere.json",
          "convert",
          "convert a",
          "convert a b --pool 0x8",
          "convert a a"}) {
        const Ran ran = shell("\"$CTL\" " + arguments);
        EXPECT_EQ(ran.code, 2) << arguments;
        EXPECT_EQ(ran.out, "") << arguments;
        EXPECT_NE(ran.err, "") << arguments;
    }
}

TEST(Usage, SaysHowLargeAPoolMayBe) {
    const Ran ran = ctl({"replay", "--trace", "a", "--format", "philly", "--pool", "1000000x8"});
    EXPECT_THAT(ran.err, HasSubstr("'1000000x8' is not a pool of 1 to 100,000 nodes with at most "
                                   "1,000,000 GPUs in total."));
}

TEST(Usage, TakesFullWhereverThereIsASummary) {
    const TemporaryFolder folder;
    writeBytes(folder / "pool.json", smallScenario());
    EXPECT_EQ(ctl({"simulate", folder / "pool.json", "--json", "--full"}).out,
              ctl({"simulate", folder / "pool.json", "--json"}).out);
}

TEST(Usage, OverwritesNoInputAndNoOtherOutput) {
    const TemporaryFolder folder;
    const std::string file = folder / "pool.json";
    writeBytes(file, smallScenario());
    for (const char* option : {"-o", "--timeline", "--jobs"}) {
        const Ran ran = ctl({"simulate", file, option, file});
        EXPECT_EQ(ran.code, 2) << option;
        EXPECT_THAT(ran.err, HasSubstr("is the input"));
    }
    const std::string table = folder / "table.csv";
    EXPECT_EQ(ctl({"simulate", file, "--timeline", table, "--jobs", table}).code, 2);
    EXPECT_EQ(bytesOf(file), smallScenario());
}

TEST(Usage, EndsEachProblemWithItsLine) {
    const Ran ran = ctl({"validate", "no-such-file.json"});
    EXPECT_EQ(ran.code, 3);
    ASSERT_FALSE(ran.err.empty());
    EXPECT_EQ(ran.err.back(), '\n');
}

TEST(Usage, WrongWordsAreNamedWithWhatWasMeantAndHowTheCommandIsCalled) {
    const auto says = [](const std::string& arguments) {
        return shell("\"$CTL\" " + arguments).err;
    };
    EXPECT_EQ(says("project scale f --dry-rn A=3"),
              "error: Unknown option '--dry-rn'. Did you mean '--dry-run'?\nUsage: apportionctl "
              "project scale [OPTIONS] FILE SIZES...\nRun with --help for more information.\n");
    EXPECT_THAT(says("project quota f frob"), HasSubstr("'frob' is not expected here.\n"));
    EXPECT_THAT(says("project quota f renam"), HasSubstr("Did you mean 'rename'?"));
    EXPECT_THAT(says("simulat a.json"),
                AllOf(HasSubstr("Did you mean 'simulate'?"), Not(HasSubstr("required"))));
    EXPECT_THAT(says("simulate a.json --nonsense=4"),
                HasSubstr("error: Unknown option '--nonsense=4'.\nUsage: apportionctl simulate"));
    // Before what is missing, whatever that is.
    EXPECT_EQ(says("simulate --bogus"),
              "error: Unknown option '--bogus'.\nerror: FILE is required\nUsage: apportionctl "
              "simulate [OPTIONS] FILE\nRun with --help for more information.\n");
    EXPECT_THAT(says("replay --bogus --format philly"),
                HasSubstr("error: Unknown option '--bogus'.\nerror: --trace is required\n"));
    EXPECT_THAT(says("plan run f --base --set a --bogus"),
                HasSubstr("error: Unknown option '--bogus'.\nerror: --set excludes --base\n"));
    EXPECT_THAT(says("project explain --bogus"),
                HasSubstr("error: Unknown option '--bogus'.\nerror: FILE is required\n"));
    // In the order in which they stand.
    EXPECT_THAT(says("project quota add f X"),
                HasSubstr("'f' is not expected here.\nerror: 'X' is not expected here.\n"
                          "Usage: apportionctl project quota"));
    EXPECT_THAT(says("project quota f add X"),
                HasSubstr("error: --gpu is required\nUsage: apportionctl "
                          "project quota FILE add --gpu GPUS"));
}

// As a file may not say it either.
TEST(Usage, MomentsBeyondTheLongestRunAreRefused) {
    const auto refused = [](const std::string& option) {
        const Ran ran = ctl({"simulate", "x.json", "--timeline", "t.csv", option});
        EXPECT_EQ(ran.code, 2) << option;
        return ran.err.substr(0, ran.err.find('\n'));
    };
    EXPECT_EQ(refused("--until=1000000000.001"),
              "error: --until: '1000000000.001' is not a time in seconds from 0 to 1,000,000,000, "
              "with at most 3 decimal places");
    EXPECT_EQ(refused("--every=0"),
              "error: --every: '0' is not a time in seconds from 0.001 to 1,000,000,000, with at "
              "most 3 decimal places");
    EXPECT_EQ(ctl({"simulate", "x.json", "--until", "1000000000"}).code, 3) << "it is not there";
}

// With what stands between the words, and with every option that it cannot do without.
TEST(Usage, SaysHowCommandsOnProjectsAreCalled) {
    const auto usage = [](const std::string& command) {
        const Ran ran = shell("\"$CTL\" project " + command + " --help");
        const auto at = ran.out.find("Usage: apportionctl project ");
        return at == std::string::npos ? ran.out
                                       : ran.out.substr(at + 28, ran.out.find('\n', at) - at - 28);
    };
    EXPECT_EQ(usage("quota"), "quota [OPTIONS] FILE [SUBCOMMAND]");
    EXPECT_EQ(usage("quota f rename"), "quota FILE rename [OPTIONS] QUOTA TO");
    EXPECT_EQ(usage("init"), "init --from SCENARIO [OPTIONS] FILE");
    EXPECT_EQ(usage("scale"), "scale [OPTIONS] FILE SIZES...");
    EXPECT_THAT(shell("\"$CTL\" project user --help").out,
                HasSubstr("\n  apportionctl project user FILE grant --role "));
}

}  // namespace
}  // namespace apportion::testing
