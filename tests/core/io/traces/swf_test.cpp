// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Swf = TraceFile;

// job submit wait run procs cpu mem reqprocs reqtime reqmem status user group exe queue partition
const std::string kLog =
    "; Version: 2.2\n"
    ";   UnixStartTime: 1504521041\n"
    ";Queue: 1 high for those in a hurry\n"
    "; Queue: 2 low\n"
    "\n"
    "  1   0 10  60   4 -1 -1  8 -1 -1 1  3  9 -1 1 1 -1 -1\n"
    "2 5 -1 60.5 -1 -1 -1 2 -1 -1 0 3 9 -1 2 1 -1 -1\r\n"
    "3\t6 -1 -1 4 -1 -1 4 -1 -1 5 3 9 -1 2 1 -1 -1\n"
    "4 7 -1 0 -1 -1 -1 4 -1 -1 5 3 9 -1 2 1 -1 -1\n"
    "5 8 -1 0 1 -1 -1 1 -1 -1 1 -1 9 -1 -1 1 -1 -1\n"
    "6 9 -1 40 0 -1 -1 0 -1 -1 1 3 9 -1 2 1 -1 -1\n"
    "1 0 -1 30 4 -1 -1 4 -1 -1 2 3 9 -1 2 1 -1 -1\n"
    "7 9 -1 -1 4 -1 -1 4 -1 -1 1 3 9 -1 2 1 -1 -1\n";

TEST_F(Swf, ReadsJobsThatRan) {
    const auto trace = read("swf", kLog);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 3u);
    EXPECT_EQ(trace->rows, 8);
    EXPECT_TRUE(trace->dates);
    EXPECT_THAT(trace->groups, ElementsAre("high", "low", "(none)"));
    const auto& jobs = trace->jobs;
    EXPECT_EQ(trace->nameOf(jobs[0]), "1");
    EXPECT_EQ(jobs[0].submit, 1'504'521'041'000);
    EXPECT_EQ(jobs[0].duration, 60'000);
    EXPECT_EQ(jobs[0].gpu, 400);  // allocated before requested
    EXPECT_THAT(counts(trace->remarks), ::testing::Contains("trace-remark-given 1 6"));
    EXPECT_EQ(trace->users[jobs[0].user], "3");
    EXPECT_EQ(jobs[1].duration, 60'500);
    EXPECT_EQ(jobs[1].gpu, 200);
    EXPECT_EQ(jobs[2].duration, 0);  // a short run
    EXPECT_EQ(jobs[2].user, 0u);
    EXPECT_EQ(trace->groups[jobs[2].group], "(none)");
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-never-started 2 8", "trace-dropped-no-processors 1 11",
                            "trace-dropped-parts 1 12", "trace-dropped-no-end 1 13"));
}

TEST_F(Swf, JobsWithoutAQueueAreNotThoseOfAQueueOfThatName) {
    const auto trace = read("swf",
                            "; Queue: 5 (none)\n1 0 -1 5 1 -1 -1 1 -1 -1 1 3 -1 -1 5 -1 -1 -1\n"
                            "2 0 -1 5 1 -1 -1 1 -1 -1 1 3 -1 -1 -1 -1 -1 -1\n");
    ASSERT_TRUE(trace);
    EXPECT_THAT(trace->groups, ElementsAre("(none)", "(no group)"));
    EXPECT_EQ(trace->noGroup, "(no group)");
}

TEST_F(Swf, KeepsACancelledJobThatHadProcessors) {
    const auto trace = read("swf", "1 7 3 0 4 -1 -1 4 -1 -1 5 3 9 -1 2 1 -1 -1\n");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.size(), 1u);
}

TEST_F(Swf, TakesZeroProcessorsAsNotKnown) {
    const auto trace = read("swf", "1 7 3 10 0 -1 -1 3 -1 -1 1 3 9 -1 2 1 -1 -1\n");
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_EQ(trace->jobs[0].gpu, 300);
}

