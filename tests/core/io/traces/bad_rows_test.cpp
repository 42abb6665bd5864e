// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that cannot be read refuse the whole file, unless they are to be left out.
#include <map>

#include "core/io/gzip.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using BadRows = TraceFile;

const std::string kSwfRow = " 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n";
const std::string kSacct =
    "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|State|ReqTRES\n";

TraceOptions skipping() {
    TraceOptions options;
    options.skipBadRows = true;
    return options;
}

std::string rest(const std::string& elapsed) {
    return "|ana|team-a|gpu|normal|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|" +
           elapsed + "|COMPLETED|gres/gpu=4\n";
}

// Of every format a file of three rows, of which the second is bad.
const std::map<std::string, std::string>& samples() {
    static const std::map<std::string, std::string> kSamples{
        {"philly",
         "timestamp,duration,num_gpus,cluster\n2017-10-09 07:01:55,66.0,1,a\n"
         "2017-10-09 07:01:56,-1,1,b\n2017-10-09 07:01:57,66.0,1,a\n"},
        {"openb",
         "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
         "deletion_time,scheduled_time\na,1200,1024,1,460,T4,LS,Running,0,12,1\n"
         "b,1200,1024,one,460,T4,LS,Running,0,12,1\nc,1200,1024,1,460,T4,LS,Running,0,12,1\n"},
        {"pai", "job_id,arrival_s,service_sec,gpu_count\na,1,1,8\nb,yesterday,1,8\nc,1,1,8\n"},
        {"helios",
         "job_id,user,vc,gpu_num,submit_time,duration\n1,u,v,4,2020-06-09 18:41:27,246\n"
         "2,u,v,4,2020-06-31 18:41:27,246\n3,u,v,4,2020-06-09 18:41:27,246\n"},
        {"swf", "1" + kSwfRow + "2 0 -1 60\n3" + kSwfRow},
        {"sacct", kSacct + "1" + rest("60") + "2" + rest("soon") + "3" + rest("60")},
        {"csv", "submit,duration,gpus,group\n0,1,1,a\n0,1,many,b\n0,1,1,a\n"},
    };
    return kSamples;
}

// What is left out, without what a format leaves out itself.
std::vector<std::string> skipped(const Trace& trace) {
    std::vector<std::string> told;
    for (const Message& message : trace.dropped) {
        EXPECT_TRUE(isComplete(message)) << message.code;
        if (plainCode(message.code) == "trace-skipped")
            told.push_back(render(message));
    }
    return told;
}

TEST_F(BadRows, AWrongYearLeavesOutTheRowsThatHaveIt) {
    const std::string text =
        "submit,duration,gpus,group\n2020-01-01 00:00:00,1,1,a\n9020-01-01 00:00:00,1,1,b\n"
        "2020-01-01 00:01:00,1,1,a\n0020-01-01 00:00:00,1,1,c\n2020-01-01 00:02:00,1,1,a\n";
    const auto trace = read("csv", text, skipping());
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->jobs.size(), 3u);
    EXPECT_THAT(trace->groups, ElementsAre("a"));
    EXPECT_THAT(skipped(*trace),
                ElementsAre(AllOf(HasSubstr("2 rows"), HasSubstr("First: lines 3 and 5"))));
    const auto kept = read("csv", text);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->jobs.size(), 5u);
}

TEST_F(BadRows, AreLeftOutOfEveryFormatWhereTheUserWantsIt) {
    for (const auto& [format, text] : samples()) {
        SCOPED_TRACE(format);
        const auto refused = read(format, text);
        ASSERT_FALSE(refused);
        ASSERT_EQ(refused.error().size(), 2u);
        EXPECT_GT(refused.error().front().line, 0);
        EXPECT_THAT(renderRemedy(refused.error().back().message), HasSubstr("--skip-bad-rows"));
        EXPECT_TRUE(refused.error().back().warning);
        for (const std::string& file : {text, gzip(text)}) {
            const auto trace = read(format, file, skipping());
            ASSERT_TRUE(trace) << render(trace.error().front().message);
            EXPECT_EQ(trace->rows, 3);
            ASSERT_EQ(trace->jobs.size(), 2u);
            EXPECT_EQ(trace->jobs[0].row, 1u);
            EXPECT_EQ(trace->jobs[1].row, 3u);
            ASSERT_EQ(skipped(*trace).size(), 1u);
            EXPECT_THAT(skipped(*trace).front(), HasSubstr("1 row"));
            EXPECT_THAT(skipped(*trace).front(),
                        HasSubstr("line " + std::to_string(refused.error().front().line)));
        }
    }
}

