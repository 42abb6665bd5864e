// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that a person can read: runs of one id, values behind the last column, texts with the
// separator in them, slices of GPUs.
#include <thread>

#include <sys/stat.h>

#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Runs = TraceFile;

std::vector<std::string> names(const Trace& trace) {
    std::vector<std::string> told;
    for (const TraceJob& job : trace.jobs)
        told.emplace_back(trace.nameOf(job));
    return told;
}

std::vector<std::string> remarks(const Trace& trace) {
    std::vector<std::string> told;
    for (const Message& message : trace.remarks) {
        EXPECT_TRUE(isComplete(message)) << message.code;
        told.push_back(render(message));
    }
    return told;
}

// "id|start hour|run time"
std::string sacctRow(const std::string& id, int start, int seconds, const std::string& state) {
    const std::string hour = (start < 10 ? "0" : "") + std::to_string(start);
    return id + "|team|2026-02-27T" + hour + ":00:00|2026-02-27T" + hour + ":00:10|" +
           std::to_string(seconds) + "|" + state + "|gres/gpu=4\n";
}
const std::string kSacct = "JobIDRaw|Account|Submit|Start|ElapsedRaw|State|ReqTRES\n";

TEST_F(Runs, OfOneIdWithStartsOfTheirOwnAreJobs) {
    const auto trace =
        read("sacct",
             kSacct + sacctRow("77", 8, 3889, "REQUEUED") + sacctRow("77", 10, 4473, "PREEMPTED") +
                 sacctRow("78", 8, 7200, "COMPLETED") + sacctRow("77", 12, 6122, "COMPLETED"));
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_THAT(names(*trace), ElementsAre("77", "77#2", "78", "77#3"));
    EXPECT_EQ(trace->jobs[3].duration, 6'122'000);
    EXPECT_EQ(remarks(*trace).front(),
              "Further runs of an id, with a start of their own: 2 jobs. First: '77#2', line 3.");
}