TEST_F(Swf, TakesGroupsFromWhatIsKnown) {
    const auto grouped = read("swf", "1 0 -1 5 1 -1 -1 1 -1 -1 1 3 9 -1 -1 2 -1 -1\n");
    ASSERT_TRUE(grouped);
    EXPECT_FALSE(grouped->dates);
    EXPECT_THAT(grouped->groups, ElementsAre("9"));
    const auto parted =
        read("swf", "; Partition: 2 east\n1 0 -1 5 1 -1 -1 1 -1 -1 1 3 -1 -1 -1 2 -1 -1\n");
    ASSERT_TRUE(parted);
    EXPECT_THAT(parted->groups, ElementsAre("east"));
    const auto none = read("swf", "1 0 -1 5 1 -1 -1 1 -1 -1 1 3 -1 -1 -1 -1 -1 -1\n");
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->groups.empty());

    TraceOptions options;
    options.team = "user";
    const auto users = read("swf", kLog, options);
    ASSERT_TRUE(users);
    EXPECT_EQ(users->groups.front(), "3");
    options.team = "group";
    EXPECT_THAT(read("swf", kLog, options)->groups, ElementsAre("9"));
}

TEST_F(Swf, WarnsOfHeadersThatSayOtherwise) {
    const std::string row = " 0 -1 5 1 -1 -1 1 -1 -1 1 3 9 -1 1 2 -1 -1\n";
    const std::string header = "; UnixStartTime: 1000\n; Queue: 1 fast\n";
    EXPECT_TRUE(read("swf", header + "1" + row + header + "2" + row)->warnings.empty());
    const auto trace =
        read("swf", header + "1" + row + "; UnixStartTime: 2000\n;  Queue: 1 slow\n2" + row);
    ASSERT_TRUE(trace);
    EXPECT_THAT(trace->groups, ElementsAre("fast"));
    ASSERT_EQ(trace->warnings.size(), 2u);
    EXPECT_EQ(trace->warnings[0].line, 4);
    EXPECT_EQ(trace->warnings[0].column, 18);
    EXPECT_THAT(render(trace->warnings[0].message),
                ::testing::HasSubstr("an earlier header has the start 1000"));
    EXPECT_EQ(trace->warnings[1].line, 5);
    EXPECT_EQ(trace->warnings[1].column, 13);
    EXPECT_THAT(render(trace->warnings[1].message),
                ::testing::HasSubstr("an earlier header names 1 'fast'"));
}

TEST_F(Swf, TellsThatANameInTheHeaderCannotBeOne) {
    const auto trace =
        read("swf", "; Queue: 1 small/large jobs\n1 7 3 5 1 -1 -1 1 -1 -1 1 3 9 -1 1 1 -1 -1\n");
    ASSERT_TRUE(trace);
    EXPECT_THAT(trace->groups, ElementsAre("1"));
    ASSERT_EQ(trace->warnings.size(), 1u);
    EXPECT_EQ(trace->warnings[0].line, 1);
    EXPECT_EQ(trace->warnings[0].column, 12);
    EXPECT_THAT(render(trace->warnings[0].message), ::testing::HasSubstr("'small/large'"));
}

TEST_F(Swf, DoesNotTakeASharedFirstWordForAName) {
    const auto trace = read("swf",
                            "; Queue: 1 the fast one\n; Queue: 2 the slow one\n"
                            "1 0 -1 5 1 -1 -1 1 -1 -1 1 3 9 -1 1 2 -1 -1\n"
                            "2 0 -1 5 1 -1 -1 1 -1 -1 1 3 9 -1 2 2 -1 -1\n");
    ASSERT_TRUE(trace);
    EXPECT_THAT(trace->groups, ElementsAre("1", "2"));
}

// Some logs count from 1970, with and without a start in the header.
TEST_F(Swf, ReadsTimesSince1970) {
    const std::string row = "1 1356996147 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n";
    for (const std::string& header :
         {std::string(), std::string("; UnixStartTime: 1356990000\n")}) {
        const auto trace = read("swf", header + row);
        ASSERT_TRUE(trace) << render(trace.error().front().message);
        EXPECT_TRUE(trace->dates);
        EXPECT_EQ(trace->jobs.front().submit, 1'356'996'147'000);
    }
}

