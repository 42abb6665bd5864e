// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/one_cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/findings.h"
#include "core/model/validate.h"
#include "tests/core/model/small_pool.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Workload ofType(const std::string& name, const std::string& type) {
    Workload made = workload(name, "left", 1);
    made.gpuType = type;
    return made;
}

std::vector<std::string> foldedTexts(const Scenario& scenario) {
    std::vector<std::string> texts;
    for (const Problem& problem : foldedByCause(validate(scenario))) {
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
        EXPECT_TRUE(problem.warning);
        texts.push_back(render(problem.message));
    }
    return texts;
}

TEST(OneCause, OfHopelessWorkOfATypeTheFirstIsToldAndTheOthersCounted) {
    Scenario scenario = smallPool();
    scenario.workloads = {ofType("a", "B200"), ofType("b", "T4"), ofType("c", "B200"),
                          ofType("d", "B200")};
    EXPECT_THAT(
        foldedTexts(scenario),
        ElementsAre(
            HasSubstr("a can never start. No node that quota left can use has GPUs of type B200"),
            "2 workloads more can never start for the same reason: c and d.",
            HasSubstr("b can never start. No node that quota left can use has GPUs of type T4")));
}

TEST(OneCause, WhatIsNotListedIsCountedWithTheCauseItHas) {
    Scenario scenario = smallPool();
    scenario.workloads.clear();
    for (int i = 0; i < 5000; ++i)
        scenario.workloads.push_back(ofType("j-" + std::to_string(i), "B200"));
    EXPECT_THAT(
        foldedTexts(scenario),
        ElementsAre(
            HasSubstr("j-0 can never start. No node that quota left can use has GPUs of type B200"),
            "4999 workloads more can never start for the same reason. First: j-1, "
            "j-2, j-3, j-4 and j-5."));
    // Of which of two causes it is nobody can tell.
    scenario.workloads[50].gpuType = "T4";
    EXPECT_THAT(
        foldedTexts(scenario),
        ElementsAre(
            HasSubstr("j-0 can never start"), HasSubstr("At least 98 workloads more"),
            HasSubstr("j-50 can never start. No node that quota left can use has GPUs of type T4"),
            "4900 more of the kind workload-never-fits.type are not listed."));
}

TEST(OneCause, OfEachKindTheFirstAreListedAndTheOthersCounted) {
    Problems problems;
    const auto add = [&](const char* code, int count) {
        for (int i = 0; i < count; ++i) {
            Problem& problem = problems.emplace_back();
            problem.pointer = "/" + std::to_string(i);
            problem.message.code = code;
        }
    };
    add("unknown-key", 400);
    add("blank-file", 2);
    add("unknown-key", 600);
    Problem& unlisted = problems.emplace_back();
    unlisted.message = {"more-problems",
                        {{"name", Value::ofText("unknown-key")}, {"count", Value::ofCount(7)}}};
    const Problems few = firstOfEachKind(problems);
    ASSERT_EQ(few.size(), 13U) << "10, both of the other, and the rest as one";
    EXPECT_EQ(few[9].pointer, "/9");
    EXPECT_EQ(few[10].message.code, "blank-file");
    EXPECT_EQ(render(few.back().message), "997 more of the kind unknown-key are not listed.");
    EXPECT_FALSE(few.back().warning);
}

TEST(OneCause, OtherProblemsStayAsTheyAre) {
    Scenario scenario = smallPool();
    scenario.workloads = {workload("a", "nowhere", 1), workload("b", "nowhere", 1)};
    const Problems problems = validate(scenario);
    EXPECT_EQ(foldedByCause(problems), problems);
}

}  // namespace
}  // namespace apportion::testing
