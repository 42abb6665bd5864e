// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with rows that cannot be read: refused with the way on, or replayed without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

const std::string kTrace =
    "name,submit,duration,gpus\na,0,5,1\nb,0,-5,1\na,3,5,1\nc,soon,5,1\nd,3,5,1\n";
constexpr const char* kDuration =
    "Skipped: 1 row with unreadable values in column 'duration'. First: line 3, value '-5'.";

TEST(BadRows, RefuseAReplayOrAreLeftOutOfIt) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", kTrace);
    writeBytes(folder / "good.csv", "name,submit,duration,gpus\na,0,5,1\nd,3,5,1\n");
    const auto replay = [&](const std::string& file, std::vector<std::string> more) {
        std::vector<std::string> command{"replay", "--trace", folder / file, "--format",
                                         "csv",    "--pool",  "1x8",         "--json"};
        command.insert(command.end(), more.begin(), more.end());
        return ctl(command);
    };
    const Ran refused = replay("t.csv", {});
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.err, HasSubstr("--skip-bad-rows"));
    EXPECT_THAT(refused.err, HasSubstr("3 errors."));
    EXPECT_TRUE(accepts("validate", refused.out)) << refused.out;
    const Ran ran = replay("t.csv", {"--skip-bad-rows"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, replay("good.csv", {}).out);
    EXPECT_THAT(ran.err, HasSubstr("2 jobs of 5 rows"));
    EXPECT_THAT(ran.err, HasSubstr(kDuration));
    EXPECT_THAT(ran.err, HasSubstr("1 row with the name of an earlier job"));
    const Ran scenario = ctl({"replay", "--trace", sourceFile("resources/samples/pool-128.json"),
                              "--format", "scenario", "--skip-bad-rows"});
    EXPECT_EQ(scenario.code, 2);
    EXPECT_THAT(scenario.err, HasSubstr("--skip-bad-rows"));
}

// With its place, whichever end it lies at; the others are the many.
TEST(BadRows, AMomentFarFromTheOthersIsToldWhereItStands) {
    const TemporaryFolder folder;
    const auto told = [&](const std::string& rows) {
        writeBytes(folder / "t.csv", "name,submit,duration,gpus\n" + rows);
        const Ran ran = ctl(
            {"replay", "--trace", folder / "t.csv", "--format", "csv", "--pool", "1x8", "--json"});
        EXPECT_EQ(ran.code, 3);
        const Json error = Json::parse(ran.out)["errors"][0];
        return error["pointer"].get<std::string>() + " " + error["column"].dump() + " " +
               error["message"].get<std::string>();
    };
    const std::string many = "x,2017-10-10 00:00:00,5,1\ny,2017-10-11 00:00:00,5,1\n";
    const std::string apart = " are submitted more than 1,000,000,000 s apart.";
    EXPECT_EQ(told(many + "late,2097-10-09 00:00:00,5,1\n"),
              "/4/submit 6 Column 'submit': '2097-10-09 00:00:00' is far from the others: the jobs "
              "of lines 2 and 4" +
                  apart);
    EXPECT_EQ(told("one,1970-01-02 00:00:00,5,1\n" + many),
              "/2/submit 5 Column 'submit': '1970-01-02 00:00:00' is far from the others: the jobs "
              "of lines 2 and 4" +
                  apart);
}

TEST(BadRows, RefuseAConversionOrAreLeftOutOfIt) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", kTrace);
    for (const char* to : {"csv", "swf", "scenario"}) {
        const std::vector<std::string> command{"convert", folder / "t.csv", folder / "out", "--to",
                                               to,        "--json"};
        auto taking = command;
        taking.emplace_back("--skip-bad-rows");
        if (to == std::string("scenario"))
            taking.insert(taking.end(), {"--pool", "1x8"});
        EXPECT_NE(ctl(command).code, 0) << to;
        const Ran ran = ctl(taking);
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(accepts("convert", ran.out)) << ran.out;
        const Json answer = Json::parse(ran.out);
        EXPECT_EQ(answer["rows"], 5);
        EXPECT_EQ(answer["jobs"], 2);
        ASSERT_EQ(answer["dropped"].size(), 3u);
        EXPECT_EQ(answer["dropped"][0]["code"], "trace-skipped");
        EXPECT_EQ(answer["dropped"][0]["message"], kDuration);
        EXPECT_EQ(answer["dropped"][0]["details"]["lines"], Json({"3"}));
    }
    // Names that stand twice are refused here too.
    writeBytes(folder / "t.csv", "name,submit,duration,gpus\na,0,5,1\na,3,5,1\n");
    const Ran twice = ctl({"convert", folder / "t.csv", folder / "twice.csv"});
    EXPECT_EQ(twice.code, 3);
    EXPECT_THAT(twice.err, HasSubstr("the job in line 2 already has the name 'a'"));
}

