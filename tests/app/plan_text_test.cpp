// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables and notes of a plan tell of work that never runs, and of what was drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class PlanText : public ::testing::Test {
protected:
    Ran run(const std::string& scenario, const std::string& sets, const std::string& more = "",
            const std::vector<std::string>& arguments = {}) const {
        writeBytes(folder_ / "s.json", scenario);
        const std::string file = folder_ / "p.plan.json";
        writeBytes(file, R"({"apportionPlan": 1, "base": {"scenario": "s.json"},)" + more +
                             R"( "sets": [)" + sets + "]}");
        std::vector<std::string> all{"plan", "run", file};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return ctl(all);
    }

private:
    TemporaryFolder folder_;
};

// Ten jobs of a GPU, one after another.
std::string tenJobs(const std::string& more = "") {
    std::string jobs;
    for (int i = 0; i < 10; ++i)
        jobs += std::string(i > 0 ? "," : "") + R"({"name": "j)" + std::to_string(i) +
                R"(", "quota": "q", "gpu": 1, "duration": 5, "submit": )" + std::to_string(i) + "}";
    return R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 2}],
"quotas": [{"name": "q", "guaranteed": {"gpu": 2}}], "workloads": [)" +
           jobs + more + "]}";
}

// Without it a set in which nearly nothing runs would look best: nobody that started waited.
TEST_F(PlanText, TellsHowManyNeverStarted) {
    const Ran ran = run(tenJobs(), R"({"name": "nothing", "edits": [
        {"at": 1, "do": "node", "node": "n", "state": "cordoned"}]})");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, ContainsRegex("finished +never started +past the end +evictions"));
    EXPECT_THAT(ran.out, ContainsRegex("\n  base +10 +0 +0 +0 "));
    EXPECT_THAT(ran.out, ContainsRegex("\n  nothing +1 +9 +0 +0 "));
    const Ran one = run(tenJobs(), R"({"name": "nothing", "edits": [
        {"at": 1, "do": "node", "node": "n", "state": "cordoned"}]})",
                        "", {"--set", "nothing"});
    EXPECT_THAT(one.out, HasSubstr("  workloads     10, 1 of them finished, 9 never started\n"));
}

TEST_F(PlanText, SaysThatEndlessWaitsAreThoseOfTheBase) {
    const std::string never =
        R"(,{"name": "big", "quota": "q", "gpu": 5, "duration": 5, "submit": 3})";
    const std::string set = R"({"name": "as it is", "edits": []})";
    EXPECT_THAT(run(tenJobs(never), set).err,
                HasSubstr("Workloads that wait forever are listed for the base."));
    EXPECT_THAT(run(tenJobs(), set).err, Not(HasSubstr("listed for the base")));
}

TEST_F(PlanText, TellsWhatAForecastDrew) {
    const auto forecast = [&](const std::string& scale) {
        return run(tenJobs(),
                   R"({"name": "more", "edits": [{"do": "forecast", "quota": "q", "scale": )" +
                       scale + "}]}",
                   R"( "futures": {"count": 0, "seed": 7},)")
            .err;
    };
    EXPECT_THAT(forecast("1.25"),
                HasSubstr("Variant 'more': 3 of the 10 jobs of q come one more time "
                          "than the others (drawn with seed 7).\n"));
    EXPECT_THAT(forecast("0.4"),
                HasSubstr("Variant 'more': 4 of the 10 jobs of q are kept (drawn with seed 7).\n"));
    EXPECT_THAT(forecast("2"), Not(HasSubstr("drawn")));
}

// Two weeks, each with another number of jobs, so that futures differ.
std::string twoWeeks() {
    std::string jobs;
    for (int i = 0; i < 30; ++i)
        jobs += std::string(i > 0 ? "," : "") + R"({"name": "j)" + std::to_string(i) +
                R"(", "quota": "q", "gpu": 1, "preemptible": false, "duration": 3000, "submit": )" +
                std::to_string(i < 8 ? i * 100 : 604800 + (i - 8) * 100) + "}";
    return R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 2}],
"quotas": [{"name": "q", "guaranteed": {"gpu": 2}}], "workloads": [)" +
           jobs +
           R"(,{"name": "last", "quota": "q", "gpu": 1, "duration": 1, "submit": 1209600}]})";
}

std::string unwrapped(std::string text) {
    for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;)
        text.replace(at, 3, " ");
    return text;
}

TEST_F(PlanText, SaysWhatLowAndHighAre) {
    const auto futures = [&](int count) {
        return unwrapped(
            run(twoWeeks(), R"({"name": "as it is", "edits": []})",
                R"( "futures": {"count": )" + std::to_string(count) + R"(, "seed": 3},)")
                .out);
    };
    EXPECT_THAT(futures(9),
                AllOf(HasSubstr("9 futures drawn with seed 3"),
                      HasSubstr("Low and high are the least and the greatest of the 9 futures")));
    EXPECT_THAT(futures(12), AllOf(HasSubstr("8 of 10 futures lie from low to high"),
                                   Not(HasSubstr("the least"))));
    EXPECT_THAT(futures(1), HasSubstr("there is no band, as there is one alone."));
}

// A set whose edit is refused where the work of a future stands in its way.
TEST_F(PlanText, TellsInHowManyFuturesASetCouldBeApplied) {
    const Ran ran = run(twoWeeks(), R"({"name": "smaller", "edits": [
        {"at": 624800, "do": "scale", "quotas": {"q": {"gpu": 1}}}]}, {"name": "as it is", "edits": []})",
                        R"( "futures": {"count": 12, "seed": 3},)");
    EXPECT_THAT(ran.out, ContainsRegex("smaller \\([0-9]+ of 12\\)"));
    EXPECT_THAT(ran.out, ContainsRegex("Left out, as they could not be applied there: smaller in "
                                       "[0-9]+ of 12\n? *futures\\."));
    EXPECT_THAT(ran.out, Not(HasSubstr("as it is (")));
}

}  // namespace
}  // namespace apportion::testing