TEST_F(Runs, ThatWaitsAgainIsAJobOfItsOwn) {
    TraceOptions options;
    options.open = true;
    const auto trace = read("sacct",
                            kSacct + sacctRow("77", 8, 3889, "REQUEUED") +
                                "77|a|2026-11-02T11:00:00|Unknown|0|PENDING|gres/gpu=1\n",
                            options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_THAT(names(*trace), ElementsAre("77", "77#2"));
    EXPECT_TRUE(trace->jobs[1].waits);
}

TEST_F(Runs, ThatStandTwiceThereAreRefusedAsBefore) {
    const std::string first = sacctRow("77", 8, 3889, "REQUEUED");
    const std::string second = sacctRow("77", 10, 60, "COMPLETED");
    const std::string text = kSacct + first + second + second + first;
    EXPECT_THAT(wrong("sacct", text),
                ElementsAre("4:1 replay-name-twice 77", "5:1 replay-name-twice 77"));
    EXPECT_EQ(render(read("sacct", text).error().front().message),
              "Column 'JobIDRaw': the job in line 3 already has the name '77'.");
    TraceOptions options;
    options.skipBadRows = true;
    const auto kept = read("sacct", text, options);
    ASSERT_TRUE(kept);
    EXPECT_THAT(names(*kept), ElementsAre("77", "77#2"));
    EXPECT_THAT(counts(kept->dropped), ElementsAre(HasSubstr("trace-skipped.name.lines 2")));
}

// A start that is not told makes no run.
TEST_F(Runs, NeedAStart) {
    EXPECT_THAT(wrong("csv", "name,submit,duration,gpus\na,1,1,1\na,2,1,1\n"),
                ElementsAre("3:1 replay-name-twice a"));
    EXPECT_THAT(wrong("csv", "name,submit,start,duration,gpus\na,1,1,1,1\na,2,,1,1\n"),
                ElementsAre("3:1 replay-name-twice a"));
    EXPECT_THAT(wrong("swf",
                      "1 0 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                      "1 9 -1 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"),
                ElementsAre("2:1 replay-name-twice 1"));
}

TEST_F(Runs, OfOtherFormatsToo) {
    const auto csv = read("csv", "name,submit,start,duration,gpus\na,1,1,1,1\na,2,5,1,1\n");
    ASSERT_TRUE(csv) << render(csv.error().front().message);
    EXPECT_THAT(names(*csv), ElementsAre("a", "a#2"));
    const auto helios = read("helios",
                             "job_id,vc,gpu_num,submit_time,start_time,duration\n"
                             "7,v,4,2020-06-09 18:41:27,2020-06-09 18:41:30,246\n"
                             "7,v,4,2020-06-09 18:41:27,2020-06-09 19:41:30,246\n");
    ASSERT_TRUE(helios) << render(helios.error().front().message);
    EXPECT_THAT(names(*helios), ElementsAre("7", "7#2"));
    const auto swf = read("swf",
                          "1 0 0 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n"
                          "1 0 90 60 4 -1 -1 4 -1 -1 1 3 9 -1 1 1 -1 -1\n");
    ASSERT_TRUE(swf) << render(swf.error().front().message);
    EXPECT_THAT(names(*swf), ElementsAre("1", "1#2"));
    const auto openb = read("openb",
                            "name,num_gpu,gpu_milli,qos,creation_time,deletion_time,"
                            "scheduled_time\np,1,1000,LS,0,12,1\np,1,1000,LS,0,30,20\n");
    ASSERT_TRUE(openb) << render(openb.error().front().message);
    EXPECT_THAT(names(*openb), ElementsAre("p", "p#2"));
}

TEST_F(Runs, GetNamesThatNoOtherJobHas) {
    const std::string header = "name,submit,start,duration,gpus\n";
    const auto trace = read("csv", header + "a,1,1,1,1\na#2,1,1,1,1\na,2,5,1,1\na#2,2,7,1,1\n");
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_THAT(names(*trace), ElementsAre("a", "a#2", "a#3", "a#2#2"));
    const std::string longest(63, 'x');
    const auto cut = read("csv", header + longest + ",1,1,1,1\n" + longest + ",2,5,1,1\n");
    ASSERT_TRUE(cut);
    EXPECT_EQ(names(*cut)[1], std::string(61, 'x') + "#2");
}

TEST_F(Runs, ManyOfThemTakeNoLongerThanOthers) {
    std::string text = "name,submit,start,duration,gpus\n";
    for (int i = 0; i < 100'000; ++i)
        text += "a," + std::to_string(i) + "," + std::to_string(i) + ",1,1\n";
    const auto trace = read("csv", text);
    ASSERT_TRUE(trace);
    EXPECT_EQ(names(*trace).back(), "a#100000");
}

TEST_F(Runs, ASurplusLastFieldIsSkippedAndTold) {
    const std::string row = " 0 10 60 8 -1 -1 8 -1 -1 1 0 -1 -1 -1 -1 -1 -1";
    const auto swf = read("swf", "1" + row + "\n2" + row + " 0\n3" + row + " 7\n");
    ASSERT_TRUE(swf) << render(swf.error().front().message);
    EXPECT_EQ(swf->jobs.size(), 3U);
    EXPECT_EQ(remarks(*swf).front(),
              "Skipped: values after the last of 18 columns in 2 rows. First: line 2.");
    EXPECT_EQ(guessFormatOf("1" + row + " 0\n"), "swf");
    // Two rows in one line are not one with too much.
    EXPECT_THAT(wrong("swf", "1" + row + " 2" + row + "\n"), ElementsAre("1:1 trace-field-count"));
}

TEST_F(Runs, SeparatorsBehindTheLastValueAreSkippedAndTold) {
    const auto csv = read("csv", "submit,duration,gpus\n0,60,1\n1,60,1,\n2,60,1,,,\n");
    ASSERT_TRUE(csv) << render(csv.error().front().message);
    EXPECT_EQ(csv->jobs.size(), 3U);
    EXPECT_THAT(remarks(*csv),
                ElementsAre("Skipped: values after the last of 3 columns in 1 row. First: line "
                            "4."));
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n2,60,1,,4\n"),
                ElementsAre("2:1 trace-field-count"));
    EXPECT_THAT(remarks(*read("csv", "submit,duration,gpus,\n0,60,1,\n")), IsEmpty());
}

TEST_F(Runs, ABarInATextIsRefusedWithTheColumnsToLeaveOut) {
    const std::string rest = "|2026-03-01T08:00:00|60|gres/gpu=1\n";
    const auto refused = read("sacct", "JobID|JobName|Comment|Submit|ElapsedRaw|ReqTRES\n1|a|b" +
                                           rest + "2|a|b|c" + rest);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().line, 3);
    EXPECT_THAT(renderRemedy(refused.error().front().message),
                AllOf(HasSubstr("not read: JobName and Comment."),
                      HasSubstr("make JobName the last column")));
    const auto last = read("sacct",
                           "JobID|Submit|ElapsedRaw|ReqTRES|JobName\n"
                           "1|2026-03-01T08:00:00|60|gres/gpu=1|a|b|c\n"
                           "2|2026-03-01T08:00:00|60|gres/gpu=2|a\n");
    ASSERT_TRUE(last) << render(last.error().front().message);
    EXPECT_EQ(last->jobs.size(), 2U);
    EXPECT_THAT(remarks(*last), IsEmpty());
    // A column that is read is not a text.
    EXPECT_THAT(wrong("sacct",
                      "JobID|Submit|ElapsedRaw|ReqTRES\n"
                      "1|2026-03-01T08:00:00|60|"
                      "gres/gpu=1|a\n"),
                ElementsAre("2:1 trace-field-count"));
}

TEST_F(Runs, SlicesOfGpusCountAsGpusAndAreTold) {
    const std::string header = "JobID|Submit|ElapsedRaw|ReqTRES|ReqGRES\n";
    const auto gpusOf = [&](const std::string& lists) {
        const auto trace = read("sacct", header + "1|2026-03-01T08:00:00|60|" + lists + "\n");
        EXPECT_TRUE(trace) << render(trace.error().front().message);
        std::string told = std::to_string(trace->jobs[0].gpu / kOneGpu);
        for (const Message& message : trace->remarks)
            told += " " + message.code;
        return told;
    };
    for (const char* list :
         {"gres/gpu:1g.5gb=1|", "gres/gpu=1,gres/gpu:a100_3g.20gb=1|", "|gpu:1g.5gb:1",
          "gres/mig=1|", "|mig:1g.5gb:1", "gres/gpu:mig=1|", "gres/gpu:nvidia_h100_1g.10gb+me=1|"})
        EXPECT_EQ(gpusOf(list), "1 trace-remark-slices") << list;
    for (const char* list : {"gres/gpu:nvidia_a100_80gb_pcie=1|", "gres/gpu:h100=1|",
                             "|gpu:tesla:1(S:0-1)", "gres/gpu=1,gres/gpumem=40G|"})
        EXPECT_EQ(gpusOf(list), "1") << list;
    const auto trace = read("sacct", header + "1|2026-03-01T08:00:00|60|gres/gpu:1g.5gb=2|\n");
    EXPECT_THAT(remarks(*trace),
                ElementsAre("Slices of GPUs (MIG) count as whole GPUs: 1 row. First: line 2, "
                            "'gres/gpu:1g.5gb=2'."));
}

// Jobs and names in several blocks are the same as in one.
TEST_F(Runs, AreReadFromAPipeAsFromAFile) {
    std::string text = "name,submit,duration,gpus\n";
    for (int i = 0; i < 600'000; ++i)
        text += "job-" + std::to_string(i * 7) + "," + std::to_string(i) + ",60,1\n";
    writeBytes(path(), text);
    const std::string fifo = path() + ".pipe";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    std::thread writer([&] { writeBytes(fifo, text); });
    const auto piped = readTrace(fifo, "csv");
    writer.join();
    const auto trace = readTrace(path(), "csv");
    ASSERT_TRUE(piped && trace);
    ASSERT_EQ(piped->jobs.size(), 600'000U);
    EXPECT_EQ(piped->names, trace->names);
    for (std::size_t i = 0; i < piped->jobs.size(); i += 999) {
        EXPECT_EQ(piped->nameOf(piped->jobs[i]), trace->nameOf(trace->jobs[i]));
        EXPECT_EQ(piped->jobs[i].submit, trace->jobs[i].submit);
    }
}

}  // namespace
}  // namespace apportion::testing
