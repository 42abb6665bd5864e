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
    // It waits to the end on both sides, for another reason.
    const Json& third = document["workloads"]["third"];
    EXPECT_EQ(third["change"], "moved");
    EXPECT_NE(third["reason"][0]["code"], third["reason"][1]["code"]);
    EXPECT_EQ(document["summary"]["delta"]["evictions"], -1);

    const Ran text = ctl({"compare", base_, changed_});
    EXPECT_THAT(text.out, HasSubstr("\nWorkloads that differ\n"));
    EXPECT_THAT(text.out, HasSubstr("\nQuotas over the run\n"));
    EXPECT_THAT(text.out, HasSubstr("end before"));
    EXPECT_THAT(text.out, HasSubstr("spared"));
    EXPECT_EQ(ctl({"compare", base_, changed_, "--fail-on-change"}).code, 4);
}

TEST_F(CompareTest, FindsAFileTheSameAsItselfAndItsAnswer) {
    const std::string answer = folder_ / "answer.json", summary = folder_ / "summary.json";
    ASSERT_EQ(ctl({"simulate", base_, "--json", "-o", answer}).code, 0);
    ASSERT_EQ(ctl({"simulate", base_, "--json", "--summary", "-o", summary}).code, 0);
    for (const std::string& other : {base_, answer}) {
        const Ran ran = ctl({"compare", base_, other, "--fail-on-change"});
        EXPECT_EQ(ran.code, 0) << other << ran.out;
        EXPECT_THAT(ran.out, HasSubstr("The outcomes are the same.\n"));
        EXPECT_EQ(ran.err, "");
    }
    const Ran less = ctl({"compare", base_, summary, "--fail-on-change"});
    EXPECT_EQ(less.code, 4) << less.out;
    EXPECT_THAT(less.out, HasSubstr("workloads were not compared.\n"));
    EXPECT_THAT(less.err,
                HasSubstr("summary.json: warning: The result is a summary without workloads"));
    EXPECT_THAT(less.err, HasSubstr("--full"));
    EXPECT_EQ(ctl({"compare", summary, summary, "--json"}).err.find("warning"),
              (summary + ": warning").find("warning"));
    EXPECT_EQ(ctl({"compare", answer, changed_, "--fail-on-change"}).code, 4);
    EXPECT_EQ(ctl({"compare", "-", base_}, smallScenario()).code, 0);
}

// Of two that are the same half of one may not have been looked at.
TEST_F(CompareTest, CallsNothingTheSameThatWasNotCompared) {
    const std::string summary = folder_ / "summary.json";
    ASSERT_EQ(ctl({"simulate", base_, "--json", "--summary", "-o", summary}).code, 0);
    for (const auto& [base, changed] : {std::pair(base_, summary), {summary, base_}}) {
        const Ran ran = ctl({"compare", base, changed, "--json"});
        EXPECT_TRUE(accepts("compare", ran.out)) << ran.out;
        const Json document = Json::parse(ran.out);
        EXPECT_EQ(document["same"], false);
        EXPECT_EQ(document["notCompared"], Json({"workloads"}));
    }
    // Both say the same, as far as they say anything.
    const Ran both = ctl({"compare", summary, summary, "--json", "--fail-on-change"});
    EXPECT_EQ(both.code, 0);
    EXPECT_EQ(Json::parse(both.out)["same"], true);
    EXPECT_EQ(Json::parse(both.out)["notCompared"], Json({"workloads"}));
    EXPECT_FALSE(Json::parse(ctl({"compare", base_, base_, "--json"}).out).contains("notCompared"));
}

TEST_F(CompareTest, TellsThatTheRulesWereOthers) {
    const std::string answer = ctl({"simulate", base_, "--json"}).out, old = folder_ / "old.json";
    Json document = Json::parse(answer);
    document["summary"]["rules"] = 7;
    writeBytes(old, document.dump());
    for (const std::vector<std::string>& files :
         {std::vector<std::string>{"compare", old, base_}, {"compare", base_, old}}) {
        const Ran ran = ctl(files);
        EXPECT_EQ(ran.code, 0);
        EXPECT_THAT(ran.err, ::testing::ContainsRegex("(revision|has) 7"));
        EXPECT_THAT(ran.err, HasSubstr("warning: The result has revision "));
    }
    EXPECT_EQ(ctl({"compare", old, old}).err, "");
    document["summary"].erase("rules");
    writeBytes(old, document.dump());
    EXPECT_EQ(ctl({"compare", old, base_}).err, "");
}

