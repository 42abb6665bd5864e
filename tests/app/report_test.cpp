// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl report and fairness.
#include <filesystem>

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

// Runs over the end of a month, and of the year.
constexpr const char* kSacct =
    "JobID|User|Account|Partition|Submit|Start|End|ElapsedRaw|State|ReqTRES\n"
    "1|ua|physics|gpu|2026-01-10T08:00:00|2026-01-10T12:00:00|2026-01-10T22:00:00|36000|COMPLETED|"
    "gres/gpu=8\n"
    "2|ub|chem|gpu|2026-01-10T09:00:00|2026-01-10T22:00:00|2026-01-11T08:00:00|36000|COMPLETED|"
    "gres/gpu=4\n"
    "3|ua|physics|gpu|2026-01-31T20:00:00|2026-01-31T20:00:00|2026-02-01T06:00:00|36000|TIMEOUT|"
    "gres/gpu=2\n"
    "4|uc|chem|gpu|2026-02-05T08:00:00|2026-02-05T10:00:00|2026-02-05T20:00:00|36000|COMPLETED|"
    "gres/gpu=8\n"
    "5|uc|chem|gpu|2026-02-06T08:00:00|2026-02-06T08:00:00|2026-02-06T18:00:00|36000|FAILED|"
    "gres/gpu=1\n";

