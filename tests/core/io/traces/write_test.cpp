// SPDX-License-Identifier: GPL-3.0-or-later
// Traces written as logs of clusters and read again.
#include <sstream>

#include "core/io/traces/write_trace.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Written : public TraceFile {
protected:
    // Everything that a format may carry, with names that have to be quoted.
    Result<Trace> sample(const std::string& more = {}) {
        return read("csv",
                    "name,submit,duration,gpus,replicas,cpu,memory,group,user\n"
                    "a,2026-03-01 10:00:00,60,2,1,1.5,0.5,\"x, y\",ana\n"
                    "b,2026-03-01 09:00:00,0,1,,4,2,z,\n"
                    "c,2026-03-02 00:00:00,86400,8,,,,z,\"b\"\"en\"\n" +
                        more);
    }
    Result<Trace> again(const Trace& trace, const std::string& format,
                        CsvCells cells = CsvCells::safe) {
        std::ostringstream out;
        for (const TraceWriter& writer : traceWriters())
            if (writer.format == format)
                writer.write(out, trace, cells);
        return read(format, out.str());
    }
    static std::vector<std::string> codes(const Problems& problems) {
        std::vector<std::string> all;
        for (const Problem& problem : problems) {
            EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
            all.push_back(problem.message.code);
        }
        return all;
    }
};

TEST_F(Written, AreTheSameJobsWhenReadAgain) {
    const auto trace = sample();
    ASSERT_TRUE(trace);
    for (const std::string format : {"philly", "helios", "sacct"}) {
        EXPECT_THAT(obstaclesTo(*trace, format), IsEmpty());
        const auto back = again(*trace, format);
        ASSERT_TRUE(back) << render(back.error().front().message);
        EXPECT_TRUE(back->dates);
        EXPECT_THAT(back->dropped, IsEmpty());
        ASSERT_EQ(back->jobs.size(), trace->jobs.size());
        for (std::size_t i = 0; i < back->jobs.size(); ++i) {
            const TraceJob& was = trace->jobs[i];
            const TraceJob& is = back->jobs[i];
            EXPECT_EQ(is.submit, was.submit);
            EXPECT_EQ(is.duration, was.duration);
            EXPECT_EQ(is.gpu, was.gpu);
            EXPECT_EQ(back->groups[is.group], trace->groups[was.group]);
            const bool log = format != "philly";
            EXPECT_EQ(back->nameOf(is), log ? trace->nameOf(was) : "");
            EXPECT_EQ(back->users[is.user], log ? trace->users[was.user] : "");
            EXPECT_EQ(is.cpu, log ? was.cpu : 0);
            EXPECT_EQ(is.memory, format == "sacct" ? was.memory : 0);
        }
    }
}

TEST_F(Written, WhatIsLostIsCounted) {
    const auto trace = sample("d,2026-03-02 00:00:01,1.5,1,,,,z,\n");
    ASSERT_TRUE(trace);
    EXPECT_THAT(counts(lossesIn(*trace, "csv")), IsEmpty());
    EXPECT_THAT(counts(lossesIn(*trace, "philly")),
                ElementsAre("written-loses-names 4", "written-loses-users 2", "written-loses-cpu 2",
                            "written-loses-replicas 1"));
    EXPECT_THAT(counts(lossesIn(*trace, "helios")),
                ElementsAre("written-loses-memory 2", "written-loses-replicas 1",
                            "written-cuts-durations 1", "written-supposed"));
    EXPECT_THAT(
        counts(lossesIn(*trace, "sacct")),
        ElementsAre("written-loses-replicas 1", "written-cuts-durations 1", "written-supposed"));
    const auto seconds = read("csv", "submit,duration,gpus\n0,1,1\n");
    ASSERT_TRUE(seconds);
    EXPECT_THAT(counts(lossesIn(*seconds, "philly")), ElementsAre("written-dates"));
    EXPECT_EQ(again(*seconds, "philly")->jobs.at(0).submit, 0);
}

