// SPDX-License-Identifier: GPL-3.0-or-later
// What is told with its place although a row could be read: headers again, names that stand twice,
// numbers with more places than are counted.
#include "core/io/traces/guarantee_list.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Places = TraceFile;

const std::string kSacctHead =
    "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|State|ReqTRES\n";
const std::string kJob =
    "|ana|team-a|gpu|normal|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|3600|"
    "COMPLETED|gres/gpu=4\n";

TEST_F(Places, LeavesOutAHeaderThatIsThereAgain) {
    for (const std::string& first : {kSacctHead, std::string()}) {
        const auto trace = read("sacct", first + "1" + kJob + kSacctHead + "2" + kJob + kSacctHead);
        ASSERT_TRUE(trace) << render(trace.error().front().message);
        EXPECT_EQ(trace->jobs.size(), 2u);
        EXPECT_EQ(trace->rows, 2);
        EXPECT_THAT(counts(trace->dropped), ElementsAre("trace-dropped-headers 2 " +
                                                        std::string(first.empty() ? "2" : "3")));
    }
    const std::string header = "submit,duration,gpus\n";
    const auto csv = read("csv", header + "0,1,1\n" + header + "1,1,1\n");
    ASSERT_TRUE(csv);
    EXPECT_THAT(counts(csv->dropped), ElementsAre("trace-dropped-headers 1 3"));
}

TEST_F(Places, RefusesAHeaderOfOtherColumns) {
    EXPECT_THAT(wrong("sacct", kSacctHead + "1" + kJob +
                                   "JobIDRaw|User|Account|QOS|Partition|Submit|Start|End|"
                                   "ElapsedRaw|State|ReqTRES\n"),
                ElementsAre("3:23 trace-other-header QOS"));
}

// Of every table with a header one of the same columns in another order, and one of fewer.
TEST_F(Places, RefusesAHeaderOfOtherColumnsInEveryTable) {
    for (const auto& [format, text] :
         {std::pair("csv",
                    "submit,duration,gpus\n0,50,1\n\xEF\xBB\xBFsubmit,gpus,duration\n200,2,4\n"),
          std::pair("csv", "submit,duration,gpus\n0,50,1\ngpus,submit\n4,2\n"),
          std::pair("csv", "submit,duration,gpus\n0,50,1\nsubmit,duration\n4,2\n"),
          std::pair("csv", "submit,duration,gpus\n0,50,1\nsubmit,duration,gpus,name\n4,2,1,a\n"),
          std::pair("philly",
                    "timestamp,duration,num_gpus,cluster\n2017-10-09 07:01:55,66.0,1,a\n"
                    "timestamp,num_gpus,duration,cluster\n2017-10-09 07:01:55,66,1,a\n"),
          std::pair("pai",
                    "job_id,arrival_s,service_sec,gpu_count\na,1,1,8\n"
                    "job_id,service_sec,arrival_s,gpu_count\nb,1,1,8\n"),
          std::pair("helios",
                    "job_id,user,vc,gpu_num,submit_time,duration\n1,u,v,4,2020-06-09 18:41:27,9\n"
                    "job_id,user,vc,duration,submit_time,gpu_num\n2,u,v,4,2020-06-09 18:41:27,9\n"),
          std::pair("openb",
                    "name,num_gpu,gpu_milli,qos,creation_time,deletion_time,scheduled_time\n"
                    "a,1,460,LS,0,12,1\n"
                    "name,num_gpu,gpu_milli,qos,creation_time,scheduled_time,deletion_time\n"
                    "b,1,460,LS,0,1,12\n")})
        for (const bool skip : {false, true}) {
            SCOPED_TRACE(text);
            TraceOptions options;
            options.skipBadRows = skip;
            EXPECT_THAT(wrong(format, text, options),
                        ElementsAre(::testing::AllOf(::testing::StartsWith("3:"),
                                                     HasSubstr(" trace-other-header "))));
        }
}