class ReportTest : public ::testing::Test {
protected:
    Json report(std::vector<std::string> arguments, const std::string& trace = kSacct) {
        writeBytes(folder_ / "sacct.txt", trace);
        arguments.insert(arguments.begin(),
                         {"report", "--trace", folder_ / "sacct.txt", "--format", "sacct"});
        arguments.emplace_back("--json");
        const Ran ran = ctl(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(accepts("report", ran.out)) << ran.out;
        return Json::parse(ran.out, nullptr, false);
    }
    static double used(const Json& answer, const std::string& quota, const std::string& month) {
        for (const Json& row : answer["rows"])
            if (row["quota"] == quota && row["month"] == month)
                return row["used"].get<double>();
        return -1;
    }

    TemporaryFolder folder_;
};

TEST_F(ReportTest, a_trace_is_counted_as_recorded_and_split_at_the_end_of_a_month) {
    const Json answer = report({"--by", "quota,month"});
    EXPECT_EQ(used(answer, "physics", "2026-01"), 88);
    EXPECT_EQ(used(answer, "physics", "2026-02"), 12);
    EXPECT_EQ(used(answer, "chem", "2026-01"), 40);
    EXPECT_EQ(used(answer, "chem", "2026-02"), 90);
    EXPECT_EQ(answer["source"], "trace");
    EXPECT_EQ(answer["rows"][2]["failed"], 0.0);
    EXPECT_EQ(answer["rows"][0]["jobs"], 2);
}

TEST_F(ReportTest, waits_and_failures_are_those_of_the_record) {
    const Json answer = report({"--by", "user", "--period", "2026-02"});
    ASSERT_EQ(answer["rows"].size(), 2U);
    EXPECT_EQ(answer["rows"][1]["user"], "uc");
    EXPECT_EQ(answer["rows"][1]["failed"], 10.0);
    EXPECT_EQ(answer["rows"][1]["wait"]["mean"], 3600.0);
    EXPECT_EQ(answer["rows"][0]["used"], 12.0) << "it started in January";
    EXPECT_EQ(answer["rows"][0]["started"], 0);
    EXPECT_TRUE(answer["rows"][0]["guaranteed"].is_null());
}

// As sacct writes them: the elapsed time of what runs tells when it was asked.
TEST_F(ReportTest, jobs_that_wait_or_run_at_the_end_of_the_record_count_until_then) {
    const Json answer =
        report({"--by", "user"},
               std::string(kSacct) +
                   "6|ud|chem|gpu|2026-02-06T10:00:00|2026-02-06T12:00:00|Unknown|28800|RUNNING|"
                   "gres/gpu=2\n"
                   "7|ue|chem|gpu|2026-02-06T14:00:00|Unknown|Unknown|0|PENDING|gres/gpu=4\n"
                   "8|uf|chem|gpu|2026-02-06T14:00:00|2026-02-06T20:00:00|2026-02-06T20:00:00|0|"
                   "CANCELLED by 1|gres/gpu=4\n");
    ASSERT_EQ(answer["rows"].size(), 5U) << "the cancelled one never started";
    const Json& runs = answer["rows"][3];
    EXPECT_EQ(runs["used"], 16.0);
    EXPECT_EQ(runs["wait"]["mean"], 7200.0);
    const Json& waits = answer["rows"][4];
    EXPECT_EQ(waits["used"], 0.0);
    EXPECT_EQ(waits["jobs"], 1);
    EXPECT_EQ(waits["waiting"], 1);
    EXPECT_EQ(waits["started"], 0);
    EXPECT_EQ(waits["waitAtLeast"]["p50"], 6 * 3600.0) << "until 20:00, where the record ends";
}

TEST_F(ReportTest, without_starts_no_wait_is_known) {
    writeBytes(folder_ / "philly.csv",
               "timestamp,duration,num_gpus,gpu_time,cluster\n"
               "2017-10-09 07:00:00,3600.0,2,7200.0,a\n");
    const Ran json =
        ctl({"report", "--trace", folder_ / "philly.csv", "--format", "philly", "--json"});
    EXPECT_EQ(json.code, 0) << json.err;
    EXPECT_TRUE(accepts("report", json.out)) << json.out;
    const Json answer = Json::parse(json.out, nullptr, false);
    EXPECT_TRUE(answer["rows"][0]["waitAtLeast"]["p50"].is_null());
    EXPECT_EQ(answer["rows"][0]["used"], 2.0);
    const Ran text = ctl({"report", "--trace", folder_ / "philly.csv", "--format", "philly"});
    EXPECT_THAT(text.out, Not(HasSubstr("0 s")));
}

TEST_F(ReportTest, each_run_of_a_requeued_job_counts) {
    const Json answer = report(
        {"--by", "quota"},
        "JobID|JobIDRaw|User|Account|Submit|Start|End|ElapsedRaw|State|ReqTRES\n"
        "7|7|ua|acc|2026-01-10T08:00:00|2026-01-10T08:00:00|2026-01-10T09:00:00|3600|REQUEUED|"
        "gres/gpu=4\n"
        "7|7|ua|acc|2026-01-10T09:00:00|2026-01-10T09:30:00|2026-01-10T10:00:00|1800|PREEMPTED|"
        "gres/gpu=4\n"
        "7|7|ua|acc|2026-01-10T10:00:00|2026-01-10T11:00:00|2026-01-10T12:00:00|3600|COMPLETED|"
        "gres/gpu=4\n");
    ASSERT_EQ(answer["rows"].size(), 1U);
    EXPECT_EQ(answer["rows"][0]["used"], 10.0);
    EXPECT_EQ(answer["rows"][0]["evictions"], 2);
}

TEST_F(ReportTest, with_a_pool_the_parts_of_the_capacity_add_up) {
    const Json answer =
        report({"--pool", "2x8", "--period", "2026-W02", "--zone", "Europe/Berlin"});
    const Json& capacity = answer["capacity"];
    EXPECT_EQ(capacity["total"], 16 * 168.0);
    // 120 hours were used, and before and after the record nothing is known.
    EXPECT_EQ(capacity["used"], 120.0);
    EXPECT_EQ(answer["from"], "2026-01-05T00:00:00+01:00");
    EXPECT_NEAR(answer["coverage"].get<double>(), 39.0 / 168, 0.02);
    EXPECT_NEAR(capacity["used"].get<double>() + capacity["free"].get<double>() +
                    capacity["unknown"].get<double>(),
                16 * 168.0, 1e-6);
}

// The clock goes back on the 25th, at three in the morning.
TEST_F(ReportTest, local_times_of_a_trace_are_those_of_the_zone) {
    const std::string head = "JobID|User|Account|Submit|Start|End|ElapsedRaw|State|ReqTRES\n";
    const std::string told =
        "1|u|a|2026-10-24T22:00:00|2026-10-24T22:00:00|2026-10-25T22:00:00|90000|COMPLETED|"
        "gres/gpu=4\n";
    std::string measured = told;
    measured.replace(measured.find("90000"), 5, "");
    for (const std::string& row : {told, measured}) {
        const Json answer = report({"--by", "day", "--zone", "Europe/Berlin"}, head + row);
        ASSERT_EQ(answer["rows"].size(), 2U);
        EXPECT_EQ(answer["rows"][0]["day"], "2026-10-24");
        EXPECT_EQ(answer["rows"][0]["used"], 8.0) << row;
        EXPECT_EQ(answer["rows"][1]["used"], 92.0) << row << "the day has 25 hours";
        EXPECT_EQ(answer["from"], "2026-10-24T22:00:00+02:00");
        EXPECT_EQ(answer["to"], "2026-10-25T22:00:00+01:00");
    }
}

TEST_F(ReportTest, a_file_of_no_known_form_is_refused_and_not_written) {
    writeBytes(folder_ / "sacct.txt", kSacct);
    for (const char* name : {"r.pdf", "x", "r.HTML.gz"}) {
        const Ran ran = ctl({"report", "--trace", folder_ / "sacct.txt", "--format", "sacct",
                             "--out", folder_ / name});
        EXPECT_NE(ran.code, 0) << name;
        EXPECT_THAT(ran.err, HasSubstr("apportion FILE --report NAME.pdf"));
        EXPECT_FALSE(std::filesystem::exists(folder_ / name));
    }
    EXPECT_EQ(ctl({"report", "--trace", folder_ / "sacct.txt", "--format", "sacct", "--out",
                   folder_ / "r.txt"})
                  .code,
              0);
}

TEST_F(ReportTest, a_pool_smaller_than_what_the_trace_used_is_told) {
    writeBytes(folder_ / "sacct.txt", kSacct);
    const auto ask = [&](const char* pool) {
        return ctl({"report", "--trace", folder_ / "sacct.txt", "--format", "sacct", "--pool",
                    pool})
            .err;
    };
    EXPECT_THAT(ask("1x4"), HasSubstr("up to 8 GPUs in use together, and the pool has 4 GPUs"));
    EXPECT_THAT(ask("1x8"), Not(HasSubstr("in use together")));
}

TEST_F(ReportTest, fairness_takes_a_date_or_seconds) {
    const std::string sample =
        std::string(APPORTION_SOURCE_DIR) + "/resources/samples/pool-128.json";
    const Ran seconds = ctl({"fairness", sample, "--at", "1500", "--json"});
    const Ran date = ctl({"fairness", sample, "--at", "2026-11-20T09:25:00Z", "--json"});
    const Ran offset = ctl({"fairness", sample, "--at", "2026-11-20T10:25:00+01:00", "--json"});
    ASSERT_EQ(seconds.code, 0) << seconds.err;
    EXPECT_EQ(date.out, seconds.out) << date.err;
    EXPECT_EQ(offset.out, seconds.out) << offset.err;
    EXPECT_NE(ctl({"fairness", sample, "--at", "2026-11-20T08:00:00Z"}).code, 0);
    EXPECT_NE(ctl({"fairness", sample, "--at", "yesterday"}).code, 0);
}

TEST_F(ReportTest, prices_make_costs) {
    const Json answer = report({"--by", "quota", "--price", "2.00", "--price", "3@2026-02-01"});
    EXPECT_EQ(answer["rows"][0]["cost"], 88 * 2 + 12 * 3.0);
    EXPECT_EQ(answer["currency"], "EUR");
}

TEST_F(ReportTest, what_costs_nothing_for_want_of_a_price_is_told) {
    std::string trace = kSacct;
    for (const char* type : {"physics|gpu|2026-01-10", "chem|gpu|2026-02-05"}) {
        const auto row = trace.find(type);
        ASSERT_NE(row, std::string::npos);
        trace.replace(trace.find("gres/gpu=8", row), 10, "gres/gpu:h100=8");
    }
    writeBytes(folder_ / "sacct.txt", trace);
    const auto ask = [&](std::vector<std::string> prices,
                         const char* period = "2026-01-10..2026-02-28") {
        std::vector<std::string> arguments{
            "report", "--trace", folder_ / "sacct.txt", "--format", "sacct", "--period", period};
        for (std::string& price : prices)
            arguments.insert(arguments.end(), {"--price", std::move(price)});
        return ctl(arguments);
    };
    EXPECT_EQ(ask({"2"}).err.find("warning"), std::string::npos);
    const Ran some = ask({"h100=2"});
    EXPECT_EQ(some.code, 0);
    EXPECT_THAT(some.err, HasSubstr("GPUs without a type have no price"));
    EXPECT_THAT(some.err, Not(HasSubstr("h100 has no price")));
    const Ran later = ask({"h100=2@2026-02-01", "1@2026-02-01"});
    EXPECT_THAT(later.err, HasSubstr("GPU type h100 has no price"));
    EXPECT_THAT(ask({"1", "FOO=2"}).err, HasSubstr("no GPU of type FOO"));
    const Ran twice = ask({"1", "2"});
    EXPECT_NE(twice.code, 0);
    EXPECT_THAT(twice.err, HasSubstr("Price '2' is the second of its GPU type and day."));
}

TEST_F(ReportTest, names_are_escaped_in_html_and_formulas_in_csv) {
    std::string trace = kSacct;
    for (std::size_t at = trace.find("physics"); at != std::string::npos;
         at = trace.find("physics", at))
        trace.replace(at, 7, "=<b>&x");
    writeBytes(folder_ / "sacct.txt", trace);
    const auto write = [&](const std::string& out) {
        return ctl({"report", "--trace", folder_ / "sacct.txt", "--format", "sacct", "--by",
                    "quota,user", "--out", out});
    };
    ASSERT_EQ(write(folder_ / "r.html").code, 0);
    const std::string html = bytesOf(folder_ / "r.html");
    EXPECT_THAT(html, HasSubstr("=&lt;b&gt;&amp;x"));
    EXPECT_THAT(html, Not(HasSubstr("<b>&x")));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, Not(HasSubstr("http:")));
    EXPECT_THAT(html, Not(HasSubstr("{{")));
    ASSERT_EQ(write(folder_ / "r.csv/").code, 0);
    EXPECT_THAT(bytesOf(folder_ / "r.csv/teams.csv"), HasSubstr("\n'=<b>&x,"));
    EXPECT_THAT(bytesOf(folder_ / "r.csv/by.csv"), HasSubstr("\n'=<b>&x,ua,"));
    ASSERT_EQ(write(folder_ / "rows.csv").code, 0);
    EXPECT_THAT(bytesOf(folder_ / "rows.csv"), HasSubstr("quota,user,subtotal,guaranteed,used"));
    ASSERT_EQ(write(folder_ / "r.json").code, 0);
    EXPECT_TRUE(accepts("report", bytesOf(folder_ / "r.json")));
}

