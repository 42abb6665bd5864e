// SPDX-License-Identifier: GPL-3.0-or-later
// Readers that go away, Ctrl-C, and what is only for a terminal.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

const std::string kSample = sourceFile("resources/samples/pool-128.json");
const std::string kPhilly = sourceFile("tests/data/philly.csv.gz");

TEST(Interrupt, AReaderThatHasSeenEnoughIsNoFailure) {
    const Ran ran =
        shell("set -o pipefail\n\"$CTL\" simulate '" + kSample + "' --json | head -c 1\n");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "{");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(shell("\"$CTL\" simulate '" + kSample + "' --json >/dev/full").code, 1);
}

// The run is kept busy by a timeline that samples without end.
TEST(Interrupt, LeavesNoHalfFile) {
    const TemporaryFolder folder;
    const std::string table = folder / "t.csv";
    writeBytes(table, "old");
    for (const auto& [signal, code] : {std::pair("INT", 130), std::pair("TERM", 143)}) {
        std::ostringstream script;
        script << "\"$CTL\" replay --trace '" << kPhilly
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
    const std::string run = "replay --trace '" + kPhilly +
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