TEST_F(Places, KnowsItsHeaderInAnotherDress) {
    const auto trace = read("csv",
                            "submit,duration,gpus\n0,1,1\n\xEF\xBB\xBFsubmit,duration,gpus\n1,1,1\n"
                            "\"submit\", duration ,\"gpus\",\n2,1,1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 3u);
    EXPECT_EQ(trace->rows, 3);
    EXPECT_THAT(counts(trace->dropped), ElementsAre("trace-dropped-headers 2 3"));
}

TEST_F(Places, TakesARowWithNamesOfColumnsForARow) {
    TraceOptions options;
    options.skipBadRows = true;
    const auto trace = read(
        "csv", "submit,duration,gpus,group,user\n0,1,1,group,user\n0,-1,1,group,user\n", options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 1u);
}

TEST_F(Places, TellsMorePlacesThanAreCounted) {
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n0,1,0.125\n0,1,0.25\n0,1,0.250\n0,1,1.999\n"),
                ElementsAre("2:5 trace-too-many-places 0.125", "5:5 trace-too-many-places 1.999"));
    const auto pai =
        read("pai", "job_id,arrival_s,service_sec,gpu_count\na,0,1,0.5\nb,0,1,0.125\n");
    ASSERT_TRUE(pai);
    EXPECT_EQ(pai->jobs[1].gpu, 13);
    EXPECT_THAT(counts(pai->remarks), ElementsAre("trace-remark-rounded 1 3"));
}

TEST_F(Places, WarnsOfAStartOfTheLogThatIsNone) {
    const std::string row = "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n";
    for (const auto& [header, place] :
         {std::pair("; UnixStartTime: abc", "2:18 abc"), std::pair(";UnixStartTime: -7", "2:17 -7"),
          std::pair("; UnixStartTime:", "2:1 "),
          std::pair(";  UnixStartTime: 99999999999", "2:19 99999999999")}) {
        const auto trace = read("swf", "; Version: 2.2\n" + std::string(header) + "\n" + row);
        ASSERT_TRUE(trace);
        EXPECT_FALSE(trace->dates);
        ASSERT_EQ(trace->warnings.size(), 1u);
        const Problem& warning = trace->warnings.front();
        EXPECT_TRUE(warning.warning);
        EXPECT_EQ(warning.file, path());
        EXPECT_TRUE(isComplete(warning.message));
        EXPECT_EQ(std::to_string(warning.line) + ":" + std::to_string(warning.column) + " " +
                      warning.message.arguments.back().value.text,
                  place);
    }
    EXPECT_THAT(read("swf", "; UnixStartTime: 0\n" + row)->warnings, IsEmpty());
}

TEST_F(Places, CallsUnknownGroupsNone) {
    const std::string row =
        "1 0 -1 60 4 -1 -1 8 -1 -1 1 -1 9 -1 1 1 -1 -1\n"
        "2 0 -1 60 4 -1 -1 8 -1 -1 1 5 9 -1 1 1 -1 -1\n";
    TraceOptions options;
    options.team = "user";
    options.priority = "executable";
    const auto swf = read("swf", row, options);
    ASSERT_TRUE(swf) << render(swf.error().front().message);
    EXPECT_THAT(swf->groups, ElementsAre("(none)", "5"));
    EXPECT_EQ(swf->jobs[0].priority, 5);
    options = {};
    options.team = "org";
    const auto pai =
        read("pai", "job_id,arrival_s,service_sec,gpu_count,org\na,0,1,1,-1\nb,0,1,1,x\n", options);
    ASSERT_TRUE(pai);
    EXPECT_THAT(pai->groups, ElementsAre("(none)", "x"));
}

// The line and the column of every job whose name is taken, whatever stands between the rows.
TEST_F(Places, TellsWhereANameStandsTwice) {
    const auto trace = read("csv",
                            "submit,name,duration,gpus\n\n5,a,1,1\n10,b,1,1\n\n\n"
                            "0,\"a\",1,1\n100,c,1,1\n1,a,1,1\n200,b,1,1\n");
    ASSERT_FALSE(trace);
    std::vector<std::string> told;
    for (const Problem& problem : trace.error()) {
        EXPECT_TRUE(isComplete(problem.message));
        if (problem.warning)
            continue;
        told.push_back(std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
                       problem.pointer + " " + render(problem.message));
    }
    EXPECT_THAT(
        told,
        ElementsAre("7:3 /7/name Column 'name': the job in line 3 already has the name 'a'.",
                    "9:3 /9/name Column 'name': the job in line 3 already has the name 'a'.",
                    "10:5 /10/name Column 'name': the job in line 4 already has the name 'b'."));
}

TEST_F(Places, TellsTheFirstFiftyOfManyAndCountsTheRest) {
    std::string text = "submit,name,duration,gpus\n";
    for (int i = 0; i < 60; ++i)
        text += "0,same,1,1\n";
    const auto trace = read("csv", text);
    ASSERT_FALSE(trace);
    ASSERT_EQ(trace.error().size(), 52u);
    EXPECT_EQ(render(trace.error()[50].message), "Problems of this file that are not listed: 9.");
}

