// SPDX-License-Identifier: GPL-3.0-or-later
// A plan file is corrected once, not again and again: what is wrong with its shape, its base and
// its edits is told together.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
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
                    "/sets/1/edits/0/at wrong-type", "/sets/1/edits/0/workload plan-unknown",
                    "/sets/2/edits/0/workload plan-unknown"));
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
    EXPECT_THAT(
        pointers(plan(R"({"name": "a", "edits": [
                                   {"at": 1, "do": "finish", "workload": "no one", "fro": 1},
                                   {"at": 1, "do": "finish"},)" +
                      cancel + "]}")),
        ElementsAre("/sets/0/edits/0/workload plan-unknown", "/sets/0/edits/0/fro unknown-key",
                    "/sets/0/edits/1 missing-key", "/sets/0/edits/2/workload plan-unknown"));
    // What the first one was to add is not said to be missing; the others are.
    EXPECT_THAT(
        pointers(plan(R"({"name": "a", "edits": [
                                   {"at": 0, "do": "add-quota", "quota": {"nam": "new"}},)" +
                      cancel + R"(,
                                   {"do": "forecast", "quota": "new", "scale": 2}]})")),
        ElementsAre("/sets/0/edits/0/quota missing-key", "/sets/0/edits/0/quota/nam unknown-key",
                    "/sets/0/edits/1/workload plan-unknown"));
}

// Whatever is wrong with one edit, the names in the others that nobody has are told.
TEST_F(PlanErrors, AnEditThatIsWrongHidesNoNamesOfOthers) {
    const std::string others = R"(,
        {"at": 1, "do": "policy", "quota": "nobody", "rank": 1},
        {"at": 1, "do": "node", "node": "nowhere", "state": "down"},
        {"at": 1, "do": "node", "node": "extra-2", "state": "down"},
        {"at": 1, "do": "cancel", "workload": "no one"}]}]})";
    const auto told = [&](const std::string& edit) {
        return pointers(
            R"({"apportionPlan": 1, "base": {"scenario": "small.json"}, "sets": [{"name": "a", "edits": [)" +
            edit + others);
    };
    const auto allOthers = [](std::vector<std::string> wrong, int from = 1) {
        for (const char* key : {"quota", "node", "node", "workload"})
            wrong.push_back("/sets/0/edits/" + std::to_string(from++) + "/" + key +
                            " plan-unknown");
        return ElementsAreArray(wrong);
    };
    EXPECT_THAT(told(R"({"at": 1, "do": "scal", "quotas": {"team": {"gpu": 1}}})"),
                allOthers({"/sets/0/edits/0/do unknown-word"}));
    EXPECT_THAT(told(R"({"do": "forecast", "quota": "team", "scale": -1})"),
                allOthers({"/sets/0/edits/0/scale plan-scale"}));
    EXPECT_THAT(told(R"({"do": "forecast", "quota": "team"})"),
                allOthers({"/sets/0/edits/0 plan-forecast-nothing"}));
    EXPECT_THAT(
        told(R"({"at": 0, "do": "add-quota", "quota": {"name": "new", "guarantee": {"gpu": 1}}})"),
        allOthers({"/sets/0/edits/0/quota/guarantee unknown-key"}));
    // What cannot be read is told once.
    EXPECT_THAT(told(R"({"at": 1, "do": "scale", "quotas": {"nobody": 5}})"),
                allOthers({"/sets/0/edits/0/quotas/nobody wrong-type"}));
    // It adds no parent of what it adds, nor what an edit that is right mentions.
    EXPECT_THAT(
        told(
            R"({"at": 0, "do": "add-quota", "quota": {"name": "new", "parent": "nobody", "of": 1}})"),
        allOthers({"/sets/0/edits/0/quota/parent unknown-parent",
                   "/sets/0/edits/0/quota/of unknown-key"}));
    EXPECT_THAT(
        told(
            R"({"at": 1, "do": "policy", "quota": "team", "nodes": {"labels": {"at": "nowhere"}}}, {"at": 1, "do": "scal"})"),
        allOthers({"/sets/0/edits/1/do unknown-word"}, 2));
    // No number follows that name.
    EXPECT_THAT(told(R"({"at": 0, "do": "add-node", "node": {"name": "ex", "count": 2}})"),
                allOthers({"/sets/0/edits/0/do unknown-word"}));
    // The node of the fourth edit may be one of those that this one adds.
    EXPECT_THAT(
        told(R"({"at": 0, "do": "add-node", "node": {"name": "extra", "count": 2, "gpu": 8}})"),
        ElementsAre("/sets/0/edits/0/do unknown-word", "/sets/0/edits/1/quota plan-unknown",
                    "/sets/0/edits/2/node plan-unknown", "/sets/0/edits/4/workload plan-unknown"));
}

TEST_F(PlanErrors, OfABaseAndItsOptionsAreToldTogether) {
    EXPECT_THAT(pointers(R"({"apportionPlan": 1, "base":
                  {"trace": "nothing.csv", "format": "csv", "pool": "1xx", "columns": "subm=a",
                   "queueing": "fi"}, "sets": [{"name": "", "edits": []}]})"),
                ElementsAre("/base/trace plan-no-base", "/base/pool plan-pool",
                            "/base/columns columns-unknown-field", "/base/queueing unknown-word",
                            "/sets/0/name name-empty"));
    EXPECT_THAT(pointers(R"({"apportionPlan": 1, "base": {"trace": "nothing.csv", "format": "csv",
                   "pool": "1x8", "quotas": "groups", "guarantee": "equl",
                   "columns": "none.txt"}, "sets": []})"),
                ElementsAre("/base/trace plan-no-base", "/base/guarantee plan-guarantee",
                            "/base/columns plan-no-base"));
}

// With the place in the plan, as a file that is not there.
TEST_F(PlanErrors, OfAFolderInPlaceOfAFileTellThePlaceInThePlan) {
    std::filesystem::create_directory(folder_ / "folder");
    writeBytes(folder_ / "t.csv", "submit,gpus,duration\n0,1,5\n");
    const auto told = [&](const std::string& base) {
        return pointers(R"({"apportionPlan": 1, "sets": [], "base": {)" + base + "}}");
    };
    for (const std::string kind : {"scenario", "project"})
        EXPECT_THAT(told("\"" + kind + R"(": "folder")"),
                    ElementsAre("/base/" + kind + " plan-base-folder"));
    const std::string trace = R"("trace": "t.csv", "format": "csv", )";
    EXPECT_THAT(
        told(R"("trace": "folder", "format": "csv", "pool": "folder", "columns": "folder")"),
        ElementsAre("/base/trace plan-base-folder", "/base/pool plan-base-folder",
                    "/base/columns plan-base-folder"));
    EXPECT_THAT(told(trace + R"("nodesFile": "folder")"),
                ElementsAre("/base/nodesFile plan-base-folder"));
    EXPECT_THAT(told(trace + R"("quotas": "folder")"),
                ElementsAre("/base/quotas plan-base-folder"));
    EXPECT_THAT(told(trace + R"("pool": "1x8", "quotas": "groups", "guarantee": "folder")"),
                ElementsAre("/base/guarantee plan-base-folder"));
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
