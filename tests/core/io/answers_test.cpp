// SPDX-License-Identifier: GPL-3.0-or-later
// The answers byte for byte, and documents of simulate read back.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/answers/comparison_writer.h"
#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/outcome_reader.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/answers/problems_writer.h"
#include "core/io/scenario_writer.h"
#include "tests/core/io/full_answers.h"
#include "tests/core/io/temporary_folder.h"
#include "tests/core/model/small_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::HasSubstr;
using ::testing::Not;

std::string written(const Outcome& outcome, const OutcomeForm& form = {}) {
    std::ostringstream out;
    writeOutcome(out, outcome, form);
    return out.str();
}

TEST(OutcomeWriter, WritesNumbersInTheirForm) {
    const auto text = written(fullOutcome());
    EXPECT_THAT(text, HasSubstr("\"time\": 3600.0,"));
    EXPECT_THAT(text, HasSubstr("\"own\": {\"gpu\": 0.25}"));
    EXPECT_THAT(text, HasSubstr("\"limit\": null"));
    EXPECT_THAT(text, HasSubstr("\"limit\": {\"gpu\": 48.5}"));
    EXPECT_THAT(text, HasSubstr("\"start\": -120.0, \"end\": 0.007,"));
    EXPECT_THAT(text, HasSubstr("\"lostGpuSeconds\": 480.001"));
    EXPECT_THAT(text, HasSubstr("\"gpuSeconds\": 1234.567,"));
    EXPECT_THAT(text, HasSubstr("\"utilization\": 0.930001,"));
    EXPECT_THAT(text, HasSubstr("\"max\": 6503.382, \"atOnce\": 12"));
    EXPECT_THAT(text, HasSubstr("\"rules\": 2"));
}

TEST(OutcomeWriter, WritesReasonsWithTheirDetails) {
    const auto text = written(fullOutcome());
    EXPECT_THAT(
        text,
        HasSubstr(
            R"("reason": {"code": "never-fits", "message": "One replica needs 16 GPUs, and the )"
            R"(largest node, dgx-1, has 8.25 GPUs. The missing resource is gpu.", "details": {"quota": "Quota1", "resource": "gpu", )"
            R"("requested": 16, "largest": 8.25, "node": "dgx-1"}})"));
    EXPECT_THAT(text, HasSubstr(R"("details": {"quota": "Quota1", "requested": 0.0009765625, )"
                                R"("victims": ["a \"b\"", "c"], "count": 2, "until": 60.5, )"
                                R"("cores": 1.5})"));
    EXPECT_THAT(text, HasSubstr(R"({"at": 400.0, "do": "cancel", "applied": false, "reason": )"
                                R"({"code": "not-found", )"));
    EXPECT_THAT(text, HasSubstr(R"("victim": "train-01", "preemptor": null, "rule": "node")"));
}

TEST(OutcomeWriter, LeavesOutDetailsForASummary) {
    const auto text = written(fullOutcome(), {true, 12});
    EXPECT_THAT(text, HasSubstr("\"apportion\": 1,\n  \"revision\": 12,\n  \"time\": 3600.0,"));
    for (const char* key : {"\"workloads\": {", "\"evictions\": [", "\"events\": ["})
        EXPECT_THAT(text, Not(HasSubstr(key)));
    EXPECT_THAT(text, HasSubstr("\"evictions\": 2,"));
}

TEST(OutcomeWriter, WritesAnEmptyOutcome) {
    EXPECT_EQ(written({}), R"({
  "apportion": 1,
  "time": 0.0,
  "quotas": {},
  "workloads": {},
  "evictions": [],
  "events": [],
  "summary": {
    "workloads": 0,
    "finished": 0,
    "evictions": 0,
    "gpuSeconds": 0.0,
    "wastedGpuSeconds": 0.0,
    "utilization": 0.000000,
    "wait": {"mean": 0.0, "p50": 0.0, "p90": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0, "atOnce": 0},
    "waitAll": {"mean": 0.0, "p50": 0.0, "p90": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0, "atOnce": 0, "atLeast": 0},
    "makespan": 0.0,
    "byQuota": {},
    "rules": 2
  }
}
)");
}

TEST(OutcomeReader, GivesBackWhatWasWritten) {
    const auto outcome = fullOutcome();
    const auto text = written(outcome);
    const auto read = parseOutcome(text, "a.json");
    ASSERT_TRUE(read) << problemText(read.error()[0]);
    EXPECT_EQ(written(*read), text);
    EXPECT_EQ(read->time, outcome.time);
    EXPECT_EQ(read->quotas, outcome.quotas);
    ASSERT_EQ(read->workloads.size(), outcome.workloads.size());
    EXPECT_EQ(read->workloads[0], outcome.workloads[0]);
    EXPECT_EQ(read->workloads[1].second.reason->code, ReasonCode::neverFits);
    // Thousandths of GPU-seconds are all that a document holds.
    auto summary = outcome.summary;
    EXPECT_EQ(read->summary, summary);
    const auto shorter = written(outcome, {true, {}});
    const auto summaryOnly = parseOutcome(shorter);
    ASSERT_TRUE(summaryOnly);
    EXPECT_TRUE(summaryOnly->workloads.empty());
    EXPECT_EQ(summaryOnly->summary, summary);
}

