// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kTwoErrors =
    R"({"apportion": 1,
 "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "gurantee": {"gpu": 2}, "rank": "high"}]}
)";

TEST(Validate, SaysThatAFileIsValid) {
    const Ran ran = ctl({"validate", "-"}, smallScenario());
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "standard input: valid\n");
    EXPECT_EQ(ran.err, "");
    const Ran json = ctl({"validate", "-", "--json"}, smallScenario());
    EXPECT_EQ(json.code, 0);
    EXPECT_TRUE(accepts("validate", json.out));
    EXPECT_EQ(Json::parse(json.out)["valid"], true);
}

TEST(Validate, TellsAllErrorsWithTheirPlace) {
    const TemporaryFolder folder;
    writeBytes(folder / "wrong.json", kTwoErrors);
    const Ran ran = ctl({"validate", folder / "wrong.json"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("wrong.json:3:"));
    EXPECT_THAT(ran.err, HasSubstr("/quotas/0/gurantee"));
    EXPECT_THAT(ran.err, HasSubstr("'guaranteed'"));
    EXPECT_THAT(ran.err, HasSubstr("2 errors"));
}

// A thousand jobs for the type that nobody has are one sentence, not a thousand.
TEST(Validate, TellsHopelessWorkByCause) {
    std::string work;
    for (int i = 0; i < 300; ++i)
        work += std::string(i > 0 ? "," : "") + R"({"name": "j-)" + std::to_string(i) +
                R"(", "quota": "a", "gpu": 1, "gpuType": ")" + (i == 7 ? "T4" : "B200") + "\"}";
    const std::string scenario =
        R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8, "gpuType": "H100"}],
        "quotas": [{"name": "a", "guaranteed": {"gpu": 2}}], "workloads": [)" +
        work + "]}";
    const Ran ran = ctl({"validate", "-"}, scenario);
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(
        ran.err,
        HasSubstr("j-0 can never start. No node that quota a can use has GPUs of type B200"));
    EXPECT_THAT(
        ran.err,
        HasSubstr("At least 98 workloads more can never start for the same reason. First: j-1, "));
    EXPECT_THAT(ran.err,
                HasSubstr("j-7 can never start. No node that quota a can use has GPUs of type T4"));
    EXPECT_THAT(ran.err, HasSubstr("200 more of the kind workload-never-fits.type"));
    const Json json = Json::parse(ctl({"validate", "-", "--json"}, scenario).out);
    EXPECT_EQ(json["warnings"].size(), 101u) << "a program gets them all, up to the usual number";
}

// A generated file has the same wrong a thousand times: people read a screen of it, programs all.
TEST(Validate, FoldsErrorsOfAKindAndCountsThem) {
    std::string work;
    for (int i = 0; i < 500; ++i)
        work += std::string(i > 0 ? "," : "") + R"({"name": "j-)" + std::to_string(i) +
                R"(", "quota": "nowhere", "gpu": 1})";
    const std::string scenario =
        R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "a", "guaranteed": {"gpu": 2}}], "workloads": [)" +
        work + "]}";
    const Ran ran = ctl({"validate", "-"}, scenario);
    EXPECT_EQ(ran.code, 3);
    EXPECT_LE(std::count(ran.err.begin(), ran.err.end(), '\n'), 30);
    EXPECT_THAT(ran.err, HasSubstr("490 more of the kind unknown-quota are not listed."));
    EXPECT_THAT(ran.err, HasSubstr("500 errors.")) << "the number is of all";
    const Json json = Json::parse(ctl({"validate", "-", "--json"}, scenario).out);
    EXPECT_EQ(json["errors"].size(), 500U);
}

TEST(Validate, WritesTheSameDocumentForEveryCommand) {
    const TemporaryFolder folder;
    const std::string file = folder / "wrong.json";
    writeBytes(file, kTwoErrors);
    const Ran validate = ctl({"validate", file, "--json"});
    EXPECT_EQ(validate.code, 3);
    EXPECT_TRUE(accepts("validate", validate.out));
    const Json document = Json::parse(validate.out);
    EXPECT_EQ(document["valid"], false);
    EXPECT_EQ(document["errors"].size(), 2u);
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"simulate", file, "--json"},
             {"explain", file, "w", "--json"},
             {"compare", file, sourceFile("resources/samples/pool-128.json"), "--json"},
             {"replay", "--trace", file, "--format", "scenario", "--json"}}) {
        const Ran ran = ctl(command);
        EXPECT_EQ(ran.code, 3) << command[0];
        EXPECT_EQ(ran.out, validate.out) << command[0];
        EXPECT_EQ(ran.err, validate.err) << command[0];
    }
}

TEST(Validate, RefusesWhatIsNoScenario) {
    const TemporaryFolder folder;
    writeBytes(folder / "empty", "");
    writeBytes(folder / "text", "hello");
    writeBytes(folder / "half", smallScenario().substr(0, 100));
    writeBytes(folder / "gzip", "\x1f\x8b\x08garbage");
    for (const std::string& file :
         {folder / "empty", folder / "text", folder / "half", folder / "gzip",
          folder / "no such file", folder.path().string(), std::string("/dev/null")}) {
        const Ran ran = ctl({"validate", file});
        EXPECT_EQ(ran.code, 3) << file;
        EXPECT_THAT(ran.err, HasSubstr("error: ")) << file;
    }
}

TEST(Validate, ReadsGzipAndStandardInput) {
    const TemporaryFolder folder;
    writeBytes(folder / "small.json", smallScenario());
    const Ran piped =
        shell("gzip -c '" + (folder / "small.json") + "' | \"$CTL\" simulate - --json");
    EXPECT_EQ(piped.code, 0) << piped.err;
    EXPECT_EQ(piped.out, ctl({"simulate", folder / "small.json", "--json"}).out);
}

TEST(Validate, FindsEverySampleAndScenarioAsItShouldBe) {
    const Ran ran = shell("cd '" + sourceFile(".") + "'\nfor f in resources/samples/*.json; do\n" +
                          "\"$CTL\" validate \"$f\" || exit 1\ndone");
    EXPECT_EQ(ran.code, 0) << ran.err;
}

}  // namespace
}  // namespace apportion::testing
