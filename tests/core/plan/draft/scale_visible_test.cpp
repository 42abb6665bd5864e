// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_visible.h"

#include <gtest/gtest.h>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"
#include "core/plan/draft/scale_trial.h"
#include "tests/core/session/draft/scale_pool.h"

namespace apportion {
namespace {

using test::targets;

constexpr Instant kVisibleAt = 30 * kSecond;
const ScaleTargets kTo56and72 = targets({{"Quota1.1", 56}, {"Quota1.2", 72}});

// The work of Quota1.2 belongs to others.
std::optional<std::string> alias(std::string_view name) {
    if (name.front() == 'd' || name == "small")
        return "notebook work in Quota1.2";
    return std::nullopt;
}

TEST(ScaleVisible, TheWorkOfOthersHasNoName) {
    const Simulation run = test::busy128().run(30);
    const auto all = [](const std::string&) { return true; };
    Outlook trial = *tryScale(run.engine(), kVisibleAt, {kTo56and72, ScaleMode::reclaim}).outlook;
    keepVisible(trial, all, alias);
    bool evicted = false;
    for (const ScaleWorkloadEffect& each : trial.workloads) {
        EXPECT_NE(each.workload, "small");
        if (each.effect != ScaleEffect::evicted)
            continue;
        evicted = true;
        EXPECT_EQ(each.workload, "notebook work in Quota1.2");
        EXPECT_EQ(textArgumentOf(*each.why, "victim"), "notebook work in Quota1.2");
        ASSERT_TRUE(each.record.has_value());
        EXPECT_EQ(each.record->victim, "notebook work in Quota1.2");
        EXPECT_EQ(each.record->runnerUp.front(), "notebook work in Quota1.2");
    }
    EXPECT_TRUE(evicted);
    EXPECT_NE(test::effectOf(trial, "wanted"), nullptr);

    ScaleCheck check = checkScale(run.engine(), kVisibleAt, kTo56and72);
    keepVisible(check, all, alias);
    for (const std::string& name : check.obstacles.at(0).workloads)
        EXPECT_EQ(name, "notebook work in Quota1.2");
    for (const std::string& name : argumentOf(*check.drainUnknown, "workloads")->list)
        EXPECT_NE(name, "d01");
}

TEST(ScaleVisible, NorHasItInTheReasonWithoutTheScale) {
    Outlook trial;
    trial.workloads.emplace_back().whyWithout =
        Message{"blocked-by-head", {{"head", Value::ofText("d01")}}};
    keepVisible(
        trial, [](const std::string&) { return true; }, alias);
    EXPECT_EQ(textArgumentOf(*trial.workloads.front().whyWithout, "head"),
              "notebook work in Quota1.2");
}

TEST(ScaleVisible, LevelsOfOthersAreLeftOut) {
    const Simulation run = test::busy128().run(30);
    const auto mayRead = [](const std::string& quota) { return quota != "Quota1"; };
    ScaleCheck check = checkScale(run.engine(), kVisibleAt, kTo56and72);
    keepVisible(check, mayRead, alias);
    ASSERT_EQ(check.levels.size(), 1U);
    EXPECT_EQ(check.levels[0].parent, "Quota1");
}

TEST(ScaleVisible, TimesAreThoseOfTheClock) {
    const Simulation run = test::busy128(10 * test::kMinute).run(30);
    const ScaleRequest request{kTo56and72, ScaleMode::drain};
    const Outlook plain = *tryScale(run.engine(), kVisibleAt, request).outlook;
    Outlook shifted = plain;
    shiftTimes(shifted, 1000);
    EXPECT_EQ(shifted.at, plain.at + 1000);
    EXPECT_EQ(shifted.settled->at, plain.settled->at + 1000);
    for (std::size_t i = 0; i < plain.workloads.size(); ++i) {
        if (plain.workloads[i].at) {
            EXPECT_EQ(*shifted.workloads[i].at, *plain.workloads[i].at + 1000);
        }
    }
    ScaleCheck check = checkScale(run.engine(), kVisibleAt, kTo56and72);
    const Instant drained = *check.drained;
    shiftTimes(check, 1000);
    EXPECT_EQ(check.drained, drained + 1000);
}

}  // namespace
}  // namespace apportion