TEST_F(Swf, CountsRowsWithoutASubmissionOrWithANegativeRun) {
    const auto trace = read("swf",
                            "1 -1 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                            "2 0 -1 -1359980917 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                            "3 0 -1 5 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 1U);
    EXPECT_THAT(counts(trace->dropped),
                ElementsAre("trace-dropped-no-submit 1 1", "trace-dropped-negative 1 2"));
}

TEST_F(Swf, TellsEveryProblem) {
    EXPECT_THAT(wrong("swf",
                      "; Version: 2.2\n"
                      "1 -5 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                      "2 0 -1 x 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                      "3 0 -1 60 4.5 -1 -1 4 -1 -1 9 3 9 -1 1 1 -1 -1\n"
                      "4 0 -1 60 4 -1 -1 4\n"
                      "5 0 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 x 1 -1 -1\n"),
                ElementsAre("2:3 trace-bad-seconds -5", "3:8 trace-bad-seconds x",
                            "4:11 trace-bad-count 4.5", "4:29 trace-bad-status 9",
                            "5:1 trace-field-count", "6:36 trace-bad-number x"));
}

TEST_F(Swf, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    const std::string rest = " 0 60 2 -1 -1 2 -1 -1 ";
    EXPECT_THAT(wrong("swf", "1 soon" + rest +
                                 "3 1 1 -1 1 -1 -1 -1\n"
                                 "2 -1" +
                                 rest +
                                 "3 1 1 -1 1 -1 -1 -1\n"
                                 "3 x 0 60 0 -1 -1 0 -1 -1 1 1 1 -1 1 -1 -1 -1\n"),
                ElementsAre("1:3 trace-bad-seconds soon", "3:3 trace-bad-seconds x"));
}

// Where there is no header it is not the header again.
TEST_F(Swf, RefusesALineThatIsTooLong) {
    const std::string row = " 0 0 5 1 -1 -1 1 -1 -1 1 1 1 1 1 -1 -1 -1\n";
    EXPECT_THAT(wrong("swf", "1" + row + std::string(1 << 21, 'x') + "\n2" + row),
                ElementsAre("2:1 trace-line-too-long"));
}

TEST_F(Swf, RefusesWhatIsNoTimeInRowsThatAreLeftOut) {
    const auto row = [](const std::string& submit, const std::string& run,
                        const std::string& processors, const std::string& status) {
        return "1 " + submit + " 0 " + run + " " + processors + " -1 -1 " + processors + " -1 -1 " +
               status + " 1 1 1 1 -1 -1 -1\n";
    };
    EXPECT_THAT(wrong("swf", row("rub", "5", "1", "2")), ElementsAre("1:3 trace-bad-seconds rub"));
    EXPECT_THAT(wrong("swf", row("rub", "-1", "1", "5")), ElementsAre("1:3 trace-bad-seconds rub"));
    EXPECT_THAT(wrong("swf", row("rub", "0", "-1", "5")), ElementsAre("1:3 trace-bad-seconds rub"));
    EXPECT_THAT(wrong("swf", row("5", "rub", "-1", "1")), ElementsAre("1:7 trace-bad-seconds rub"));
    EXPECT_THAT(wrong("swf", row("5", "rub", "1", "3")), ElementsAre("1:7 trace-bad-seconds rub"));
    EXPECT_TRUE(read("swf", row("5", "-1", "1", "3") + row("5", "-7", "1", "4")));
    // Told once.
    EXPECT_THAT(wrong("swf", "1 0 0 5 1 -1 -1 1 -1 -1 1 1 1 1 a/b -1 -1 -1\n"),
                ElementsAre("1:33 trace-bad-number a/b"));
}

}  // namespace
}  // namespace apportion::testing