TEST_F(Places, SpeaksOfTheSeparatorAndOfLineEndsThatAreOthers) {
    const auto first = [&](const std::string& format, const std::string& text,
                           const TraceOptions& options = {}) {
        const auto trace = read(format, text, options);
        if (trace)
            return std::string("read");
        return std::to_string(trace.error().front().line) + " " +
               render(trace.error().front().message) + " " +
               renderRemedy(trace.error().front().message);
    };
    TraceOptions comma, bar;
    comma.separator = ',';
    bar.separator = '|';
    EXPECT_EQ(first("csv", "submit;duration;gpus\n0;1;1\n", comma),
              "1 The values of the first line are between ';', not ','. Use --separator semicolon, "
              "in a plan 'separator'.");
    EXPECT_THAT(first("helios", "job_id\tvc\tgpu_num\n", comma), HasSubstr("between tabs"));
    EXPECT_THAT(first("sacct", "JobIDRaw,Submit\n", bar), HasSubstr("not '|'"));
    for (const std::string& text :
         {std::string("submit,duration,gpus\r0,1,1\r"), "1\r" + std::string(2'000'000, '0')})
        EXPECT_EQ(first("csv", text),
                  "1 Lines end in a carriage return alone, so the file is one line. Save the file "
                  "with line feeds (Unix, macOS) or carriage return and line feed (Windows).");
    TraceOptions options;
    options.team = "account";
    EXPECT_EQ(
        first("swf", "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n", options),
        "1 Column 'account' of the option 'team' does not exist. Columns: job, submit, wait, run, "
        "processors, cpu-time, memory, req-processors, req-time, req-memory, status, user, group, "
        "executable, queue, partition, preceding and think-time. Name one of these.");
    options = {};
    options.columns = {{"submit", "when"}};
    EXPECT_THAT(first("csv", "submit,duration,gpus\n0,1,1\n", options),
                HasSubstr("Column 'when' of the option 'columns'"));
    options = {};
    options.skipBadRows = true;
    EXPECT_THAT(first("csv", "submit,duration,gpus\r0,1,1\r", options), HasSubstr("Lines end in"));
}