TEST_F(BadRows, AreCountedByKindWithTheFirstPlaces) {
    std::string text = "name,submit,duration,gpus,module\n";
    for (int i = 0; i < 7; ++i)
        text += "n" + std::to_string(i) + ",0,-" + std::to_string(i) + ",1,\n";
    text += "a,0,1,1,\nb,0,1,1,sleep\nc,0,1\nd,0,\"1\"x,1,\na,5,1,1,\nd/,0,1,1,\nb,1,1,1,\n";
    const auto trace = read("csv", text, skipping());
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->rows, 14);
    EXPECT_EQ(trace->jobs.size(), 2u);
    EXPECT_EQ(trace->nameOf(trace->jobs[1]), "b") << "the name of a row left out is free";
    EXPECT_THAT(
        skipped(*trace),
        ElementsAre(
            "Skipped: 7 rows with unreadable values in column 'duration'. First: lines 2, 3, 4, 5 "
            "and 6, value '-0'.",
            "Skipped: 1 row with unreadable values in column 'module'. First: line 10, value "
            "'sleep'.",
            "Skipped: 1 row with too few or too many values. First: line 11.",
            "Skipped: 1 row with quotation marks that are not closed or end too early. First: line "
            "12.",
            "Skipped: 1 row with unreadable values in column 'name'. First: line 14, value 'd/'.",
            "Skipped: 1 row with the name of an earlier job. First: line 13, column 'name', value "
            "'a'."));
}

TEST_F(BadRows, LeaveNothingBehind) {
    // A group, a user and a remark of a row that is left out; the kind of its moment, too.
    const auto csv = read("csv",
                          "submit,duration,gpus,group,user\n7,x,1,a,u\n"
                          "2026-01-01 00:00:00,1,1,b/,u\n2026-01-01 00:00:00,1,1,b/,v\n"
                          "2026-01-01 00:00:00,1,1,c,w/\n2026-01-01 00:00:00,1,1,c,w\n",
                          skipping());
    ASSERT_TRUE(csv);
    ASSERT_EQ(csv->jobs.size(), 1u);
    EXPECT_TRUE(csv->dates);
    EXPECT_THAT(csv->groups, ElementsAre("c"));
    EXPECT_THAT(csv->users, ElementsAre("", "w"));
    EXPECT_THAT(skipped(*csv),
                ElementsAre(HasSubstr("1 row with unreadable values in column 'duration'"),
                            HasSubstr("2 rows with unreadable values in column 'group'"),
                            HasSubstr("1 row with unreadable values in column 'user'")));
    const auto pai = read("pai",
                          "job_id,arrival_s,service_sec,gpu_count\na,0,x,0.125\nb,x,1,0\n"
                          "c,0,1,0.125\n",
                          skipping());
    ASSERT_TRUE(pai);
    EXPECT_THAT(counts(pai->remarks), ElementsAre("trace-remark-rounded 1 4"));
    EXPECT_EQ(pai->dropped.size(), 2u) << "each row has one cause";
    // What is left out as it never started was not rounded either.
    const auto openb = read("openb",
                            "name,num_gpu,gpu_milli,gpu_spec,qos,creation_time,deletion_time,"
                            "scheduled_time\na,1,333,A,LS,0,12,\nb,1,500,B,BE,0,12,1\n");
    ASSERT_TRUE(openb);
    EXPECT_TRUE(openb->remarks.empty());
    EXPECT_THAT(openb->groups, ElementsAre("BE"));
    EXPECT_THAT(openb->gpuTypes, ElementsAre("", "B"));
}

