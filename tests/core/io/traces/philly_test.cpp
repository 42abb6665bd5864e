// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gzip.h"
#include "core/model/date_text.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion {
namespace {

const std::string kPhilly = std::string(APPORTION_SOURCE_DIR) + "/tests/data/philly.csv.gz";

class PhillyTest : public testing::TraceFile {
protected:
    std::string write(const std::string& text) const {
        testing::writeBytes(path(), text);
        return path();
    }
    Problems problemsOf(const std::string& text) {
        const Result<Trace> trace = read("philly", text);
        return trace ? Problems{} : trace.error();
    }
};

TEST_F(PhillyTest, ReadsTheWholeTraceFromGzip) {
    const Result<Trace> trace = readTrace(kPhilly, "philly");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 82'247u);
    EXPECT_EQ(trace->rows, 82'247);
    EXPECT_EQ(trace->groups.size(), 15u);
    EXPECT_TRUE(trace->dropped.empty());
    const TraceJob& first = trace->jobs.front();
    EXPECT_EQ(dateText(first.submit), "2017-10-09T07:01:55Z");
    EXPECT_EQ(first.duration, 66'000);
    EXPECT_EQ(first.gpu, 100);
    EXPECT_EQ(trace->groups[first.group], "11cb48");
    EXPECT_EQ(trace->jobs.back().row, 82'247);
}

TEST_F(PhillyTest, FindsColumnsByName) {
    const auto trace = readTrace(write("\xEF\xBB\xBF"
                                       "cluster,extra,num_gpus, duration ,timestamp\r\n"
                                       "\"a,\"\"b\"\"\",x,2,1.9999,2017-10-09T07:01:55\r\n"
                                       "\r\n"
                                       "c,x,0,5,2017-10-09 07:01:56"),
                                 "philly");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_EQ(trace->groups[0], "a,\"b\"");
    EXPECT_EQ(trace->jobs[0].gpu, 200);
    EXPECT_EQ(trace->jobs[0].duration, 1999);
    EXPECT_EQ(trace->rows, 2);
    ASSERT_EQ(trace->dropped.size(), 1u);
    EXPECT_EQ(render(trace->dropped[0]), "Skipped: 1 row of jobs without a GPU. First: line 4.");
}

TEST_F(PhillyTest, TellsEveryProblemWithItsPlace) {
    const Problems problems = problemsOf(
        "timestamp,duration,num_gpus,cluster\n"
        "2017-02-30 07:01:55,66.0,1,a\n"
        "2017-10-09 07:01:55,-6,1.5,a/b\n"
        "2017-10-09 07:01:55,66.0,1\n"
        "2017-10-09 07:01:55,66.0,1,a\n");
    ASSERT_EQ(problems.size(), 6u);
    EXPECT_EQ(problems[0].line, 2);
    EXPECT_EQ(problems[0].column, 1);
    EXPECT_EQ(problems[0].pointer, "/2/timestamp");
    EXPECT_EQ(problems[0].file, path());
    EXPECT_EQ(render(problems[0].message),
              "Column 'timestamp': '2017-02-30 07:01:55' is not a date and time.");
    EXPECT_EQ(problems[1].message.code, "trace-bad-seconds");
    EXPECT_EQ(problems[1].column, 21);
    EXPECT_EQ(problems[2].message.code, "trace-bad-count");
    EXPECT_EQ(problems[3].message.code, "trace-bad-group");
    EXPECT_EQ(problems[4].line, 4);
    EXPECT_EQ(render(problems[4].message), "This row has 3 fields, and the first line names 4.");
    for (const Problem& problem : problems)
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
}

TEST_F(PhillyTest, StopsTellingAfterFifty) {
    std::string text = "timestamp,duration,num_gpus,cluster\n";
    for (int i = 0; i < 70; ++i)
        text += "x,1,1,a\n";
    const Problems problems = problemsOf(text);
    ASSERT_EQ(problems.size(), 52u);
    EXPECT_EQ(render(problems[50].message), "Problems of this file that are not listed: 20.");
}

TEST_F(PhillyTest, NamesTheColumnsThatAreMissing) {
    const Problems problems = problemsOf("time,duration,gpus,cluster\n");
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_EQ(render(problems[0].message),
              "Column 'timestamp' of format philly is missing. The first line names time, "
              "duration, gpus and cluster.");
    EXPECT_EQ(problemsOf("\n \n").front().message.code, "trace-empty");
    EXPECT_EQ(problemsOf("").front().message.code, "empty-file");
    EXPECT_EQ(problemsOf("timestamp,duration,num_gpus,num_gpus,cluster\n").front().message.code,
              "trace-column-twice");
}

TEST_F(PhillyTest, SaysWhyAFileCannotBeRead) {
    const auto code = [](const std::string& path) {
        const Result<Trace> trace = readTrace(path, "philly");
        return trace ? "" : std::string(plainCode(trace.error().front().message.code));
    };
    EXPECT_EQ(code("/nowhere/at/all.csv"), "no-such-file");
    EXPECT_EQ(code(::testing::TempDir()), "is-directory");

    std::string packed = testing::bytesOf(kPhilly);
    EXPECT_EQ(code(write(packed.substr(0, packed.size() / 2))), "truncated-gzip");
    packed[10] = '\xFF';  // no kind of block
    EXPECT_EQ(code(write(packed)), "bad-gzip");
    EXPECT_EQ(code(write(std::string(std::size_t{3} << 20, 'x'))), "trace-line-too-long");
    // What a damaged archive unpacks to has no lines: the damage is why.
    std::string noLines = gzip(std::string(std::size_t{3} << 20, 'x'));
    EXPECT_EQ(code(write(noLines)), "trace-line-too-long");
    noLines[noLines.size() - 8] ^= char{1};  // of the checksum
    EXPECT_EQ(code(write(noLines)), "bad-gzip");
}

TEST_F(PhillyTest, RefusesAFormatWithoutReader) {
    const Result<Trace> trace = readTrace(kPhilly, "nonsense");
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().front().message.code, "trace-format");
}

// A group of the trace may be called as the jobs without one are.
TEST_F(PhillyTest, JobsWithoutAGroupAreNotThoseOfAGroupOfThatName) {
    const auto of = [&](const std::vector<std::string>& groups) {
        std::string rows = "timestamp,duration,num_gpus,cluster\n";
        for (const std::string& group : groups)
            rows += "2017-10-09 07:01:55,66.0,1," + group + "\n";
        return readTrace(write(rows), "philly", {});
    };
    const auto both = of({"(none)", "", "a", ""});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->groups, (std::vector<std::string>{"(none)", "(no group)", "a"}));
    EXPECT_EQ(both->noGroup, "(no group)");
    EXPECT_EQ(both->jobs[3].group, both->jobs[1].group);
    EXPECT_EQ(render(both->remarks.front()),
              "Without a group in column 'cluster': 2 jobs, in group '(no group)'.");
    const auto three = of({"(no group)", "", "(none)"});
    ASSERT_TRUE(three);
    EXPECT_EQ(three->groups, (std::vector<std::string>{"(no group)", "(no group 2)", "(none)"}));
    const auto real = of({"(none)", "a"});
    ASSERT_TRUE(real);
    EXPECT_TRUE(real->remarks.empty()) << render(real->remarks.front());
    EXPECT_EQ(real->noGroup, "");
}

TEST_F(PhillyTest, TellsHowManyJobsHaveNoGroup) {
    const std::string head = "timestamp,duration,num_gpus,cluster\n";
    const std::string none = "2017-10-09 07:01:55,66.0,1,\n";
    const auto told = [&](const std::string& rows, const TraceOptions& options = {}) {
        const auto trace = readTrace(write(head + rows), "philly", options);
        EXPECT_TRUE(trace);
        std::vector<std::string> remarks;
        for (const Message& remark : trace->remarks)
            remarks.push_back(render(remark));
        return remarks;
    };
    const std::vector<std::string> two{
        "Without a group in column 'cluster': 2 jobs, in group '(none)'."};
    EXPECT_EQ(told(none + "2017-10-09 07:01:55,66.0,1,a\n" + none), two);
    TraceOptions team;
    team.team = "cluster";
    EXPECT_EQ(told(none + "2017-10-09 07:01:55,66.0,1,a\n" + none, team), two);
    // Where no job has one there are no groups, and every job has one here.
    EXPECT_TRUE(told(none + none).empty());
    EXPECT_TRUE(told("2017-10-09 07:01:55,66.0,1,a\n2017-10-09 07:01:55,66.0,1,b\n").empty());
}

}  // namespace
}  // namespace apportion
