// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/told.h"

#include <gtest/gtest.h>

#include "core/model/date_text.h"
#include "core/model/validation/checks.h"

namespace apportion {
namespace {

constexpr Duration kHour = 3600 * kSecond;

Message protectedUntil(Instant until) {
    return {"minimum-runtime", {{"until", Value::ofSeconds(until)}}};
}

TEST(Told, MomentsAreDatesWhereThereIsAWallClock) {
    const auto zero = epochValue("2026-11-25T20:00:00Z");
    EXPECT_EQ(momentWords(-kHour, zero), "2026-11-25T19:00:00Z");
    EXPECT_EQ(momentWords(1'000'000'000'000 * kSecond, zero),
              "1,000,000,000,000 s (11,574,074 d 1 h) after the start")
        << "no year of four digits";
    const std::string text = told(protectedUntil(32'179'137), zero);
    EXPECT_NE(text.find("until 2026-11-26T04:56:19.137Z."), std::string::npos) << text;
}

TEST(Told, MomentsAreTheTimeSinceTheStartElse) {
    EXPECT_EQ(momentWords(32'179'137, {}), "32,179.137 s (8 h 56 min) after the start");
    EXPECT_EQ(momentWords(-150'484, {}), "150.484 s (2 min 30 s) before the start");
    const std::string text = told(protectedUntil(32'179'137));
    EXPECT_NE(text.find("until 32,179.137 s (8 h 56 min) after the start."), std::string::npos)
        << text;
}

TEST(Told, WhatAListLeavesOutIsGroupedAndItsNamesAreNot) {
    std::vector<std::string> names;
    for (int i = 1; i <= 1500; ++i)
        names.push_back("job-" + std::to_string(12344 + i));
    const auto text = [&](std::size_t count) {
        return exactWords(Value::ofList({names.begin(), names.begin() + static_cast<int>(count)}));
    };
    EXPECT_EQ(text(1500), "job-12345, job-12346, job-12347, job-12348, job-12349 and 1,495 more");
    EXPECT_EQ(text(1004), "job-12345, job-12346, job-12347, job-12348, job-12349 and 999 more");
    EXPECT_EQ(text(2), "job-12345 and job-12346");
}

TEST(Told, WhatStandsInAFileIsFoundByItsNumbers) {
    EXPECT_EQ(exactDurationWords(119'500), "119.5 s");
    EXPECT_EQ(exactDurationWords(100'000'250), "100,000.25 s (27 h 46 min)");
    EXPECT_EQ(exactDurationWords(-1'500), "-1.5 s");
    EXPECT_EQ(durationWords(100'000'003'200 * kSecond), "1,157,407 d 10 h");
    EXPECT_EQ(exactWords(Value::ofGpu(246'950)), "2,469.5 GPUs");
    EXPECT_EQ(exactWords(Value::ofText("246950")), "246950");
    const Message gang{"replay-never-fits.gang",
                       {{"count", Value::ofCount(1)},
                        {"workload", Value::ofText("a")},
                        {"requested", Value::ofGpu(246'900)},
                        {"replicas", Value::ofCount(2'469)},
                        {"bound", Value::ofGpu(100)},
                        {"room", Value::ofCount(1)},
                        {"each", Value::ofGpu(100)}}};
    EXPECT_EQ(toldExactly(gang),
              "1 job can never start. First: a. Its 2,469 replicas start together (2,469 GPUs), "
              "and its nodes have room for 1 replica of 1 GPU.");
    const Message never{
        "event-after-until",
        {{"at", Value::ofSeconds(7205 * kSecond)}, {"until", Value::ofSeconds(7200 * kSecond)}}};
    EXPECT_EQ(
        toldExactly(never),
        "The event at 7,205 s (2 h) never happens, because the scenario ends at 7,200 s (2 h).");
}

TEST(Told, WhatIsOutsideItsBoundsIsGrouped) {
    Findings findings;
    validation::checkBounds(Value::ofCount(99'999'999), 1, 1'000'000, "/a", findings);
    validation::checkBounds(Value::ofSeconds(-5 * kSecond), 0, kSecond, "/b", findings);
    validation::checkBounds(Value::ofCount(-99'999'999), 1'000, 2'000, "/c", findings);
    const Problems problems = findings.take();
    EXPECT_EQ(toldExactly(problems[0].message),
              "99,999,999 is too large. The maximum is 1,000,000.");
    EXPECT_EQ(toldRemedyExactly(problems[0].message), "Write 1,000,000 or less.");
    EXPECT_EQ(toldExactly(problems[1].message), "-5 s is too small. The minimum is 0 s.");
    EXPECT_EQ(toldExactly(problems[2].message), "-99,999,999 is too small. The minimum is 1,000.");
}

TEST(Told, DurationsAreInTheirUnits) {
    const Message waits{"issue-gang-share.first",
                        {{"workload", Value::ofText("w")},
                         {"gpu", Value::ofGpu(800)},
                         {"quota", Value::ofText("q")},
                         {"share", Value::ofGpu(400)},
                         {"waited", Value::ofSeconds(3540 * kSecond)}}};
    EXPECT_NE(told(waits).find("The wait is 59 min."), std::string::npos) << told(waits);
    EXPECT_NE(render(waits).find("The wait is 3540 s."), std::string::npos)
        << "what programs read keeps its seconds";
}

}  // namespace
}  // namespace apportion
