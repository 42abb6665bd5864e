// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/plan/plan_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/io/schema_check.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::pair<std::string, std::string>> errorsOf(const std::string& text) {
    const Result<PlanFile> read = parsePlan(text, "p.plan.json");
    std::vector<std::pair<std::string, std::string>> errors;
    if (!read)
        for (const Problem& problem : read.error()) {
            EXPECT_EQ(problem.file, "p.plan.json");
            EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
            EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
            errors.emplace_back(problem.pointer, problem.message.code);
        }
    return errors;
}

std::string withEdits(const std::string& edits) {
    return R"({"apportionPlan": 1, "base": {"scenario": "a.json"},
 "sets": [{"name": "one", "edits": [)" +
           edits + "]}]}";
}

constexpr const char* kEveryEdit = R"({"apportionPlan": 1, "name": "all", "until": 100.5,
 "base": {"trace": "t.csv", "format": "philly", "pool": "60x8", "quotas": "groups",
          "queueing": "fifo", "guarantee": "equal", "overQuota": "off", "first": 10},
 "futures": {"count": 5, "seed": 7},
 "sets": [{"name": "56 / 72", "edits": [
   {"at": 1, "do": "scale", "quotas": {"Q": {"gpu": 8}}, "mode": "drain"},
   {"at": 2, "do": "policy", "quota": "Q", "weight": 3},
   {"at": 3, "do": "cancel", "workload": "w"},
   {"at": 4, "do": "finish", "workload": "w"},
   {"at": 5, "do": "node", "node": "n", "state": "cordoned"},
   {"at": 6, "do": "add-nodes", "node": {"name": "new", "count": 2, "gpu": 8}},
   {"at": 7, "do": "remove-nodes", "nodes": ["n", "m"]},
   {"at": 8, "do": "add-quota", "quota": {"name": "R", "parent": "Q", "guaranteed": {"gpu": 4}},
    "workloads": [{"name": "v", "gpu": 1}]},
   {"do": "forecast", "quota": "Q", "scale": 1.3, "shift": -3600}]}]})";

TEST(PlanReader, TellsATraceByItsFirstLine) {
    EXPECT_THAT(errorsOf("timestamp,duration,num_gpus,cluster\n0,1,1,a\n"),
                ElementsAre(Pair("", "format-trace.plan")));
    EXPECT_THAT(errorsOf("{\"apportionPlan\":1,"),
                ElementsAre(Pair("/apportionPlan", "unexpected-end")));
}

TEST(PlanReader, ReadsEveryEdit) {
    const TemporaryFolder folder;
    EXPECT_TRUE(accepts("plan", kEveryEdit));
    const Result<PlanFile> read = parsePlan(kEveryEdit);
    ASSERT_TRUE(read) << render(read.error()[0].message);
    const Plan& plan = read->plan;
    EXPECT_EQ(plan.until, 100'500);
    EXPECT_EQ(plan.futures, (Futures{5, 7}));
    const auto& trace = std::get<TraceBase>(plan.base);
    TraceBase expected;
    expected.file = "t.csv";
    expected.format = "philly";
    expected.pool = "60x8";
    expected.quotas = "groups";
    expected.guarantee = "equal";
    expected.overQuota = "off";
    expected.queueing = "fifo";
    expected.first = 10;
    EXPECT_EQ(trace, expected);
    ASSERT_EQ(plan.sets.size(), 1U);
    const std::vector<PlanEdit>& edits = plan.sets[0].edits;
    ASSERT_EQ(edits.size(), 9U);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(edits[i].at, static_cast<Instant>(i + 1) * kSecond);
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_EQ(std::get<EventAction>(edits[i].action).index(), i);
    EXPECT_EQ(std::get<AddNodes>(edits[5].action).group.count, 2);
    EXPECT_THAT(std::get<RemoveNodes>(edits[6].action).nodes, ElementsAre("n", "m"));
    const auto& team = std::get<AddQuota>(edits[7].action);
    EXPECT_EQ(team.quota.guaranteed.gpu, 400);
    EXPECT_EQ(team.workloads.size(), 1U);
    EXPECT_EQ(std::get<Forecast>(edits[8].action), (Forecast{"Q", 1300, -3'600'000}));
}

TEST(PlanReader, TellsAllThatIsWrongWithItsPlace) {
    EXPECT_THAT(errorsOf("{}"), ElementsAre(Pair("", "plan-format-missing")));
    EXPECT_THAT(errorsOf(R"({"apportion": 1, "nodes": [], "quotas": []})"),
                ElementsAre(Pair("/apportion", "plan-is-other")));
    EXPECT_THAT(errorsOf(R"({"apportion": 1, "base": {"scenario": "a"}, "sets": []})"),
                ElementsAre(Pair("", "plan-format-missing"), Pair("/apportion", "unknown-key")));
    EXPECT_THAT(errorsOf(R"({"apportionPlan": 2, "base": {"scenario": "a"}, "sets": []})"),
                ElementsAre(Pair("/apportionPlan", "plan-format-unknown")));
    EXPECT_THAT(errorsOf(R"({"apportionPlan": 1, "until": -1, "futures": {"count": 1001},
                             "stes": [], "base": {}})"),
                ElementsAre(Pair("", "missing-key"), Pair("/until", "too-small"),
                            Pair("/futures/count", "too-big"), Pair("/stes", "unknown-key"),
                            Pair("/base", "plan-base-kind")));
    EXPECT_THAT(
        errorsOf(R"({"apportionPlan": 1, "base": {"scenario": "a", "pool": "1x1"},
                             "sets": [{"name": "", "edits": []}, {"name": "x", "edits": 1},
                                      {"name": "x", "edits": []}, {"name": "y"}]})"),
        ElementsAre(Pair("/base/pool", "plan-only-for-traces"), Pair("/sets/0/name", "name-empty"),
                    Pair("/sets/1/edits", "wrong-type"), Pair("/sets/2/name", "duplicate-name"),
                    Pair("/sets/3", "missing-key")));
}

