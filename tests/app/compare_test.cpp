// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class CompareTest : public ::testing::Test {
protected:
    CompareTest() {
        writeBytes(base_, smallScenario());
        std::string other = smallScenario();
        const std::string on = "\"priorityPreemption\": true";
        other.replace(other.find(on), on.size(), "\"rank\": 0");
        writeBytes(changed_, other);
    }

    TemporaryFolder folder_;
    std::string base_ = folder_ / "base.json";
    std::string changed_ = folder_ / "changed.json";
};

TEST_F(CompareTest, TellsWhatAChangeMoves) {
    const Ran ran = ctl({"compare", base_, changed_, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("compare", ran.out));
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["same"], false);
    EXPECT_EQ(document["base"], base_);
    EXPECT_EQ(document["workloads"]["low"]["change"], "spared");
    EXPECT_EQ(document["workloads"]["high"]["change"], "later");
    EXPECT_EQ(document["workloads"]["high"]["start"], Json({10.0, 20.0}));
    EXPECT_FALSE(document["workloads"].contains("third") &&
                 document["workloads"]["third"]["change"] == "moved");
    EXPECT_EQ(document["summary"]["delta"]["evictions"], -1);

    const Ran text = ctl({"compare", base_, changed_});
    EXPECT_THAT(text.out, HasSubstr("\nWorkloads that differ\n"));
    EXPECT_THAT(text.out, HasSubstr("spared"));
    EXPECT_EQ(ctl({"compare", base_, changed_, "--fail-on-change"}).code, 4);
}

TEST_F(CompareTest, FindsAFileTheSameAsItselfAndItsAnswer) {
    const std::string answer = folder_ / "answer.json", summary = folder_ / "summary.json";
    ASSERT_EQ(ctl({"simulate", base_, "--json", "-o", answer}).code, 0);
    ASSERT_EQ(ctl({"simulate", base_, "--json", "--summary", "-o", summary}).code, 0);
    for (const std::string& other : {base_, answer, summary}) {
        const Ran ran = ctl({"compare", base_, other, "--fail-on-change"});
        EXPECT_EQ(ran.code, 0) << other << ran.out;
        EXPECT_THAT(ran.out, HasSubstr("The outcomes are the same.\n"));
    }
    EXPECT_EQ(ctl({"compare", answer, changed_, "--fail-on-change"}).code, 4);
    EXPECT_EQ(ctl({"compare", "-", base_}, smallScenario()).code, 0);
}

TEST_F(CompareTest, TellsTheErrorsOfBothFiles) {
    writeBytes(base_, "{}");
    writeBytes(changed_, "[]");
    const Ran ran = ctl({"compare", base_, changed_});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("base.json"));
    EXPECT_THAT(ran.err, HasSubstr("changed.json"));
}

}  // namespace
}  // namespace apportion::testing