TEST_F(ReportTest, wrong_words_are_refused_with_what_is_allowed) {
    const auto err = [&](std::vector<std::string> more) {
        writeBytes(folder_ / "sacct.txt", kSacct);
        more.insert(more.begin(), {"report", "--trace", folder_ / "sacct.txt"});
        const Ran ran = ctl(more);
        EXPECT_NE(ran.code, 0);
        return ran.err;
    };
    EXPECT_THAT(err({"--period", "2026-W60"}), HasSubstr("'2026-W60' is not a period"));
    EXPECT_THAT(err({"--by", "teem"}), HasSubstr("Unknown key 'teem'"));
    EXPECT_THAT(err({"--by", "day,week"}), HasSubstr("'week' is not the first of its kind"));
    EXPECT_THAT(err({"--zone", "Mars"}), HasSubstr("Unknown time zone 'Mars'"));
    EXPECT_THAT(err({"--price", "much"}), HasSubstr("'much' is not a price"));
    EXPECT_THAT(err({"--cost", "guess"}), HasSubstr("'guess' is not a cost model"));
}

TEST_F(ReportTest, a_scenario_and_its_fairness_are_told_in_text_and_json) {
    writeBytes(folder_ / "pool.json", smallScenario());
    const Ran text = ctl({"report", folder_ / "pool.json", "--by", "quota"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("Capacity, GPU hours"));
    const Ran json = ctl({"report", folder_ / "pool.json", "--json"});
    EXPECT_TRUE(accepts("report", json.out));
    const Ran fairness = ctl({"fairness", folder_ / "pool.json", "--at", "20", "--json"});
    EXPECT_EQ(fairness.code, 0) << fairness.err;
    EXPECT_TRUE(accepts("fairness", fairness.out)) << fairness.out;
    EXPECT_EQ(Json::parse(fairness.out)["time"], 20.0);
    EXPECT_EQ(Json::parse(fairness.out)["shareKept"], 1.0) << "one quota has all that it is due";
    EXPECT_THAT(ctl({"fairness", folder_ / "pool.json", "--at", "20"}).out,
                HasSubstr("Idle guarantees"));
}

}  // namespace
}  // namespace apportion::testing