TEST_F(CompareTest, TellsWhyAJobComesLater) {
    const Json high =
        Json::parse(ctl({"compare", base_, changed_, "--json"}).out)["workloads"]["high"];
    EXPECT_EQ(high["change"], "later");
    EXPECT_TRUE(high["reason"][0].is_null());
    EXPECT_EQ(high["reason"][1]["details"]["quota"], "team") << high;
    // The same where the base is an answer; an answer of the changed one cannot say it.
    const std::string answer = folder_ / "answer.json";
    ASSERT_EQ(ctl({"simulate", base_, "--json", "-o", answer}).code, 0);
    EXPECT_EQ(Json::parse(ctl({"compare", answer, changed_, "--json"}).out)["workloads"]["high"],
              high);
}

TEST_F(CompareTest, TellsWhyAJobThatComesEarlierWaitedBefore) {
    const Ran ran = ctl({"compare", changed_, base_, "--json"});
    const Json high = Json::parse(ran.out)["workloads"]["high"];
    EXPECT_EQ(high["change"], "earlier");
    EXPECT_EQ(high["reason"][0]["details"]["quota"], "team") << high;
    EXPECT_TRUE(high["reason"][1].is_null());
    EXPECT_TRUE(accepts("compare", ran.out));
    EXPECT_THAT(ctl({"compare", changed_, base_}).out, HasSubstr("high, before\n"));
    // An answer of what was run before cannot say it.
    const std::string answer = folder_ / "answer.json";
    ASSERT_EQ(ctl({"simulate", changed_, "--json", "-o", answer}).code, 0);
    const Json untold = Json::parse(ctl({"compare", answer, base_, "--json"}).out);
    EXPECT_TRUE(untold["workloads"]["high"]["reason"][0].is_null());
}

// What stands in one column, or side by side, has one unit and as many places.
TEST_F(CompareTest, WritesNumbersOfAColumnAlike) {
    const auto jobs = [](const char* wait, const char* parts) {
        return std::string(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 1}], "quotas": [
  {"name": "r", "guaranteed": {"gpu": 1}},
  {"name": "q", "parent": "r", "guaranteed": {"gpu": 1}}, {"name": "s", "parent": "r"}],
 "workloads": [
  {"name": "a", "quota": "q", "gpu": 1, "duration": )") +
               wait + R"(}, {"name": "b", "quota": "q", "gpu": 1, "submit": 1, "duration": 10},
  {"name": "c", "quota": "s", "gpu": 1, "submit": )" +
               parts + R"(, "duration": 10}]})";
    };
    writeBytes(base_, jobs("7300", "2"));
    writeBytes(changed_, jobs("5000.25", "2.5"));
    std::string text = ctl({"compare", base_, changed_}).out;
    const auto lineOf = [&](const std::string& begin) {
        const std::size_t at = text.find("\n  " + begin);
        EXPECT_NE(at, std::string::npos) << text;
        return text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    };
    EXPECT_THAT(lineOf("used "), ::testing::ContainsRegex("2\\.0 GPU hours +1\\.4 GPU hours"));
    EXPECT_THAT(lineOf("utilization "),
                ::testing::ContainsRegex("[0-9]+\\.[0-9]+ % +[0-9]+\\.[0-9]+ %"));
    // As the same runs are told elsewhere.
    EXPECT_THAT(lineOf("last ran at "), ::testing::ContainsRegex(" 2 h 2 min +1 h 23 min"));
    EXPECT_THAT(lineOf("a "), ::testing::ContainsRegex(" 2 h 1 min +1 h 23 min"));
    EXPECT_THAT(lineOf("s "), HasSubstr("0.003 GPU hours  0.003 GPU hours"));
    // But a difference that words do not show is shown, in seconds with as many places.
    writeBytes(changed_, jobs("7300.25", "2.5"));
    text = ctl({"compare", base_, changed_}).out;
    EXPECT_THAT(lineOf("last ran at "),
                ::testing::ContainsRegex(" 7,320\\.000? s +7,320\\.250? s  \\*"));
    EXPECT_THAT(lineOf("a "), ::testing::ContainsRegex("7,300\\.00 s +7,300\\.25 s"));
}

