// SPDX-License-Identifier: GPL-3.0-or-later
// Several commands tried together: each as if those before it had been written, and nothing is.
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class ChainedDryRun : public SmallProject {
protected:
    std::vector<std::string> codes(const std::vector<CommandRequest>& requests) {
        std::vector<std::string> codes;
        for (const auto& answer : desk_->run(requests))
            codes.push_back(codeOf(answer));
        return codes;
    }
};

TEST_F(ChainedDryRun, EachIsTriedAsIfThoseBeforeItHadBeenWritten) {
    make(kTwoTeams);
    const Revision before = revision();
    EXPECT_EQ(codes({command("quota.add", {{"name", "new"}, {"parent", "all"}, {"gpu", "4"}}),
                     command("scale", {{"sizes", "new=2"}}),
                     command("submit", {{"quota", "new"}, {"gpu", "1"}, {"name", "one"}}),
                     command("submit", {{"quota", "new"}, {"gpu", "1"}, {"name", "one"}})}),
              (std::vector<std::string>{"", "", "", "project-name-taken"}));
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(sizeOf("new"), -1) << "nothing was written";
    EXPECT_EQ(run("scale", {{"sizes", "new=2"}}), "project-unknown");
}

TEST_F(ChainedDryRun, WhatIsRefusedCountsAsNotAskedFor) {
    make(kTwoTeams);
    EXPECT_EQ(
        codes({command("scale", {{"sizes", "left=30"}}), command("scale", {{"sizes", "left=16"}}),
               command("scale", {{"sizes", "right=17"}}),
               command("quota.rename", {{"name", "left"}, {"to", "links"}}),
               command("scale", {{"sizes", "left=8"}}), command("scale", {{"sizes", "links=8"}})}),
        (std::vector<std::string>{"sum-of-children", "", "sum-of-children", "", "project-unknown",
                                  ""}));
    EXPECT_EQ(sizeOf("left"), 12);
}

// A command line that cannot be read is an answer of its own.
TEST_F(ChainedDryRun, OneThatCannotBeReadStopsNoOther) {
    make(kTwoTeams);
    const auto answers = codes({command("submit", {{"quota", "left"}, {"gpu", "many"}}),
                                command("scale", {{"sizes", "left=16"}})});
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0], "argument-wrong");
    EXPECT_EQ(answers[1], "");
}

}  // namespace
}  // namespace apportion::testing
