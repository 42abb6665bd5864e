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
                    "a,2026-03-01 10:00:00,60,2,3,1.5,0.5,\"x, y\",ana\n"
                    "b,2026-03-01 09:00:00,0,1,,4,2,z,\n"
                    "c,2026-03-02 00:00:00,86400,8,,,,z,\"b\"\"en\"\n" +
                        more);
    }
    Result<Trace> again(const Trace& trace, const std::string& format) {
        std::ostringstream out;
        for (const TraceWriter& writer : traceWriters())
            if (writer.format == format)
                writer.write(out, trace);
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
            const std::int64_t replicas = std::max<std::int64_t>(1, was.replicas);
            EXPECT_EQ(is.submit, was.submit);
            EXPECT_EQ(is.duration, was.duration);
            EXPECT_EQ(is.gpu, was.gpu * replicas);
            EXPECT_EQ(back->groups[is.group], trace->groups[was.group]);
            const bool log = format != "philly";
            EXPECT_EQ(back->nameOf(is), log ? trace->nameOf(was) : "");
            EXPECT_EQ(back->users[is.user], log ? trace->users[was.user] : "");
            EXPECT_EQ(is.cpu, log ? was.cpu * replicas : 0);
            EXPECT_EQ(is.memory, format == "sacct" ? was.memory * replicas : 0);
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
    EXPECT_THAT(obstacles("a,0,1,1,x,A100,\n", "sacct"), IsEmpty());
    EXPECT_THAT(obstacles("a,0,1,1,x,A 100,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("a.1,0,1,1,x,,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("a,0,1,1,x|y,,\n", "sacct"), ElementsAre("written-text"));
    EXPECT_THAT(obstacles("Unknown,0,1,1,x,,\n", "helios"), ElementsAre("written-text"));
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