// One GPU: `a` runs to 1,000 s, `b` waits for it and may be cancelled.
std::string queue(int submit, int cancel, int until = 2000) {
    return R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 1}],
  "quotas": [{"name": "q", "guaranteed": {"gpu": 1}}], "workloads": [
    {"name": "a", "quota": "q", "gpu": 1, "duration": 1000},
    {"name": "b", "quota": "q", "gpu": 1, "duration": 10, "submit": )" +
           std::to_string(submit) + R"(}],
  "events": [{"do": "cancel", "workload": "b", "at": )" +
           std::to_string(cancel) + R"(}], "until": )" + std::to_string(until) + "}";
}

// Text, JSON, exit codes, documents of simulate and plans tell the same difference of `b`.
TEST_F(CompareTest, ListsWhatEndsOrWaitsOtherwise) {
    const std::string before = folder_ / "before.json", after = folder_ / "after.json";
    struct Case {
        std::string base, changed, change, word;
    };
    for (const Case& each :
         {Case{queue(10, 500), queue(10, 400), "earlier", "earlier"},
          Case{queue(40, 1500), queue(10, 1500), "moved", "waited longer"},
          Case{queue(10, 1500), queue(40, 1500), "moved", "waited less"},
          // Both wait to the end.
          Case{queue(40, 1500, 900), queue(10, 1500, 900), "moved", "waited longer"}}) {
        writeBytes(base_, each.base);
        writeBytes(changed_, each.changed);
        ASSERT_EQ(ctl({"simulate", base_, "--json", "-o", before}).code, 0);
        ASSERT_EQ(ctl({"simulate", changed_, "--json", "-o", after}).code, 0);
        for (const auto& [base, changed] : {std::pair(base_, changed_), std::pair(before, after),
                                            std::pair(before, changed_), std::pair(base_, after)}) {
            const Ran ran = ctl({"compare", base, changed, "--json", "--fail-on-change"});
            EXPECT_EQ(ran.code, 4);
            EXPECT_TRUE(accepts("compare", ran.out));
            const Json document = Json::parse(ran.out);
            EXPECT_EQ(document["same"], false);
            ASSERT_EQ(document["workloads"].size(), 1u);
            EXPECT_EQ(document["workloads"]["b"]["change"], each.change);
            EXPECT_THAT(ctl({"compare", base, changed}).out,
                        HasSubstr("\n  b         " + each.word));
        }
    }
    // The same work, watched for longer.
    writeBytes(base_, queue(10, 1500, 800));
    writeBytes(changed_, queue(10, 1500, 900));
    const Json longer = Json::parse(ctl({"compare", base_, changed_, "--json"}).out);
    EXPECT_EQ(longer["workloads"], Json::object());

    writeBytes(base_, queue(10, 500));
    const std::string plan = folder_ / "a.plan.json";
    writeBytes(plan, R"({"apportionPlan": 1, "name": "p", "base": {"scenario": "base.json"},
  "sets": [{"name": "s", "edits": [{"at": 400, "do": "cancel", "workload": "b"}]}]})");
    const Json set = Json::parse(ctl({"plan", "compare", plan, "--json"}).out);
    EXPECT_EQ(set["same"], false);
    EXPECT_EQ(set["workloads"]["b"]["change"], "earlier");
    EXPECT_EQ(set["workloads"]["b"]["waited"], Json({490.0, 390.0}));
    EXPECT_THAT(ctl({"plan", "compare", plan}).out, HasSubstr("\n  b         earlier"));
}

// Of more workloads than are asked why it is told that they are not.
TEST_F(CompareTest, TellsOfHowManyItDoesNotSayWhy) {
    const auto write = [](const std::string& file, bool blocked) {
        std::string text = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 1200}],
  "quotas": [{"name": "q", "guaranteed": {"gpu": 1200}}], "workloads": [)";
        if (blocked)
            text += R"({"name": "first", "quota": "q", "gpu": 1200, "duration": 5},)";
        for (int i = 0; i < 1100; ++i)
            text += (i > 0 ? R"(,{"name": "w)" : R"({"name": "w)") + std::to_string(i) +
                    R"(", "quota": "q", "gpu": 1, "submit": 1, "duration": 9})";
        writeBytes(file, text + "]}");
    };
    write(base_, false);
    write(changed_, true);
    for (const auto& [base, changed] : {std::pair(base_, changed_), std::pair(changed_, base_)}) {
        const Ran ran = ctl({"compare", base, changed, "--json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(accepts("compare", ran.out));
        EXPECT_THAT(ran.err, HasSubstr("Why 100 workloads come later or earlier is not shown"));
    }
    EXPECT_THAT(ctl({"compare", "--help"}).out, HasSubstr("1,000"));
}

TEST_F(CompareTest, RefusesDocumentsOfAnotherKind) {
    const std::string other = folder_ / "other.json";
    ASSERT_EQ(ctl({"compare", base_, changed_, "--json", "-o", other}).code, 0);
    const Ran ran = ctl({"compare", base_, other});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("other.json: error: This file must be a scenario or a result"));
}