TEST_F(Written, WhatWouldChangeAReplayIsRefused) {
    const auto obstacles = [&](const std::string& text, const std::string& format) {
        const auto trace = read("csv", "name,submit,duration,gpus,group,gputype,priority\n" + text);
        EXPECT_TRUE(trace);
        return codes(obstaclesTo(*trace, format));
    };
    for (const char* format : {"philly", "helios", "sacct"}) {
        EXPECT_THAT(obstacles("a,0,1,0.5,x,,\nb,0.5,,1,x,,7\n", format),
                    ElementsAre("written-share", "written-no-end", "written-class",
                                "written-part-of-second"));
        EXPECT_THAT(obstacles("a,0,1,1,none,,\n", format), IsEmpty());
    }
    EXPECT_THAT(obstacles("a,0,1,1,x,A100,\n", "helios"), ElementsAre("written-gpu-type"));
    const auto gang = read("csv", "submit,duration,gpus,replicas\n0,1,2,3\n0,1,1,1\n");
    ASSERT_TRUE(gang);
    for (const char* format : {"swf", "philly", "helios", "sacct"})
        EXPECT_THAT(codes(obstaclesTo(*gang, format)), ElementsAre("written-replicas"));
    EXPECT_THAT(obstaclesTo(*gang, "csv"), IsEmpty());
    EXPECT_THAT(obstacles("a,0,1,1,x,A100,\n", "sacct"), IsEmpty());
    EXPECT_THAT(obstacles("a,0,1,1,x,A 100,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("a.1,0,1,1,x,,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("a,0,1,1,x|y,,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("Unknown,0,1,1,x,,\n", "helios"), ElementsAre("written-text"));
}

// A quota called None would come back as no group, and its work be counted with that of nobody.
TEST_F(Written, OurOwnTableRefusesTextsThatItReadsAsNone) {
    const auto obstacles = [](auto&& change) {
        Trace trace;
        trace.groups = {"a", "b"};
        trace.users = {"", "u"};
        trace.gpuTypes = {"", "A100"};
        trace.names = "x";
        TraceJob job;
        job.gpu = kOneGpu;
        job.row = job.user = job.gpuType = job.nameLength = 1;
        trace.jobs = {job};
        change(trace);
        return codes(obstaclesTo(trace, "csv"));
    };
    EXPECT_THAT(obstacles([](Trace&) {}), IsEmpty());
    for (const std::string word : {"None", "NaN", "N/A", "Unknown", "NULL", " a"}) {
        const auto refused = ElementsAre("written-text.own");
        EXPECT_THAT(obstacles([&](Trace& trace) { trace.groups[0] = word; }), refused) << word;
        EXPECT_THAT(obstacles([&](Trace& trace) { trace.users[1] = word; }), refused) << word;
        EXPECT_THAT(obstacles([&](Trace& trace) { trace.gpuTypes[1] = word; }), refused) << word;
        EXPECT_THAT(obstacles([&](Trace& trace) { trace.groups[1] = word; }), IsEmpty())
            << "no job is in it";
    }
    // A name is read as it stands there.
    EXPECT_THAT(obstacles([](Trace& trace) {
                    trace.names = "None";
                    trace.jobs[0].nameLength = 4;
                }),
                IsEmpty());
    Trace written;
    written.groups = {"None"};
    written.jobs = {TraceJob()};
    const std::string remedy = renderRemedy(obstaclesTo(written, "csv").at(0).message);
    EXPECT_EQ(remedy.find("csv"), std::string::npos) << remedy;
}

// Names decide ties: they stay in all that has a place for them, also those that a replay gives to
// rows, where rows before them were left out.
TEST_F(Written, NamesOfRowsStay) {
    const std::string rows = "submit,duration,gpus\n0,1,0\n7,1,1\n7,1,2\n";
    const auto trace = read("csv", rows);
    ASSERT_TRUE(trace);
    for (const std::string format : {"csv", "helios", "sacct"}) {
        const auto back = again(*trace, format);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->nameOf(back->jobs[0]), "job-2") << format;
        EXPECT_EQ(back->nameOf(back->jobs[1]), "job-3") << format;
        EXPECT_EQ(plainCode(counts(lossesIn(*trace, format)).empty()
                                ? ""
                                : lossesIn(*trace, format).front().code)
                      .find("names"),
                  std::string_view::npos);
    }
    EXPECT_EQ(counts(lossesIn(*trace, "philly")).front(), "written-loses-names 2");
    const auto whole = read("csv", "submit,duration,gpus\n7,1,1\n7,1,2\n");
    ASSERT_TRUE(whole);
    EXPECT_EQ(again(*whole, "csv")->nameColumn, "");
    EXPECT_THAT(counts(lossesIn(*whole, "philly")), ElementsAre("written-dates"));
    const auto named = read("csv", "name,submit,duration,gpus\njob-1,7,1,1\njob-2,7,1,2\n");
    EXPECT_THAT(counts(lossesIn(*named, "philly")), ElementsAre("written-dates"));
    EXPECT_EQ(again(*named, "csv")->nameColumn, "name");
}

// In SWF as the numbers that they have, in whatever order the jobs were submitted.
TEST_F(Written, SwfKeepsNumbersOfJobs) {
    const auto numbers = [&](const std::string& text) {
        const auto trace = read("csv", text);
        EXPECT_TRUE(trace);
        std::vector<std::string> told = counts(lossesIn(*trace, "swf"));
        const auto back = again(*trace, "swf");
        for (const TraceJob& job : back->jobs)
            told.emplace_back(back->nameOf(job));
        return told;
    };
    EXPECT_THAT(numbers("submit,duration,gpus\n0,1,0\n9,1,1\n7,1,2\n"), ElementsAre("3", "2"));
    const std::string header = "name,submit,duration,gpus\n";
    EXPECT_THAT(numbers(header + "12,9,1,1\n7,7,1,2\n"), ElementsAre("7", "12"));
    EXPECT_THAT(numbers(header + "job-12,9,1,1\njob-7,7,1,2\n"),
                ElementsAre("written-numbers-names 2", "7", "12"));
    for (const std::string name : {"x", "07", "1234567890123456789", "job-"})
        EXPECT_THAT(numbers(header + name + ",9,1,1\n7,7,1,2\n"),
                    ElementsAre("written-loses-names.numbered 2", "1", "2"));
}

TEST_F(Written, SwfOfSwfIsTheSame) {
    const auto text = [](const Trace& trace) {
        std::ostringstream out;
        writeSwf(out, trace, CsvCells::safe);
        return out.str();
    };
    const auto sorted = [&](const std::string& users) {
        const auto trace = read("csv",
                                "name,submit,duration,gpus,group,user\n"
                                "5,2026-03-01 10:00:00,60,2,late," +
                                    users +
                                    "\n"
                                    "9,2026-03-01 09:00:00,60,2,early,31\n"
                                    "7,2026-03-01 09:00:01,60,2,,\n");
        EXPECT_TRUE(trace);
        return text(*trace);
    };
    for (const std::string user : {"12", "ana"}) {
        const std::string once = sorted(user);
        EXPECT_THAT(once, ::testing::HasSubstr("; Computer: GPU cluster, trace of format csv\n"));
        EXPECT_THAT(once, ::testing::HasSubstr(user == "12" ? " 1 31 1 -1 1 " : " 1 1 1 -1 1 "));
        const auto back = read("swf", once);
        ASSERT_TRUE(back);
        EXPECT_EQ(text(*back), once);
    }
    const auto other = read("swf",
                            ";   Computer:  IBM SP2, 100 nodes \n; Computer: x\n"
                            "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 -1 -1 -1 -1\n");
    ASSERT_TRUE(other);
    EXPECT_EQ(other->computer, "IBM SP2, 100 nodes");
    EXPECT_THAT(text(*other), ::testing::HasSubstr("; Computer: IBM SP2, 100 nodes\n"));
}

TEST_F(Written, JobsWithoutAGroupStayWithoutOne) {
    const auto trace = read("csv",
                            "submit,duration,gpus,group\n2026-03-01 10:00:00,1,1,\n"
                            "2026-03-01 10:00:00,1,2,(none)\n");
    ASSERT_TRUE(trace);
    for (const TraceWriter& writer : traceWriters()) {
        EXPECT_THAT(obstaclesTo(*trace, writer.format), IsEmpty()) << writer.format;
        const auto back = again(*trace, std::string(writer.format));
        ASSERT_TRUE(back) << writer.format;
        EXPECT_THAT(back->groups, ElementsAre("(no group)", "(none)")) << writer.format;
        EXPECT_EQ(back->noGroup, "(no group)") << writer.format;
    }
}

TEST_F(Written, OfNoJobsTheFirstLineIsWrittenWhereThereIsOne) {
    const auto trace = read("csv", "name,submit,duration,gpus,group\na,0,1,0,x\n");
    ASSERT_TRUE(trace);
    ASSERT_THAT(trace->jobs, IsEmpty());
    std::ostringstream out;
    writeGeneric(out, *trace, CsvCells::safe);
    EXPECT_EQ(out.str(), "submit,duration,gpus\n");
    EXPECT_THAT(codes(obstaclesTo(*trace, "swf")), ElementsAre("written-no-job"));
    for (const std::string format : {"csv", "philly", "helios", "sacct"}) {
        EXPECT_THAT(obstaclesTo(*trace, format), IsEmpty()) << format;
        EXPECT_TRUE(again(*trace, format)) << format;
    }
}

TEST_F(Written, NamesThatAreFormulasAreTextAndReadBackAsTheyWere) {
    const auto trace = read("csv",
                            "name,submit,duration,gpus,group,user,gputype\n"
                            "=1+1,2026-03-01 10:00:00,60,1,@g,+u,-t\n"
                            "''=1,2026-03-01 10:00:00,60,1,\"=a,b\",'=u,=t\n");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->nameOf(trace->jobs[1]), "'=1") << "a safe cell";
    std::ostringstream safe, raw;
    writeGeneric(safe, *trace, CsvCells::safe);
    EXPECT_EQ(safe.str(),
              "name,submit,duration,gpus,group,user,gputype\n"
              "'=1+1,2026-03-01 10:00:00,60,1,'@g,'+u,'-t\n"
              "''=1,2026-03-01 10:00:00,60,1,\"'=a,b\",'=u,'=t\n");
    writeGeneric(raw, *trace, CsvCells::raw);
    EXPECT_THAT(raw.str(), ::testing::HasSubstr("\n=1+1,2026-03-01 10:00:00,60,1,@g,+u,-t\n"));
    for (const CsvCells cells : {CsvCells::safe, CsvCells::raw}) {
        const auto back = again(*trace, "csv", cells);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->nameOf(back->jobs[0]), "=1+1");
        EXPECT_EQ(back->groups, trace->groups);
        EXPECT_EQ(back->users, trace->users);
        EXPECT_EQ(back->gpuTypes, trace->gpuTypes);
    }
    EXPECT_EQ(again(*trace, "csv")->nameOf(trace->jobs[1]), "'=1");
}

// A trace without groups has none when it comes back.
TEST_F(Written, NoGroupsStayNone) {
    const auto trace = read("csv", "submit,duration,gpus\n7,1,1\n7,1,2\n");
    ASSERT_TRUE(trace);
    for (const TraceWriter& writer : traceWriters())
        EXPECT_THAT(again(*trace, std::string(writer.format))->groups, IsEmpty()) << writer.format;
    EXPECT_THAT(read("csv", "submit,duration,gpus,group\n7,1,1,\n7,1,0,x\n")->groups, IsEmpty());
}

}  // namespace
}  // namespace apportion::testing
