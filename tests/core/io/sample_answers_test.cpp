// SPDX-License-Identifier: GPL-3.0-or-later
// The answers that the engine gives to the samples follow the schemas, and every message in them
// has all it needs.
#include <filesystem>
#include <memory>
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/outcome_reader.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/scenario_reader.h"
#include "core/sim/simulation.h"
#include "tests/core/io/schema_check.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;

const std::filesystem::path kSamples =
    std::filesystem::path{APPORTION_SOURCE_DIR} / "resources/samples";

void expectComplete(const Message& message) {
    EXPECT_TRUE(isComplete(message)) << message.code << ": " << render(message);
}

void expectComplete(const Explanation& explanation) {
    if (explanation.reason)
        expectComplete(explanation.reason->message);
    for (const auto& holder : explanation.holders)
        expectComplete(holder.why);
    for (const auto& unblock : explanation.unblock)
        expectComplete(unblock.message);
    for (const auto& eviction : explanation.evictions)
        expectComplete(eviction.why);
}

template <typename Write, typename Answer>
void save(const std::string& path, Write&& write, const Answer& answer) {
    std::ostringstream out;
    write(out, answer);
    writeBytes(path, out.str());
}

class SampleAnswers : public ::testing::TestWithParam<const char*> {};

TEST_P(SampleAnswers, FollowTheSchemas) {
    const auto read = readScenario((kSamples / GetParam()).string());
    ASSERT_TRUE(read);
    Simulation simulation(std::make_shared<const Scenario>(read->scenario));
    const TemporaryFolder folder;
    std::vector<std::string> outcomes, explanations;
    do {
        // Sampled, as explaining each workload after each step would take long.
        constexpr std::size_t kEvery = 5;
        if (outcomes.size() % kEvery == 0)
            for (const auto& workload : read->scenario.workloads) {
                const auto explanation = simulation.explain(workload.name);
                if (!explanation)
                    continue;
                expectComplete(*explanation);
                explanations.push_back(folder / ("e" + std::to_string(explanations.size())));
                save(explanations.back(), writeExplanation, *explanation);
            }
        const auto outcome = simulation.outcome();
        for (const auto& [name, workload] : outcome.workloads)
            if (workload.reason)
                expectComplete(workload.reason->message);
        for (const auto& eviction : outcome.evictions)
            expectComplete(eviction.why);
        outcomes.push_back(folder / ("o" + std::to_string(outcomes.size())));
        save(
            outcomes.back(), [](std::ostream& out, const Outcome& o) { writeOutcome(out, o); },
            outcome);
        EXPECT_TRUE(readOutcome(outcomes.back()));
    } while (simulation.step());
    EXPECT_GT(outcomes.size(), 2U);
    EXPECT_TRUE(meets(Verdict::accepted, "simulate", outcomes));
    EXPECT_TRUE(meets(Verdict::accepted, "explain", explanations));
}

INSTANTIATE_TEST_SUITE_P(Samples, SampleAnswers,
                         ::testing::Values("four-teams.json", "pool-128.json"), [](const auto& of) {
                             const std::string name = of.param;
                             return name.substr(0, name.find('-'));
                         });

}  // namespace
}  // namespace apportion