TEST_F(CompareTest, KeepsTheDetailsOfAnswers) {
    // The victim runs again in the end, so that its eviction is what is to be explained.
    for (const std::string& file : {base_, changed_}) {
        std::string text = bytesOf(file);
        const std::string submit = "\"submit\": 10";
        text.replace(text.find(submit), submit.size(), submit + ", \"duration\": 5");
        writeBytes(file, text);
    }
    const std::string before = folder_ / "before.json", after = folder_ / "after.json";
    ASSERT_EQ(ctl({"simulate", base_, "--json", "-o", before}).code, 0);
    ASSERT_EQ(ctl({"simulate", changed_, "--json", "-o", after}).code, 0);
    const Json files = Json::parse(ctl({"compare", base_, changed_, "--json"}).out);
    const Json answers = Json::parse(ctl({"compare", before, after, "--json"}).out);
    const Json evicted = answers["workloads"]["low"]["reason"][0];
    EXPECT_EQ(evicted, files["workloads"]["low"]["reason"][0]);
    EXPECT_EQ(evicted["details"]["gpu"], 2);
    EXPECT_EQ(evicted["details"]["taker"], "high");
}

TEST_F(CompareTest, SaysOfACutAnswerThatItIsCut) {
    const std::string answer = folder_ / "answer.json";
    const std::string whole = ctl({"simulate", base_, "--json"}).out;
    for (const std::size_t size : {whole.size() / 3, whole.size() / 2, whole.size() - 3}) {
        writeBytes(answer, whole.substr(0, size));
        const Ran ran = ctl({"compare", answer, changed_, "--json"});
        EXPECT_EQ(ran.code, 3);
        const Json errors = Json::parse(ran.out)["errors"];
        ASSERT_EQ(errors.size(), 1u) << ran.err;
        EXPECT_EQ(errors[0]["code"], "unexpected-end");
    }
}

TEST_F(CompareTest, TellsTheErrorsOfBothFiles) {
    writeBytes(base_, "{}");
    writeBytes(changed_, "[]");
    const Ran ran = ctl({"compare", base_, changed_});
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("base.json"));
    EXPECT_THAT(ran.err, HasSubstr("changed.json"));
}

TEST(ComparePlan, SaysHowManyOfTheEvictionsWereMoves) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv",
               "name,submit,duration,gpus\na,0,100,3\nb,0,5,3\nc,1,100,1\nd,6,50,4\ne,2,100,1\n");
    writeBytes(folder / "p.plan.json",
               R"({"apportionPlan": 1, "base": {"trace": "t.csv", "format": "csv",)"
               R"( "pool": "2x4", "consolidation": "on"}, "sets": [{"name": "x", "edits":)"
               R"( [{"at": 1, "do": "add-nodes", "node": {"name": "new", "gpu": 4}}]}]})");
    for (const char* command : {"run", "compare"}) {
        const Ran ran = ctl({"plan", command, folder / "p.plan.json"});
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_THAT(ran.out, HasSubstr(" 1 (1 of them a move) ")) << command;
    }
}

// The same bytes, whichever of the two an outcome comes from.
TEST(Compare, ANodeThatIsLostIsToldAlikeOfAScenarioAndOfItsDocument) {
    const TemporaryFolder folder;
    const std::string before = folder / "before.json", after = folder / "after.json";
    const auto scenarioWith = [](const std::string& more) {
        return R"({"apportion": 1, "nodes": [{"name": "n1", "gpu": 2}, {"name": "n2", "gpu": 2}],
"quotas": [{"name": "q", "guaranteed": {"gpu": 4}}], "workloads": [
{"name": "a", "quota": "q", "gpu": 2, "duration": 100}])" +
               more + "}";
    };
    writeBytes(before, scenarioWith(""));
    writeBytes(after, scenarioWith(R"(, "events": [
{"at": 5, "do": "node", "node": "n1", "state": "down"}])"));
    const std::string scenario = ctl({"compare", before, after, "--json"}).out;
    ASSERT_THAT(scenario, HasSubstr("evicted-node"));
    writeBytes(after, ctl({"simulate", after, "--json"}).out);
    EXPECT_EQ(ctl({"compare", before, after, "--json"}).out, scenario);
}

}  // namespace
}  // namespace apportion::testing