TEST(PlanReader, APartOfThePastIsOfAProjectAndHasBothEndsInOrder) {
    const auto base = [](const std::string& keys) {
        return errorsOf(R"({"apportionPlan": 1, "sets": [], "base": {)" + keys + "}}");
    };
    const std::string from = R"("from": "2026-11-09T00:00:00Z")";
    EXPECT_THAT(base(R"("project": "p", )" + from + R"(, "to": "2026-11-16T00:00:00Z")"),
                IsEmpty());
    EXPECT_THAT(base(R"("project": "p", )" + from),
                ElementsAre(Pair("/base/from", "plan-past.order")));
    EXPECT_THAT(base(R"("project": "p", )" + from + R"(, "to": "2026-11-08T00:00:00Z")"),
                ElementsAre(Pair("/base/to", "plan-past.order")));
    EXPECT_THAT(base(R"("project": "p", "from": "yesterday", "to": "2026-11-08T00:00:00Z")"),
                ElementsAre(Pair("/base/from", "plan-past")));
    EXPECT_THAT(base(R"("scenario": "s", )" + from),
                ElementsAre(Pair("/base/from", "plan-only-for-projects")));
}

TEST(PlanReader, TellsWhatIsWrongWithAnEdit) {
    EXPECT_THAT(
        errorsOf(withEdits(R"({"at": 1, "do": "addnodes"}, {"at": 1},
      {"at": 1, "do": "add-nodes"}, {"do": "remove-nodes", "nodes": []},
      {"at": 1, "do": "add-quota", "quota": {"name": "x", "size": 1}},
      {"at": 1, "do": "forecast", "quota": "Q"}, {"do": "forecast", "quota": "Q", "scale": 101},
      {"do": "forecast", "quota": "Q", "scale": 1.0001}, {"do": "scale", "quotas": {}},
      {"do": "forecast", "quota": "Q"}, {"do": "forecast"},
      {"do": "forecast", "quota": "Q", "scale": 1}, {"do": "forecast", "quota": "Q", "shift": 0},
      {"do": "forecast", "quota": "Q", "scael": 2})")),
        ElementsAre(
            Pair("/sets/0/edits/0/do", "unknown-word"), Pair("/sets/0/edits/1", "missing-key"),
            Pair("/sets/0/edits/2", "missing-key"), Pair("/sets/0/edits/3", "missing-key"),
            Pair("/sets/0/edits/3/nodes", "plan-no-nodes"),
            Pair("/sets/0/edits/4/quota/size", "unknown-key"),
            Pair("/sets/0/edits/5/at", "unknown-key"), Pair("/sets/0/edits/6/scale", "plan-scale"),
            Pair("/sets/0/edits/7/scale", "too-many-places"),
            Pair("/sets/0/edits/8", "missing-key"),
            Pair("/sets/0/edits/9", "plan-forecast-nothing"),
            Pair("/sets/0/edits/10", "missing-key"),
            Pair("/sets/0/edits/13/scael", "unknown-key")));
}

TEST(PlanReader, TellsTheMissingMomentOfAnEditWithoutAKnownVerb) {
    EXPECT_THAT(
        errorsOf(withEdits(R"({"do": "addnodes"}, {"at": "soon", "do": "cancle"}, {},
      {"do": "forcast", "quota": "Q"}, {"do": "predict", "quota": "Q", "scale": 1.2},
      {"quota": "Q", "shift": 60})")),
        ElementsAre(
            Pair("/sets/0/edits/0", "missing-key"), Pair("/sets/0/edits/0/do", "unknown-word"),
            Pair("/sets/0/edits/1/at", "wrong-type"), Pair("/sets/0/edits/1/do", "unknown-word"),
            Pair("/sets/0/edits/2", "missing-key"), Pair("/sets/0/edits/2", "missing-key"),
            Pair("/sets/0/edits/3/do", "unknown-word"), Pair("/sets/0/edits/4/do", "unknown-word"),
            Pair("/sets/0/edits/5", "missing-key")))
        << "a forecast has no moment";
}

TEST(PlanReader, TakesTheHashThatStandsBesideABaseOnceRun) {
    const auto withHash = [](const std::string& base, const std::string& hash) {
        return R"({"apportionPlan": 1, "base": {)" + base + R"(, "hash": )" + hash +
               R"(}, "sets": []})";
    };
    const std::string digits(64, 'a');
    for (const std::string base :
         {R"("scenario": "a.json")", R"("project": "p")", R"("trace": "t", "format": "csv")"}) {
        const std::string text = withHash(base, "\"sha256:" + digits + "\"");
        EXPECT_TRUE(accepts("plan", text)) << base;
        const Result<PlanFile> read = parsePlan(text);
        ASSERT_TRUE(read) << base;
        EXPECT_EQ(read->plan.baseHash, digits);
        EXPECT_EQ(parsePlan(withHash(base, "null"))->plan.baseHash, "");
    }
    for (const std::string& wrong : {"\"" + digits + "\"", "\"sha256:" + digits + "a\"",
                                     "\"sha256:G" + digits.substr(1) + "\"", std::string("\"\"")}) {
        const std::string text = withHash(R"("scenario": "a.json")", wrong);
        EXPECT_THAT(errorsOf(text), ElementsAre(Pair("/base/hash", "plan-base-hash"))) << wrong;
        EXPECT_FALSE(accepts("plan", text)) << wrong;
    }
}

}  // namespace
}  // namespace apportion
