// SPDX-License-Identifier: GPL-3.0-or-later
// A plan file is corrected once, not again and again: what is wrong with its shape, its base and
// its edits is told together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class PlanErrors : public ::testing::Test {
protected:
    PlanErrors() { writeBytes(folder_ / "small.json", smallScenario()); }

    std::vector<std::string> pointers(const std::string& plan) const {
        writeBytes(folder_ / "p.plan.json", plan);
        const Ran ran = ctl({"plan", "run", folder_ / "p.plan.json", "--json"});
        EXPECT_EQ(ran.code, 3) << ran.err;
        EXPECT_TRUE(accepts("validate", ran.out)) << ran.out;
        const Json answer = Json::parse(ran.out);
        std::vector<std::string> told;
        for (const Json& each : answer["errors"])
            told.push_back(each["pointer"].get<std::string>() + " " +
                           each["code"].get<std::string>());
        return told;
    }

    TemporaryFolder folder_;
};

const std::string kSets = R"("futur": 1, "sets": [
  {"name": "a", "edits": [{"at": 1, "do": "scale", "quotas": {"nobody": {"gpu": 8}}}]},
  {"name": "b", "edits": [{"at": "soon", "do": "cancel", "workload": "no one"}]},
  {"name": "c", "edits": [{"at": 1, "do": "cancel", "workload": "no one"}]}]})";

TEST_F(PlanErrors, OfShapeAndEditsAreToldTogether) {
    EXPECT_THAT(
        pointers(R"({"apportionPlan": 1, "base": {"scenario": "small.json"}, )" + kSets),
        ElementsAre("/futur unknown-key", "/sets/0/edits/0/quotas/nobody plan-unknown",
                    "/sets/1/edits/0/at wrong-type", "/sets/2/edits/0/workload plan-unknown"));
}

TEST_F(PlanErrors, OfShapeAndBaseAreToldTogether) {
    writeBytes(folder_ / "small.json", R"({"apportion": 1, "nods": []})");
    const auto told =
        pointers(R"({"apportionPlan": 1, "base": {"scenario": "small.json"}, )" + kSets);
    EXPECT_THAT(told, ::testing::IsSupersetOf({"/futur unknown-key", "/nods unknown-key",
                                               "/sets/1/edits/0/at wrong-type"}));
}

// Of the edits, too, of a set whose name is wrong, and of those beside an edit that is.
TEST_F(PlanErrors, OneThingThatIsWrongHidesNoOther) {
    const std::string cancel = R"({"at": 1, "do": "cancel", "workload": "no one"})";
    const auto plan = [](const std::string& sets) {
        return R"({"apportionPlan": 1, "base": {"scenario": "small.json"}, "sets": [)" + sets +
               "]}";
    };
    EXPECT_THAT(pointers(plan(R"({"name": "a", "edits": []},
                                 {"name": "a", "edits": [)" +
                              cancel + R"(]},
                                 {"name": "", "edits": [)" +
                              cancel + R"(]},
                                 {"edits": [)" +
                              cancel + "]}")),
                ElementsAre("/sets/1/name duplicate-name", "/sets/1/edits/0/workload plan-unknown",
                            "/sets/2/name name-empty", "/sets/2/edits/0/workload plan-unknown",
                            "/sets/3 missing-key", "/sets/3/edits/0/workload plan-unknown"));
    EXPECT_THAT(pointers(plan(R"({"name": "a", "edits": [
                                   {"at": 1, "do": "finish", "workload": "no one", "fro": 1},
                                   {"at": 1, "do": "finish"},)" +
                              cancel + "]}")),
                ElementsAre("/sets/0/edits/0/fro unknown-key", "/sets/0/edits/1 missing-key",
                            "/sets/0/edits/2/workload plan-unknown"));
    // Perhaps the first one was to add it.
    EXPECT_THAT(
        pointers(plan(R"({"name": "a", "edits": [
                                   {"at": 0, "do": "add-quota", "quota": {"nam": "new"}},)" +
                      cancel + R"(,
                                   {"do": "forecast", "quota": "new", "scale": 2}]})")),
        ElementsAre("/sets/0/edits/0/quota missing-key", "/sets/0/edits/0/quota/nam unknown-key"));
}

TEST_F(PlanErrors, OfABaseThatCannotBeReadAreToldWithoutIt) {
    EXPECT_THAT(pointers(R"({"apportionPlan": 1, "base": {"scenari": "small.json"}, )" + kSets),
                ::testing::Contains("/base/scenari unknown-key"));
    EXPECT_THAT(pointers(R"({"apportionPlan": 1, )" + kSets),
                ElementsAre(HasSubstr("missing-key"), "/futur unknown-key",
                            "/sets/1/edits/0/at wrong-type"));
}

}  // namespace
}  // namespace apportion::testing