// A row that was read and is left out for its name or its year: what was remarked on it goes, too.
TEST_F(BadRows, WhatIsRemarkedOnThemIsNotCounted) {
    const std::string header = "name,submit,start,end,duration,gpus\n";
    const auto none =
        read("csv", header + "a,0,0,100,100,1\na,5,0,77,100,1\nb,6,6,16,10,1\n", skipping());
    ASSERT_TRUE(none);
    EXPECT_EQ(none->jobs.size(), 2u);
    EXPECT_THAT(counts(none->remarks), IsEmpty());
    const auto later = read("csv",
                            header +
                                "a,0,0,100,100,1\na,5,0,77,100,1\nb,6,5,16,10,1\n"
                                "c,17000000000,16000000000,,9,1\nd,8,7,16,9,1\n",
                            skipping());
    ASSERT_TRUE(later);
    EXPECT_EQ(later->jobs.size(), 3u);
    EXPECT_THAT(counts(later->remarks),
                ElementsAre("trace-remark-start-before-submit 2 4", "trace-remark-duration 1 4"));
    // Of the value that is shown, too.
    const auto state = [](const std::string& id, const std::string& word) {
        std::string row = id + rest("3600");
        return row.replace(row.find("COMPLETED"), 9, word);
    };
    const auto sacct =
        read("sacct", kSacct + state("1", "COMPLETED") + state("1", "ODD") + state("2", "STRANGE"),
             skipping());
    ASSERT_TRUE(sacct);
    ASSERT_FALSE(sacct->remarks.empty());
    EXPECT_THAT(render(sacct->remarks.front()), AllOf(HasSubstr("STRANGE"), HasSubstr("line 4")));
}

TEST_F(BadRows, WarnOfAFirstRowOfAnotherKind) {
    const auto trace = read(
        "csv", "submit,duration,gpus\n7,1,1\n2026-01-01 00:00:00,1,1\n2026-01-01 00:00:01,1,1\n",
        skipping());
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->warnings.size(), 1u);
    EXPECT_EQ(trace->warnings[0].message.code, "trace-first-kind");
    EXPECT_EQ(trace->warnings[0].line, 2);
    EXPECT_THAT(skipped(*trace), ElementsAre(HasSubstr("First: lines 3 and 4,")));
}

TEST_F(BadRows, StillRefuseWhatIsNoRow) {
    const auto code = [&](const std::string& format, const std::string& text) {
        const auto trace = read(format, text, skipping());
        return trace ? std::string() : std::string(plainCode(trace.error().front().message.code));
    };
    const std::string packed = gzip(samples().at("csv"));
    EXPECT_EQ(code("csv", packed.substr(0, packed.size() - 4)), "truncated-gzip");
    EXPECT_EQ(code("csv", "when,duration,gpus\n0,1,1\n"), "trace-column-missing");
    EXPECT_EQ(code("csv", ""), "empty-file");
    EXPECT_EQ(code("sacct", kSacct + "1" + rest("60") +
                                "JobIDRaw|User|Account|QOS|Partition|Submit|Start|End|ElapsedRaw|"
                                "State|ReqTRES\n"),
              "trace-other-header");
}

TEST_F(BadRows, TellNoWayOnWhereThereIsNone) {
    const std::string packed = gzip(samples().at("csv"));
    for (const std::string& text :
         {packed.substr(0, packed.size() - 4), std::string("a,b\n0,1\n")}) {
        const auto trace = read("csv", text);
        ASSERT_FALSE(trace);
        for (const Problem& problem : trace.error())
            EXPECT_NE(problem.message.code, "trace-nothing-taken");
    }
}

TEST_F(BadRows, NamesThatStandTwiceAreFoundInAnyOrder) {
    std::string counting = "name,submit,duration,gpus\n", shuffled = counting;
    for (int i = 0; i < 2000; ++i) {
        counting += std::to_string(i) + ",0,1,1\n";
        shuffled += "j" + std::to_string(i * 7919 % 2000) + ",0,1,1\n";
    }
    EXPECT_THAT(wrong("csv", counting), IsEmpty());
    EXPECT_THAT(wrong("csv", shuffled), IsEmpty());
    EXPECT_THAT(wrong("csv", counting + "1999,0,1,1\n5,0,1,1\n"),
                ElementsAre("2002:1 replay-name-twice 1999", "2003:1 replay-name-twice 5"));
    EXPECT_THAT(wrong("csv", shuffled + "j0,0,1,1\nj0,0,1,1\n"),
                ElementsAre("2002:1 replay-name-twice j0", "2003:1 replay-name-twice j0"));
    // In the line that the name stands in, of a row with several.
    EXPECT_THAT(
        wrong("csv", "note,name,submit,duration,gpus\n-,a,0,1,1\n\"1\n2\n3\",a,0,1,1\n-,a,0,1,1\n"),
        ElementsAre("5:4 replay-name-twice a", "6:3 replay-name-twice a"));
}

}  // namespace
}  // namespace apportion::testing
