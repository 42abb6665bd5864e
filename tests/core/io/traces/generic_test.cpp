// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/generic.h"

#include "core/io/gzip.h"
#include "core/model/date_text.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using Generic = TraceFile;

TraceTexts columnTexts(const std::string& columns) {
    TraceTexts texts;
    texts.columns = columns;
    return texts;
}

TEST_F(Generic, ReadsAllFields) {
    const auto trace =
        read("csv",
             "name,submit,duration,gpus,replicas,cpu,memory,group,user,gputype,module,priority,"
             "preemptible,idle\n"
             "a,0,60.5,0.25,,1.5,0.5,\"t,1\",ana,H100,DSW,9,yes,\n"
             "b,10,,2,4,,,,,,,,,yes\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 2u);
    EXPECT_FALSE(trace->dates);
    const TraceJob &a = trace->jobs[0], &b = trace->jobs[1];
    EXPECT_EQ(trace->nameOf(a), "a");
    EXPECT_EQ(a.duration, 60'500);
    EXPECT_EQ(a.gpu, 25);
    EXPECT_EQ(a.replicas, 0u);
    EXPECT_EQ(a.cpu, 1500);
    EXPECT_EQ(a.memory, 512);
    EXPECT_EQ(trace->groups[a.group], "t,1");
    EXPECT_EQ(trace->users[a.user], "ana");
    EXPECT_EQ(trace->gpuTypes[a.gpuType], "H100");
    EXPECT_EQ(a.module, Module::notebook);
    EXPECT_EQ(a.priority, 9);
    EXPECT_EQ(a.preemptible, TraceJob::Preemptible::yes);
    EXPECT_EQ(b.duration, kNoDuration);
    EXPECT_EQ(b.replicas, 4u);
    EXPECT_EQ(b.priority, 5);
    EXPECT_TRUE(b.idle);
    EXPECT_EQ(trace->groups[b.group], "(none)");
}

TEST_F(Generic, RefusesQuotationMarksThatAreNotClosed) {
    const std::string header = "submit,duration,gpus,group\n";
    EXPECT_THAT(wrong("csv", header + "1,5,1,\"a\n"), ElementsAre("2:8 trace-quote-open a"));
    EXPECT_THAT(wrong("csv", header + "1,5,1,\"a\"x\n"), ElementsAre("2:10 trace-quote-tail x"));
    EXPECT_THAT(wrong("csv", header + "1,5,1,\"a\"\"\n"),
                ElementsAre("2:8 trace-quote-open a\"\""));
    EXPECT_THAT(wrong("csv", "submit,\"duration,gpus\n"),
                ElementsAre("1:9 trace-quote-open duration,gpus"));
    const auto trace = read("csv", header + "1,5,1,\"a\"\"b\" \n2,5,1,a\"b\n3,5,1,\"\"\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_THAT(trace->groups, ElementsAre("a\"b", "(none)"));
}

TEST_F(Generic, TakesNoWordForAnEndlessDuration) {
    const std::string header = "submit,duration,gpus\n";
    for (const char* word : {"nan", "NaN", "None", "Unknown", "NULL", "N/A"})
        EXPECT_THAT(wrong("csv", header + "1," + word + ",1\n"),
                    ElementsAre(std::string("2:3 trace-bad-seconds ") + word));
    EXPECT_EQ(read("csv", header + "1,,1\n")->jobs[0].duration, kNoDuration);
}

TEST_F(Generic, TellsNamesThatAreTwiceThereWithAllElse) {
    EXPECT_THAT(wrong("csv", "name,submit,duration,gpus\na,1,1,1\na,2,1,1\nb,3,1,x\n"),
                ElementsAre("3:1 replay-name-twice a", "4:7 trace-bad-count x"));
}

TEST_F(Generic, TellsWhatTheFileIsInstead) {
    EXPECT_THAT(wrong("csv", "\xFF\xFEs"), ElementsAre("1:0 file-encoding"));
    EXPECT_THAT(wrong("csv", std::string("\xFD"
                                         "7zXZ\0\0",
                                         7)),
                ElementsAre("1:0 file-packing"));
    // Without a mark at its beginning, too.
    EXPECT_THAT(wrong("csv", std::string("s\0u\0b\0m\0", 8)), ElementsAre("1:0 file-encoding"));
    EXPECT_THAT(wrong("csv", std::string("\0s\0u\0b\0m", 8)), ElementsAre("1:0 file-encoding"));
    EXPECT_THAT(wrong("csv", gzip("\xFF\xFEs")), ElementsAre("1:0 file-encoding"));
}

TEST_F(Generic, TellsAColumnThatIsTwiceThereAtTheSecond) {
    EXPECT_THAT(wrong("csv", "submit,duration,gpus,duration\n1,1,1,1\n"),
                ElementsAre("1:22 trace-column-twice"));
}

TEST_F(Generic, TakesColumnsByMapping) {
    TraceOptions options;
    options.columns =
        traceOptions(columnTexts("submit=TIME, start=began,end=ended,gpus=n,group=team"))->columns;
    const auto trace = read("csv",
                            "n,team,TIME,began,ended,junk\n"
                            "2,x,2026-01-01 00:00:00,2026-01-01 00:00:05,2026-01-01 00:01:00,\n"
                            "2,x,2026-01-01 00:00:00,,2026-01-01 00:01:00,\n"
                            "2,x,2026-01-01 00:00:00,2026-01-01 00:00:05,,\n",
                            options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 1u);
    EXPECT_TRUE(trace->dates);
    EXPECT_EQ(trace->jobs[0].duration, 55'000);
    EXPECT_EQ(trace->dropped.size(), 2u);
    EXPECT_THAT(wrong("csv", "n,team,TIME,began\n", options),
                ElementsAre("1:1 trace-column-missing"));
    EXPECT_THAT(wrong("csv", "n,team,began\n"),
                ElementsAre("1:1 trace-column-missing", "1:1 trace-column-missing",
                            "1:1 trace-no-duration"));
}

TEST_F(Generic, TellsEveryProblem) {
    EXPECT_THAT(wrong("csv",
                      "submit,duration,gpus,module,priority,preemptible,idle,replicas\n"
                      "0,1,1,batch,10,perhaps,2,0\n"
                      "2026-01-01 00:00:00,99999999999,1,,,,,\n"
                      "-1,1,1e33,,,,,\n"),
                ElementsAre("2:7 trace-bad-module batch", "2:13 trace-bad-priority 10",
                            "2:16 trace-bad-flag perhaps", "2:24 trace-bad-flag 2",
                            "2:26 trace-bad-replicas 0", "3:1 trace-bad-time 2026-01-01 00:00:00",
                            "3:21 trace-bad-seconds 99999999999", "4:1 trace-bad-time -1",
                            "4:6 trace-bad-count 1e33"));
}

TEST_F(Generic, ReadsMomentsOfClocksAheadOfUtc) {
    const auto trace =
        read("csv",
             "submit,start,end,gpus\n"
             "2026-01-01T10:00:00+02:00,2026-01-01T09:00:00Z,2026-01-01T12:00:00+0200,1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(dateText(trace->jobs[0].submit), "2026-01-01T08:00:00Z");
    EXPECT_EQ(trace->jobs[0].duration, 3600 * kSecond);
    EXPECT_THAT(wrong("csv",
                      "submit,duration,gpus\n2026-01-01 10:00:00+02:00,1,1\n"
                      "2026-01-01 10:00:00,1,1\n2026-01-01 10:00:00+25:00,1,1\n"),
                ElementsAre("3:1 trace-bad-time 2026-01-01 10:00:00",
                            "4:1 trace-bad-time 2026-01-01 10:00:00+25:00"));
}

// The first row decides the kind and is of no other.
TEST_F(Generic, ComparesOnlyLaterRowsWithTheFirst) {
    const auto first = [&](const std::string& rows) {
        writeBytes(path(), "submit,duration,gpus\n" + rows);
        const auto read = readGeneric(path(), {});
        return read ? std::string{} : render(read.error().front().message);
    };
    EXPECT_EQ(first("soon,1,1\n"), "Column 'submit': 'soon' is not a time.");
    EXPECT_EQ(first("5,1,1\n2026-01-01 00:00:00,1,1\n"),
              "Column 'submit': the time '2026-01-01 00:00:00' has another form than the times of "
              "the first row.");
    writeBytes(path(), "submit,start,end,gpus\n0,0,1000000001,1\n");
    EXPECT_EQ(render(readGeneric(path(), {}).error().front().message),
              "Column 'end': '1000000001' is more than 1,000,000,000 s after the start.");
}

TEST_F(Generic, RefusesWhatIsBeyondAllBounds) {
    EXPECT_THAT(wrong("csv",
                      "submit,start,end,gpus,replicas\n"
                      "0,0,1000000001,1,1\n0,5,4,1,1\n0,0,1,1000000,2\n0,0,1,2,1000000\n"),
                ElementsAre("2:5 trace-bad-time 1000000001", "3:5 trace-ends-before-start 4",
                            "4:15 trace-bad-replicas 2", "5:9 trace-bad-replicas 1000000"));
}

TEST_F(Generic, AMomentThatIsNoneIsAProblemInARowThatIsLeftOutToo) {
    EXPECT_THAT(wrong("csv",
                      "submit,gpus,start,end\n2026-13-01 00:00:00,1,,\n,1,,\n"
                      "2026-13-02 00:00:00,1,2026-12-01 00:00:00,\n"),
                ElementsAre("2:1 trace-bad-time 2026-13-01 00:00:00",
                            "4:1 trace-bad-time 2026-13-02 00:00:00"));
    EXPECT_THAT(wrong("csv", "submit,gpus,duration\n0,1,1\nsoon,0,1\n"),
                ElementsAre("3:1 trace-bad-time soon"));
}

TEST_F(Generic, SaysWhichJobsStartBeforeTheirSubmission) {
    for (const char* text : {"submit,start,end,gpus\n5,4,9,1\n5,5,9,1\n",
                             "submit,start,duration,gpus\n5,4,9,1\n5,5,9,1\n5,,9,1\n5,x,9,1\n"}) {
        const auto trace = read("csv", text);
        ASSERT_TRUE(trace);
        EXPECT_THAT(counts(trace->remarks), ElementsAre("trace-remark-start-before-submit 1 2"));
    }
}

TEST_F(Generic, SaysWhichJobsRanAnotherTimeThanFromStartToEnd) {
    const auto trace = read("csv",
                            "submit,start,end,duration,gpus\n5,6,9,3,1\n5,6,9,4,1\n5,9,6,3,1\n"
                            "5,,9,3,1\n5,6,x,3,1\n5,6,9,,1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    ASSERT_EQ(trace->jobs.size(), 6U);
    EXPECT_EQ(trace->jobs[1].duration, 4'000);
    EXPECT_THAT(counts(trace->remarks), ElementsAre("trace-remark-duration 1 3",
                                                    "trace-remark-end-before-start.duration 1 4"));
}

TEST_F(Generic, ReadsTheMappingFromAFile) {
    writeBytes(path(), "# ours\nsubmit = TIME\n\n gpus=n GPUs \r\n");
    const auto columns = traceOptions(columnTexts(path()));
    ASSERT_TRUE(columns);
    EXPECT_THAT(columns->columns, ElementsAre(Pair("submit", "TIME"), Pair("gpus", "n GPUs")));

    writeBytes(path(), "submit = TIME\nwhen=TIME\nsubmit=x\ngpus\n");
    const auto wrong = traceOptions(columnTexts(path()));
    ASSERT_FALSE(wrong);
    ASSERT_EQ(wrong.error().size(), 3u);
    EXPECT_EQ(wrong.error()[0].line, 2);
    EXPECT_EQ(wrong.error()[0].message.code, "columns-unknown-field");
    EXPECT_EQ(wrong.error()[1].message.code, "columns-field-twice");
    EXPECT_EQ(wrong.error()[2].message.code, "columns-no-pair");
    EXPECT_FALSE(traceOptions(columnTexts("submit")));
}

// Also of a row that is left out.
TEST_F(Generic, RefusesWhatIsNoTimeWhereverItStands) {
    const std::string header = "submit,start,end,gpus\n";
    EXPECT_THAT(wrong("csv", header + "5,,rub,1\n"), ElementsAre("2:4 trace-bad-time rub"));
    EXPECT_THAT(wrong("csv", header + "5,rub,,1\n"), ElementsAre("2:3 trace-bad-time rub"));
    EXPECT_THAT(wrong("csv", header + "5,rub,9,0\n5,6,rub,0\n"),
                ElementsAre("2:3 trace-bad-time rub", "3:5 trace-bad-time rub"));
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n5,rub,0\n"),
                ElementsAre("2:3 trace-bad-seconds rub"));
}

TEST_F(Generic, KnowsWhetherAnyDateIsOfAClockThatIsNotTold) {
    const auto local = [&](const std::string& first, const std::string& second) {
        const auto trace =
            read("csv", "submit,duration,gpus\n" + first + ",1,1\n" + second + ",1,1\n");
        EXPECT_TRUE(trace);
        return trace && trace->local;
    };
    EXPECT_FALSE(local("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"));
    EXPECT_FALSE(local("2026-03-01T10:00:00+02:00", "2026-03-01T10:00:00Z"));
    EXPECT_TRUE(local("2026-03-01T10:00:00Z", "2026-03-01T10:00:00"));
    EXPECT_FALSE(local("1772000000", "1772000001")) << "seconds since 1970 are UTC";
}

}  // namespace
}  // namespace apportion::testing
