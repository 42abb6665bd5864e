// SPDX-License-Identifier: GPL-3.0-or-later
// Readers that go away, Ctrl-C, and what is only for a terminal.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

const std::string kSample = sourceFile("resources/samples/pool-128.json");
const std::string kTypedTrace = sourceFile("tests/data/philly.csv.gz");

TEST(Unwritten, AReaderThatHasSeenEnoughEndsItQuietly) {
    for (const std::string& arguments : {"simulate '" + kSample + "' --json", std::string("--help"),
                                         std::string("--version"), std::string("replay --help")}) {
        // The other end is closed before anything is written.
        const Ran ran = shell("set -o pipefail\n{ sleep 0.2; \"$CTL\" " + arguments + "; } | true");
        EXPECT_EQ(ran.code, 141) << arguments;
        EXPECT_EQ(ran.out + ran.err, "") << arguments;
    }
}

TEST(Unwritten, WhatElseThereIsToWriteIsWrittenWhereAReaderHasSeenEnough) {
    const TemporaryFolder folder;
    const Ran ran = shell("set -o pipefail\n{ sleep 0.2; \"$CTL\" simulate '" + kSample +
                          "' --timeline - -o '" + (folder / "answer") + "'; } | true");
    EXPECT_EQ(ran.code, 141);
    EXPECT_THAT(bytesOf(folder / "answer"), ::testing::HasSubstr("Summary"));
}

TEST(Unwritten, AFullDeviceIsTold) {
    for (const std::string& arguments :
         {"simulate '" + kSample + "'", "simulate '" + kSample + "' --json",
          "validate '" + kSample + "'",
          "replay --format philly --pool 1x480 --trace '" + kTypedTrace + "'",
          "convert '" + kTypedTrace + "' - --to csv", std::string("--help"),
          std::string("--version"), std::string("plan run --help")}) {
        const Ran ran = shell("\"$CTL\" " + arguments + " >/dev/full");
        EXPECT_EQ(ran.code, 1) << arguments;
        EXPECT_THAT(ran.err,
                    ::testing::HasSubstr(
                        "error: Standard output cannot be written: No space left on device."))
            << arguments;
        EXPECT_THAT(ran.err, ::testing::Not(::testing::HasSubstr("-:"))) << arguments;
    }
}

TEST(Unwritten, NoFileBecomesAStandardOutputThatIsClosed) {
    const TemporaryFolder folder;
    const Ran ran =
        shell("\"$CTL\" simulate '" + kSample + "' --jobs '" + (folder / "jobs") + "' >&-");
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, ::testing::HasSubstr("Standard output cannot be written"));
    EXPECT_THAT(bytesOf(folder / "jobs"), ::testing::Not(::testing::HasSubstr("Summary")));
}

// The run is kept busy by a timeline that samples without end.
TEST(Interrupt, LeavesNoHalfFile) {
    const TemporaryFolder folder;
    const std::string table = folder / "t.csv";
    writeBytes(table, "old");
    for (const auto& [signal, code] :
         {std::pair("INT", 130), std::pair("TERM", 143), std::pair("HUP", 129)}) {
        std::ostringstream script;
        script << "\"$CTL\" replay --trace '" << kTypedTrace
               << "' --format philly --pool 1x480 --timeline '" << table
               << "' --every 0.001 >/dev/null 2>&1 &\n"
                  "for i in $(seq 100); do\n"
                  "  [ -n \"$(find '"
               << folder.path().string()
               << "' -name '.t.csv.*' -size +0)\" ] && break\n"
                  "  sleep 0.1\ndone\n"
                  "kill -"
               << signal << " $!\nwait $!\n";
        const Ran ran = shell(script.str());
        EXPECT_EQ(ran.code, code);
        EXPECT_EQ(bytesOf(table), "old");
        const std::filesystem::directory_iterator entries(folder.path());
        EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
    }
}

TEST(Progress, IsShownOnATerminalAlone) {
    const std::string run = "replay --trace '" + kTypedTrace +
                            "' --format philly --pool 1x480 --timeline /dev/null --every 8";
    const Ran piped = shell("\"$CTL\" " + run + " -o /dev/null");
    EXPECT_EQ(piped.code, 0);
    EXPECT_THAT(piped.err, ::testing::Not(::testing::HasSubstr("%,")));
    const TemporaryFolder folder;
    writeBytes(folder / "run", "\"$CTL\" " + run + " -o /dev/null\n");
    const Ran terminal = shell("export CTL\nscript -qec 'bash " + (folder / "run") + "' /dev/null");
    EXPECT_EQ(terminal.code, 0);
    EXPECT_THAT(terminal.out, ::testing::ContainsRegex("Simulating: [0-9]+ %, about .* left"));
}

}  // namespace
}  // namespace apportion::testing