TEST(OutcomeReader, TellsWhatIsWrong) {
    auto text = written(fullOutcome());
    text.replace(text.find(R"("state": "running")"), 18, R"("state": "runing" )");
    const auto read = parseOutcome(text, "a.json");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().at(0).pointer, "/workloads/serve/state");
    EXPECT_EQ(read.error()[0].message.code, "unknown-word");
    EXPECT_GT(read.error()[0].line, 1);
    text = written(fullOutcome());
    const std::string count = "\"preemptions\": ";
    text.insert(text.find(count) + count.size(), "-1");  // before whatever stands there
    const auto less = parseOutcome(text);
    ASSERT_FALSE(less);
    EXPECT_EQ(less.error().at(0).message.code, "too-small");
    EXPECT_EQ(parseOutcome("{\"apportion\": 1}").error().at(0).message.code, "not-an-outcome");
    EXPECT_EQ(parseOutcome("{\"apportion\": 2, \"summary\": {}}").error().at(0).message.code,
              "format-newer");
    EXPECT_EQ(parseOutcome("[]").error().at(0).message.code, "wrong-type");
}

TEST(OutcomeReader, TellsScenariosFromOutcomes) {
    const TemporaryFolder folder;
    writeBytes(folder / "outcome.json", written(fullOutcome()));
    ASSERT_TRUE(saveScenario(folder / "scenario.json.gz", smallPool()));
    const auto outcome = readScenarioOrOutcome(folder / "outcome.json");
    ASSERT_TRUE(outcome);
    ASSERT_TRUE(std::holds_alternative<OutcomeFile>(*outcome));
    EXPECT_EQ(std::get<OutcomeFile>(*outcome).rules, kRulesRevision);
    const auto scenario = readScenarioOrOutcome(folder / "scenario.json.gz");
    ASSERT_TRUE(scenario);
    EXPECT_EQ(std::get<ScenarioFile>(*scenario).scenario, smallPool());
    writeBytes(folder / "neither.json", R"({"apportion": 1, "quotaz": []})");
    EXPECT_FALSE(readScenarioOrOutcome(folder / "neither.json"));
}

TEST(ExplanationWriter, ShowsChangesAsEvents) {
    std::ostringstream out;
    writeExplanation(out, fullExplanation());
    const auto text = out.str();
    EXPECT_THAT(text, HasSubstr(R"("reason": {"code": "never-fits", "rule": 13, "message": )"));
    EXPECT_THAT(text, HasSubstr(R"({"change": {"at": 60, "do": "policy", "quota": "Quota1", )"
                                R"("childPreemption": {"priorities": [1, 2], "modules": )"
                                R"(["notebook"]}}, "evicts": ["nb-10", "nb-09"], )"));
    EXPECT_THAT(text, HasSubstr(R"({"change": {"at": 60, "do": "add-nodes", "node": {"name": )"
                                R"("more", "gpu": 16, "gpuType": "H100"}}, "evicts": [], )"));
    EXPECT_THAT(text, HasSubstr(R"("runnerUp": {"victims": ["nb-09"], "worseBy": "i"}, )"
                                R"("proven": true})"));
    EXPECT_THAT(text, HasSubstr(R"("runnerUp": null, "proven": false})"));
    EXPECT_THAT(text, HasSubstr(R"({"start": 70.0, "end": null, "placements": [], )"
                                R"("endedBy": null})"));
}

TEST(ComparisonWriter, ShowsBothSidesAndTheDifference) {
    std::ostringstream out;
    writeComparison(out, fullComparison());
    const auto text = out.str();
    EXPECT_THAT(text, HasSubstr("\"gpuSeconds\": -2.0,"));  // -2.0005, half up
    EXPECT_THAT(text, HasSubstr("\"utilization\": -0.030001,"));
    EXPECT_THAT(text, HasSubstr("\"limit\": {\"gpu\": -8.5}"));
    EXPECT_THAT(text, HasSubstr("\"base\": null,"));
    EXPECT_THAT(text, HasSubstr("\"delta\": null"));
    EXPECT_THAT(text, HasSubstr(R"("huge": {"change": "starts", "start": [null, 60.0], )"
                                R"("waited": [1.234, 0.0], "preemptions": [0, 1], )"
                                R"("reason": [{"code": "never-fits", )"));
}

TEST(ProblemsWriter, ShowsPlaceAndRemedy) {
    const auto read = parseScenario("{\"apportion\": 1,\n \"quotaz\": []}", "a.json");
    ASSERT_FALSE(read);
    std::ostringstream out;
    writeProblems(out, read.error());
    EXPECT_EQ(out.str(), R"({
  "apportion": 1,
  "valid": false,
  "errors": [
    {"file": "a.json", "pointer": "/quotaz", "line": 2, "column": 2, "code": "unknown-key", "message": "Unknown key 'quotaz'.", "remedy": "Did you mean 'quotas'? Valid keys: apportion, name, epoch, settings, nodes, quotas, workspaces, workloads, events, until."}
  ],
  "warnings": []
}
)");
    EXPECT_EQ(problemText(read.error()[0]).substr(0, 65),
              "a.json:2:2: error: /quotaz: Unknown key 'quotaz'.\n    Did you mea");
}

}  // namespace
}  // namespace apportion