TEST_F(Places, ReadsLineBreaksWithinQuotationMarks) {
    const std::string header = "name,submit,duration,gpus,comment\n";
    for (const std::string end : {"\n", "\r\n"}) {
        const std::string text = header + "a,0,1,1,\"two" + end + "lines, \"\"and\"\" one" + end +
                                 "more\"" + end + "b,5,x,1,plain" + end + "\"c" + end +
                                 "d\",0,1,1,";
        EXPECT_THAT(wrong("csv", text),
                    ElementsAre("5:5 trace-bad-seconds x",
                                "6:1 trace-bad-name c\\x0" + std::string(end == "\n" ? "A" : "D") +
                                    (end == "\n" ? "d" : "\\x0Ad")));
        const auto trace = read("csv", header + "a,0,1,1,\"two" + end + "lines\"" + end +
                                           "b,5,1,1,\"again" + end + end + "two\"" + end);
        ASSERT_TRUE(trace) << render(trace.error().front().message);
        ASSERT_EQ(trace->jobs.size(), 2u);
        EXPECT_EQ(trace->nameOf(trace->jobs[1]), "b");
        EXPECT_EQ(trace->lineOf(trace->jobs[1].row), 4);
    }
    // A value behind the break is where it stands.
    EXPECT_THAT(wrong("csv", "comment,submit,duration,gpus\n\"a\nb\",0,x,1\n"),
                ElementsAre("3:6 trace-bad-seconds x"));
    // A mark that is nowhere closed takes no other row with it.
    const std::string open = header + "a,0,1,1,\"open\nb,0,x,1,\nc,0,1,1,\"z\"\nd,0,1,1,\"\n";
    EXPECT_THAT(wrong("csv", open),
                ElementsAre("2:10 trace-quote-open open", "3:5 trace-bad-seconds x",
                            "5:10 trace-quote-open "));
    std::string many = header + "a,0,1,1,\"open\n";
    for (int i = 0; i < 20'000; ++i)
        many += "b" + std::to_string(i) + ",0,1,1,\n";
    EXPECT_THAT(wrong("csv", many), ElementsAre("2:10 trace-quote-open open"));
}

// With and without a header, behind values that hold line breaks too.
TEST_F(Places, AMarkAtTheBeginningAndCarriageReturnsShiftNoPlace) {
    const std::string mark = "\xEF\xBB\xBF";
    EXPECT_THAT(wrong("csv", mark + "comment,submit,duration,gpus\r\n\"a\r\nb\",0,1,x\r\n"
                                    "c,0,y,1\r\n"),
                ElementsAre("3:8 trace-bad-count x", "4:5 trace-bad-seconds y"));
    EXPECT_THAT(wrong("swf", mark + "1 soon 0 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 -1 -1 -1\r\n"),
                ElementsAre("1:3 trace-bad-seconds soon"));
    EXPECT_THAT(wrong("sacct", mark + "1|ana|a|p|n|soon|2026-03-01T10:05:00|2026-03-01T11:05:00|"
                                      "3600|COMPLETED|gres/gpu=4\r\n"),
                ElementsAre("1:13 trace-bad-time soon"));
}

TEST_F(Places, ChoosesTheGroupsByTheFirstColumnThatAnyJobHas) {
    const auto job = [](const std::string& id, const std::string& account,
                        const std::string& partition) {
        return id + "|ana|" + account + "|" + partition +
               "|normal|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|3600|COMPLETED|"
               "gres/gpu=4\n";
    };
    const auto noted = [](const Trace& trace) {
        std::vector<std::string> told;
        for (const Message& remark : trace.remarks)
            if (plainCode(remark.code) == "trace-remark-groups")
                told.push_back(render(remark));
        return told;
    };
    const auto partition =
        read("sacct", kSacctHead + job("1", "", "gpu") + job("2", "", "") + job("3", "", "long"));
    ASSERT_TRUE(partition);
    EXPECT_THAT(partition->groups, ElementsAre("gpu", "(none)", "long"));
    EXPECT_THAT(
        noted(*partition),
        ElementsAre("Groups of jobs: by 'Partition', the first of Account, Partition and QOS "
                    "with a value (--team). Without a value: 1 job, in group '(none)'."));
    const auto account = read("sacct", kSacctHead + job("1", "", "gpu") + job("2", "b", "gpu"));
    ASSERT_TRUE(account);
    EXPECT_THAT(account->groups, ElementsAre("(none)", "b"));
    EXPECT_THAT(noted(*account), ElementsAre(HasSubstr("by 'Account'")));
    const auto swf = read("swf", "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 -1 1 -1 -1\n");
    ASSERT_TRUE(swf);
    EXPECT_THAT(swf->groups, ElementsAre("9"));
    EXPECT_THAT(
        noted(*swf),
        ElementsAre("Groups of jobs: by 'group', the first of queue, group and partition with "
                    "a value (--team)."));
    TraceOptions options;
    options.team = "partition";
    EXPECT_THAT(noted(*read("swf", "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 -1 1 -1 -1\n", options)),
                IsEmpty());
}

TEST_F(Places, SpeaksOfRowsInTheWordsOfTheFormat) {
    const auto first = [&](const std::string& format, const std::string& text) {
        const Problem problem = read(format, text).error().front();
        return render(problem.message) + " " + renderRemedy(problem.message);
    };
    EXPECT_EQ(
        first("swf", "1 0 -1 60\n"),
        "This row has 4 fields, and a row of format swf has 18. Add the missing values. -1 means "
        "unknown.");
    EXPECT_THAT(
        first("sacct", "41|ana|team-a|gpu\n"),
        HasSubstr("has no column names of format sacct. As a row of jobs it has 4 fields, not "
                  "11."));
    EXPECT_THAT(first("sacct", "1" + kJob + "41|ana\n"),
                HasSubstr("format sacct without column names has 11."));
    EXPECT_THAT(first("sacct", kSacctHead + "41|ana\n"), HasSubstr("Add the missing values"));
    EXPECT_THAT(first("csv", "submit,duration,gpus\n1\n"),
                HasSubstr("This row has 1 field, and the first line names 3. Add the missing "
                          "values, or put quotes"));
    // Of too many nothing is missing.
    EXPECT_THAT(
        first("swf", "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1 0 0 0\n"),
        HasSubstr("This row has 21 fields, and a row of format swf has 18. Remove the extra"));
    EXPECT_THAT(first("sacct", kSacctHead + "a|b" + kJob),
                HasSubstr("Remove the extra values. A value cannot contain the separator"));
    EXPECT_THAT(first("sacct", "1" + kJob + "a|b" + kJob), HasSubstr("Remove the extra values"));
    EXPECT_THAT(first("csv", "submit,duration,gpus\n1,2,3,4\n"),
                HasSubstr("Put quotes around a value with a comma, or remove"));
    writeBytes(path(), "team,gpus\na,1\n");
    EXPECT_EQ(
        render(readGuarantees(path()).error().front().message),
        "Column 'group' of a list of guarantees is missing. The first line names team and gpus.");
}

}  // namespace
}  // namespace apportion::testing
