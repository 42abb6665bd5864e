// SPDX-License-Identifier: GPL-3.0-or-later
// The figures that independent programs agree on: strictly first come, first served, on one pool.
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/answers/outcome_writer.h"
#include "core/io/traces/read_trace.h"
#include "core/model/number_text.h"
#include "core/sim/replay/derive.h"
#include "core/sim/simulation.h"

namespace apportion {
namespace {

struct Row {
    std::int64_t jobs;
    std::int64_t gpus;
    std::string mean;
    std::int64_t p50, p90, p99, max, atOnce, makespan;
    std::string utilization;
};

void expectFigures(const std::string& file, const std::string& format, const Row& row) {
    auto trace = readTrace(std::string(APPORTION_SOURCE_DIR) + "/" + file, format);
    ASSERT_TRUE(trace);
    ReplayOptions options;
    options.pool = {1, row.gpus};
    options.queueing = Queueing::fifo;
    options.first = row.jobs;
    auto replay = deriveReplay(std::move(*trace), options);
    ASSERT_TRUE(replay);
    Simulation simulation(std::make_shared<const Scenario>(std::move(replay->scenario)),
                          {.evictions = false, .runs = false});
    simulation.runToEnd();
    const Summary summary = simulation.outcome(Detail::summary).summary;
    EXPECT_EQ(summary.finished, row.jobs);
    EXPECT_EQ(decimalText(summary.wait.mean, 3), row.mean);
    EXPECT_EQ(summary.wait.p50, row.p50 * kSecond);
    EXPECT_EQ(summary.wait.p90, row.p90 * kSecond);
    EXPECT_EQ(summary.wait.p99, row.p99 * kSecond);
    EXPECT_EQ(summary.wait.max, row.max * kSecond);
    EXPECT_EQ(summary.wait.atOnce, row.atOnce);
    EXPECT_EQ(summary.makespan, row.makespan * kSecond);
    EXPECT_EQ(decimalText(summary.utilizationMillionths, 6, 6), row.utilization);
}

class PhillyRows : public ::testing::TestWithParam<Row> {};

TEST_P(PhillyRows, GivesTheReferenceFigures) {
    expectFigures("tests/data/philly.csv.gz", "philly", GetParam());
}

// Recorded work is the same work: ends, explanations and all.
TEST(Philly, RecordedWorkGivesTheSameBytes) {
    const auto bytes = [](JobsAs as) {
        auto trace = readTrace(APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
        ReplayOptions options;
        options.pool = {60, 8};
        options.quotas = ReplayQuotas::groups;
        options.first = 3000;
        auto replay = deriveReplay(std::move(*trace), options, as);
        EXPECT_EQ(replay->scenario.workloads.empty(), as == JobsAs::recorded);
        EXPECT_EQ(replay->scenario.workloadCount(), 3000U);
        Simulation simulation(std::make_shared<const Scenario>(std::move(replay->scenario)));
        simulation.runTo(1'000'000 * kSecond);
        const Simulation early = simulation;
        std::ostringstream out;
        writeOutcome(out, early.outcome());
        simulation.runToEnd();
        writeOutcome(out, simulation.outcome());
        for (WorkloadId id = 0; id < simulation.engine().workloadCount(); ++id)
            EXPECT_EQ(simulation.engine().findWorkload(simulation.jobRow(id).name), id);
        return out.str();
    };
    EXPECT_EQ(bytes(JobsAs::recorded), bytes(JobsAs::workloads));
}

// There is no way of its own for a flat pool: a policy that no job meets changes no figure.
TEST(Philly, AnInertPolicyChangesNothing) {
    auto trace = readTrace(APPORTION_SOURCE_DIR "/tests/data/philly.csv.gz", "philly");
    ASSERT_TRUE(trace);
    ReplayOptions options;
    options.pool = {1, 480};
    options.queueing = Queueing::fifo;
    options.first = 5000;
    auto replay = deriveReplay(std::move(*trace), options);
    ASSERT_TRUE(replay);
    const auto bytes = [](const Scenario& scenario) {
        Simulation simulation(std::make_shared<const Scenario>(scenario),
                              {.evictions = false, .runs = false});
        simulation.runToEnd();
        std::ostringstream out;
        writeOutcome(out, simulation.outcome());
        return out.str();
    };
    const std::string bare = bytes(replay->scenario);
    SelfPreemption never;
    never.high = {9, 9};
    never.low = {1, 1};
    never.modules.set();
    replay->scenario.quotas.front().policy.selfPreemption = never;
    EXPECT_EQ(bytes(replay->scenario), bare);
}

// Its source may be read but not passed on, so it is looked for beside the checkout.
TEST(PaiSample, GivesTheReferenceFigures) {
    const std::string file = "../shared/traces/pai-2020-sample/pai_tasks_60k.csv.gz";
    if (!std::filesystem::exists(std::string(APPORTION_SOURCE_DIR) + "/" + file))
        GTEST_SKIP() << file << " is not there";
    expectFigures(file, "pai",
                  {60'105, 512, "73937.653", 42'218, 222'869, 297'179, 311'099, 9'915, 5'743'652,
                   "0.842056"});
    expectFigures(file, "pai",
                  {60'105, 1'024, "23.289", 0, 0, 235, 7'879, 59'402, 5'502'829, "0.439453"});
}

INSTANTIATE_TEST_SUITE_P(, PhillyRows,
                         ::testing::Values(Row{5'000, 480, "225699.751", 269'902, 333'541, 385'102,
                                               392'985, 1'073, 5'944'538, "0.228485"},
                                           Row{20'000, 480, "458613.276", 485'366, 656'255, 684'254,
                                               691'217, 1'073, 5'944'538, "0.413413"},
                                           Row{82'247, 480, "700127.189", 680'486, 1'127'907,
                                               1'173'160, 1'200'383, 2'462, 9'408'754, "0.779656"},
                                           Row{82'247, 720, "3538.071", 0, 11'579, 47'800, 60'305,
                                               51'795, 9'408'754, "0.519770"}),
                         [](const auto& row) {
                             return "First" + std::to_string(row.param.jobs) + "On" +
                                    std::to_string(row.param.gpus);
                         });

}  // namespace
}  // namespace apportion