// Neither rows left out nor jobs beyond --first leave their group behind.
TEST(BadRows, LeaveNoGroupInWhatIsConverted) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv",
               "submit,duration,gpus,group\n0,5,1,a\n1,-5,1,bad\n2,5,1,b\n3,5,1,late\n");
    const std::string all = folder / "all.swf", first = folder / "first.swf";
    ASSERT_EQ(ctl({"convert", folder / "t.csv", all, "--skip-bad-rows"}).code, 0);
    EXPECT_THAT(bytesOf(all), HasSubstr("; MaxQueues: 3\n; Queue: 1 a\n; Queue: 2 b\n; Queue: 3"));
    ASSERT_EQ(ctl({"convert", folder / "t.csv", first, "--skip-bad-rows", "--first", "2"}).code, 0);
    EXPECT_THAT(bytesOf(first), HasSubstr("; MaxQueues: 2\n; Queue: 1 a\n; Queue: 2 b\n1 "));
    writeBytes(folder / "g.csv", "group,gpus\na,1\nb,1\nbad,1\nlate,1\n");
    std::vector<std::string> replay{"replay",
                                    "--trace",
                                    folder / "t.csv",
                                    "--format",
                                    "csv",
                                    "--pool",
                                    "1x8",
                                    "--quotas",
                                    "groups",
                                    "--json",
                                    "--skip-bad-rows",
                                    "--first",
                                    "2",
                                    "--guarantee",
                                    folder / "g.csv"};
    const Ran ran = ctl(replay);
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("'bad'"));
    EXPECT_THAT(ran.err, HasSubstr("'late'"));
    EXPECT_THAT(ran.err, Not(HasSubstr("'b'")));
    writeBytes(folder / "g.csv", "group,gpus\na,5\nb,5\n");
    const Ran above = ctl(replay);
    EXPECT_EQ(above.code, 3);
    EXPECT_THAT(above.err, HasSubstr("g.csv: "));
    EXPECT_THAT(above.err, Not(HasSubstr("t.csv: error")));
}

TEST(BadRows, RefuseAPlanOrAreLeftOutOfIt) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", kTrace);
    const auto plan = [&](const std::string& base) {
        writeBytes(folder / "p.plan.json",
                   R"({"apportionPlan": 1, "base": {"trace": "t.csv", "format": "csv", )" + base +
                       R"("pool": "1x8"}, "sets": [{"name": "s",
  "edits": [{"at": 0, "do": "policy", "quota": "pool", "queueing": "fifo"}]}]})");
        return ctl({"plan", "run", folder / "p.plan.json", "--json"});
    };
    const Ran refused = plan("");
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.err, HasSubstr("'skipBadRows'"));
    EXPECT_EQ(plan(R"("skipBadRows": false, )").code, 3);
    const Ran ran = plan(R"("skipBadRows": true, )");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("plan-run", ran.out)) << ran.out;
    EXPECT_EQ(Json::parse(ran.out)["base"]["skipBadRows"], true);
    EXPECT_EQ(Json::parse(ran.out)["sets"][0]["outcome"]["summary"]["workloads"], 2);
    EXPECT_THAT(ran.err, HasSubstr(kDuration));
    EXPECT_THAT(ctl({"replay", "--help"}).out, HasSubstr("--skip-bad-rows"));
}

}  // namespace
}  // namespace apportion::testing
