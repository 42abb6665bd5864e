// SPDX-License-Identifier: GPL-3.0-or-later
// The schemas, the readers and the writers say the same.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/answers/comparison_writer.h"
#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/answers/problems_writer.h"
#include "core/io/scenario_reader.h"
#include "core/io/scenario_writer.h"
#include "tests/core/io/full_answers.h"
#include "tests/core/io/random_scenario.h"
#include "tests/core/io/schema_check.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;

const std::filesystem::path kSource = APPORTION_SOURCE_DIR;

std::vector<std::string> filesIn(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(kSource / folder))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path().string());
    return files;
}

TEST(Samples, FollowTheSchemaAndHaveNoWarning) {
    const auto samples = filesIn("resources/samples");
    EXPECT_GE(samples.size(), 2U);
    EXPECT_TRUE(meets(Verdict::accepted, "scenario", samples));
    for (const auto& sample : samples) {
        const auto read = readScenario(sample);
        ASSERT_TRUE(read) << problemText(read.error()[0]);
        EXPECT_TRUE(read->warnings.empty()) << problemText(read->warnings[0]);
    }
}

TEST(ScenarioSchema, AcceptsWhatIsWritten) {
    const TemporaryFolder folder;
    std::vector<std::string> files;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        files.push_back(folder / (std::to_string(seed) + ".json"));
        ASSERT_TRUE(saveScenario(files.back(), randomScenario(seed)));
    }
    EXPECT_TRUE(meets(Verdict::accepted, "scenario", files));
}

// What a schema can know, it refuses as the reader does.
TEST(ScenarioSchema, RefusesWrongShapes) {
    const std::vector<std::string> shapes{
        "unknown-key", "wrong-type",     "missing-key",    "unknown-word",      "range-length",
        "no-modules",  "name-empty",     "name-character", "name-too-long",     "not-whole",
        "empty-scale", "format-missing", "format-newer",   "node-gpu-not-whole"};
    std::vector<std::string> files;
    for (const auto& file : filesIn("tests/data/wrong")) {
        const auto read = readScenario(file);
        ASSERT_FALSE(read) << file;
        const auto& first = read.error().front();
        if (std::find(shapes.begin(), shapes.end(), first.message.code) != shapes.end())
            files.push_back(file);
    }
    EXPECT_GE(files.size(), 30U);
    EXPECT_TRUE(meets(Verdict::refused, "scenario", files));
}

TEST(AnswerSchemas, AcceptWhatIsWritten) {
    std::ostringstream full, summary, explanation, comparison, problems;
    writeOutcome(full, fullOutcome());
    EXPECT_TRUE(accepts("simulate", full.str())) << full.str();
    writeOutcome(summary, fullOutcome(), {true, 7});
    EXPECT_TRUE(accepts("simulate", summary.str())) << summary.str();
    writeExplanation(explanation, fullExplanation());
    EXPECT_TRUE(accepts("explain", explanation.str())) << explanation.str();
    writeComparison(comparison, fullComparison());
    EXPECT_TRUE(accepts("compare", comparison.str())) << comparison.str();
    const auto read = readScenario((kSource / "tests/data/wrong/many.json").string());
    ASSERT_FALSE(read);
    writeProblems(problems, read.error());
    EXPECT_TRUE(accepts("validate", problems.str())) << problems.str();
}

}  // namespace
}  // namespace apportion
