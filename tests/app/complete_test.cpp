// SPDX-License-Identifier: GPL-3.0-or-later
// What shells are told of a command line that a person types.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// Without the help; a name of a file is "FILE".
std::vector<std::string> completed(std::vector<std::string> words) {
    words.insert(words.begin(), "complete");
    const Ran ran = ctl(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::vector<std::string> found;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);)
        found.push_back(line == "\t" ? "FILE" : line.substr(0, line.find('\t')));
    return found;
}

class Complete : public ::testing::Test {
protected:
    Complete() {
        writeBytes(scenario_, smallScenario());
        EXPECT_EQ(ctl({"project", "init", project_, "--from", scenario_}).code, 0);
    }
    const TemporaryFolder folder_;
    const std::string scenario_ = folder_ / "small pool.json";
    const std::string project_ = folder_ / "pool.apportion";
};

TEST_F(Complete, CommandsAndOptions) {
    EXPECT_THAT(completed({""}),
                AllOf(Contains("simulate"), Contains("project"), Not(Contains("keep"))));
    EXPECT_THAT(completed({"si"}), ElementsAre("simulate"));
    EXPECT_THAT(completed({"project", "res"}),
                ElementsAre("restore", "restore-points", "restore-point"));
    EXPECT_THAT(completed({"simulate", "--j"}), ElementsAre("--json", "--jobs"));
    EXPECT_THAT(completed({"simulate", ""}), ElementsAre("FILE"));
    EXPECT_THAT(completed({"simulate", scenario_, ""}), IsEmpty());
    EXPECT_THAT(completed({"simulate", "--output", ""}), ElementsAre("FILE"));
    EXPECT_THAT(completed({"simulate", "--until", ""}), IsEmpty());
    EXPECT_THAT(completed({"nonsense", "x"}), IsEmpty());
}

TEST_F(Complete, WordsOfAnOption) {
    EXPECT_THAT(completed({"project", "scale", project_, "--mode", ""}),
                ElementsAre("refuse", "drain", "reclaim"));
    EXPECT_THAT(completed({"replay", "--quotas", ""}), ElementsAre("none", "groups", "FILE"));
    EXPECT_THAT(completed({"replay", "--format", "p"}), ElementsAre("philly", "pai"));
}

TEST_F(Complete, NamesInTheFileOnTheLine) {
    EXPECT_THAT(completed({"explain", scenario_, ""}), ElementsAre("low", "high", "third"));
    EXPECT_THAT(completed({"explain", scenario_, "h"}), ElementsAre("high"));
    EXPECT_THAT(completed({"project", "scale", project_, ""}), ElementsAre("team="));
    EXPECT_THAT(completed({"project", "policy", project_, ""}), ElementsAre("team"));
    EXPECT_THAT(completed({"submit", project_, "--gpu", "1", "--quota", ""}), ElementsAre("team"));
    EXPECT_THAT(completed({"cancel", project_, ""}), ElementsAre("low"));
    EXPECT_THAT(completed({"project", "quota", project_, "delete", "t"}), ElementsAre("team"));
    EXPECT_THAT(completed({"project", "quota", project_, ""}),
                UnorderedElementsAre("add", "delete", "rename", "set"));
    EXPECT_THAT(completed({"project", "nodes", project_, "state", ""}), ElementsAre("node"));
    EXPECT_THAT(completed({"project", "nodes", project_, "state", "node", ""}), IsEmpty());
}

// Nothing is said of what cannot be read, and nobody waits for standard input.
TEST_F(Complete, AFileThatIsNone) {
    EXPECT_THAT(completed({"explain", folder_ / "none", ""}), IsEmpty());
    EXPECT_THAT(completed({"explain", "-", ""}), IsEmpty());
    writeBytes(folder_ / "broken", "{");
    EXPECT_THAT(completed({"explain", folder_ / "broken", ""}), IsEmpty());
}

TEST_F(Complete, AfterTheDashesStandsACommand) {
    EXPECT_THAT(completed({"submit", project_, "--gpu", "1", "--", "py"}), ElementsAre("FILE"));
}

// The script as bash runs it: words with blanks, and "=" which bash takes apart.
TEST_F(Complete, InBash) {
    const auto bash = [&](const std::string& words, int at) {
        return shell("cd '" + folder_.path().string() +
                     R"('; PATH="$(dirname "$CTL"):$PATH"; source ')" +
                     sourceFile("installer/completion/apportionctl.bash") +
                     R"('; compopt() { echo "compopt $*"; }; COMP_WORDS=()" + words +
                     "); COMP_CWORD=" + std::to_string(at) +
                     R"(; _apportionctl apportionctl; printf '%s\n' "${COMPREPLY[@]}")")
            .out;
    };
    EXPECT_EQ(bash("apportionctl si", 1), "simulate\n");
    EXPECT_EQ(bash("apportionctl explain 'small\\ pool.json' th", 3), "third\n");
    EXPECT_EQ(bash("apportionctl project scale pool.apportion te", 4),
              "compopt -o nospace\nteam=\n");
    EXPECT_EQ(bash("apportionctl simulate ''", 2), "compopt -o default\n\n");
}

TEST_F(Complete, InZshAndFish) {
    if (shell("command -v zsh && command -v fish").code != 0)
        GTEST_SKIP() << "without zsh or fish";
    const std::string path =
        R"(export PATH="$(dirname "$CTL"):$PATH"; cd ')" + folder_.path().string() + "'; ";
    EXPECT_EQ(shell(path + R"(fish -N -c "source ')" +
                    sourceFile("installer/completion/apportionctl.fish") +
                    R"('; complete -C 'apportionctl explain small\ pool.json t'")")
                  .out,
              "third\n");
    // zsh completes on a terminal alone: what its script hands over is looked at.
    EXPECT_EQ(
        shell(path +
              "zsh -fc \"compadd() { print -l -- \\${(P)@[-1]}; }; _files() { print files; }; "
              "words=(apportionctl explain 'small\\ pool.json' t); CURRENT=4; PREFIX=t; "
              "f() { source '" +
              sourceFile("installer/completion/_apportionctl") + "'; }; f\"")
            .out,
        "third\n");
}

}  // namespace
}  // namespace apportion::testing
