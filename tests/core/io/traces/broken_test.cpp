// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to files on their way: cut, packed, other line ends, other letters.
#include <map>

#include "core/io/gzip.h"
#include "tests/core/io/traces/trace_file.h"
#include "tests/core/sanitized.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using Broken = TraceFile;

// One or two rows of every format.
const std::map<std::string, std::string>& wholeSamples() {
    static const std::map<std::string, std::string> kSamples{
        {"philly",
         "timestamp,duration,num_gpus,gpu_time,cluster\n"
         "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n2017-10-09 06:13:03,2951.0,8,1.0,\"6214e9\"\n"},
        {"openb",
         "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
         "deletion_time,scheduled_time\na,1200,1024,1,460,T4,LS,Running,0,12,1\n"},
        {"pai", "job_id,arrival_s,service_sec,gpu_count\nx#1,16670.0,167731.0,8\n"},
        {"helios",
         "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,"
         "queue\n7,uA,vcX,4,16,1,FAILED,2020-06-09 18:41:27,2020-06-09 18:41:30,2020-06-09 "
         "18:45:36,246,3\n"},
        {"swf",
         "; Version: 2.2\n; UnixStartTime: 1504521041\n; Queue: 1 batch\n"
         "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n"},
        {"sacct",
         "41|ana|team-a|gpu|normal|2026-03-01T10:00:00|2026-03-01T10:05:00|2026-03-01T11:05:00|"
         "3600|COMPLETED|cpu=32,gres/gpu=4,gres/gpu:a100=4,mem=128G\n"},
        {"csv", "submit,duration,gpus,group,priority\n2026-01-01 00:00:00,9,0.5,t,9\n"},
    };
    return kSamples;
}

std::string withLineEnds(const std::string& text) {
    std::string result;
    for (const char c : text)
        result += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return result;
}

TEST_F(Broken, ReadsTheSameWithOtherLineEndsAMarkOrPacked) {
    for (const auto& [format, text] : wholeSamples()) {
        SCOPED_TRACE(format);
        const auto plain = read(format, text);
        ASSERT_TRUE(plain) << render(plain.error().front().message);
        const std::string half = text.substr(0, text.size() / 2);
        for (const std::string& other : {withLineEnds(text), "\xEF\xBB\xBF" + text, gzip(text),
                                         gzip(half) + gzip(text.substr(half.size())),
                                         text.substr(0, text.size() - 1), text + "\n\n  \n"}) {
            const auto trace = read(format, other);
            ASSERT_TRUE(trace) << render(trace.error().front().message);
            ASSERT_EQ(trace->jobs.size(), plain->jobs.size());
            for (std::size_t i = 0; i < trace->jobs.size(); ++i) {
                EXPECT_EQ(trace->jobs[i].submit, plain->jobs[i].submit);
                EXPECT_EQ(trace->jobs[i].duration, plain->jobs[i].duration);
                EXPECT_EQ(trace->jobs[i].gpu, plain->jobs[i].gpu);
            }
            EXPECT_EQ(trace->names, plain->names);
            EXPECT_EQ(trace->groups, plain->groups);
        }
    }
}

TEST_F(Broken, SaysOfEveryCutArchiveThatItIsCut) {
    for (const auto& [format, text] : wholeSamples()) {
        const std::string packed = gzip(text);
        for (std::size_t size = 2; size < packed.size(); ++size) {
            const auto trace = read(format, packed.substr(0, size));
            ASSERT_FALSE(trace) << format << " " << size;
            EXPECT_EQ(plainCode(trace.error().back().message.code), "truncated-gzip")
                << format << " " << size;
        }
    }
}

TEST_F(Broken, TellsWhatStandsBehindTheEndOfAnArchive) {
    for (const auto& [format, text] : wholeSamples())
        for (const std::string& tail :
             {std::string("x"), std::string("\0x", 2), text, std::string(300'000, ' '),
              std::string("\x1F"), gzip(text).substr(0, 9)}) {
            const auto trace = read(format, gzip(text) + tail);
            ASSERT_FALSE(trace) << format;
            EXPECT_EQ(plainCode(trace.error().back().message.code),
                      tail[0] == '\x1F' ? "truncated-gzip" : "gzip-tail");
            EXPECT_EQ(trace.error().back().file, path());
        }
}

TEST_F(Broken, PassesOverZerosBehindAnArchive) {
    for (const auto& [format, text] : wholeSamples())
        for (const std::size_t zeros : {1u, 512u, 300'000u}) {
            const std::string padded = gzip(text) + std::string(zeros, '\0');
            const auto trace = read(format, padded);
            ASSERT_TRUE(trace) << render(trace.error().front().message);
            EXPECT_EQ(trace->jobs.size(), read(format, text)->jobs.size());
        }
}

TEST_F(Broken, SaysOfAFilePackedTwiceThatItIs) {
    for (const auto& [format, text] : wholeSamples()) {
        const auto trace = read(format, gzip(gzip(text)));
        ASSERT_FALSE(trace) << format;
        EXPECT_EQ(trace.error().back().message.code, "gzip-twice");
    }
}

TEST_F(Broken, SaysWhatIsNoFile) {
    const auto codeOf = [](const std::string& file) {
        return readTrace(file, "csv").error().front().message.code;
    };
    EXPECT_EQ(codeOf("/no/such/file"), "no-such-file");
    EXPECT_EQ(codeOf("/"), "is-directory");
    std::string damaged = gzip(wholeSamples().at("csv"));
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
    EXPECT_EQ(plainCode(read("csv", damaged).error().back().message.code), "bad-gzip");
}

// One sentence in the place of a problem for each column, or each row, that it lacks.
TEST_F(Broken, SaysWhatFormatAFileOfAnotherOneLooksLike) {
    constexpr std::string_view kScenario = "{\n  \"apportion\": 1\n}\n";
    const auto told = [&](const std::string& format, const std::string& text) {
        const auto trace = read(format, text);
        if (trace)
            return std::string("read");
        EXPECT_EQ(trace.error().size(), 1u) << format;
        const Problem& first = trace.error().front();
        EXPECT_EQ(first.line, 1) << format;
        return render(first.message);
    };
    const auto looks = [](const std::string& like, const std::string& format) {
        return "This looks like " + like + ", but is read as a trace of format " + format + ".";
    };
    for (const auto& [format, text] : wholeSamples())
        for (const std::string& wrong : traceFormats()) {
            const std::string known = guessFormatOf(text);
            if (wrong == format || known.empty())
                continue;
            EXPECT_EQ(told(wrong, text), looks("a trace of format " + known, wrong));
        }
    for (const std::string& wrong : traceFormats()) {
        EXPECT_EQ(told(wrong, std::string(kScenario)), looks("a scenario", wrong));
        TraceOptions options;
        options.skipBadRows = true;
        EXPECT_FALSE(read(wrong, std::string(kScenario), options)) << wrong;
    }
    const std::string bare = "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n";
    for (const std::string& wrong : traceFormats()) {
        if (wrong == "scenario")
            continue;
        if (wrong != "swf") {
            EXPECT_EQ(told(wrong, bare), looks("a trace of format swf", wrong));
        }
        EXPECT_EQ(told(wrong, "sn,cpu_milli,memory_mib,gpu,model\nn1,96000,1024,8,V100M32\n"),
                  looks("a list of nodes", wrong));
    }
    EXPECT_EQ(guessFormatOf("1 2 3\n"), "");
    EXPECT_EQ(guessFormatOf("1|2|3|4|5|6|7|8|9|10|11\n"), "");
    // Who names columns knows what it is.
    TraceOptions named;
    named.columns = {{"submit", "timestamp"}, {"gpus", "num_gpu"}};
    const auto mistyped = read("csv", "timestamp,duration,num_gpus,cluster\n", named);
    ASSERT_FALSE(mistyped);
    EXPECT_EQ(plainCode(mistyped.error().front().message.code), "trace-column-missing");
}

// Columns that are not read may hold anything, in all formats.
TEST_F(Broken, BytesOfColumnsThatAreNotReadAreLetBe) {
    for (const std::string& bytes :
         {std::string("a\0b", 3), std::string("a\xFF"), std::string("\x01")}) {
        EXPECT_TRUE(read("csv", "submit,duration,gpus,note\n1,60,1," + bytes + "\n"));
        EXPECT_THAT(wrong("csv", "submit,duration,gpus,group\n1,60,1," + bytes + "\n"),
                    ElementsAre(::testing::StartsWith("2:8 trace-bad-group")));
    }
}

TEST_F(Broken, TellsHowMuchOfAnArchiveCouldBeUnpacked) {
    std::string text = "submit,duration,gpus\n";
    for (int i = 1; i <= 100'000; ++i)
        text += std::to_string(i) + ",60,1\n";
    const std::string packed = gzip(text);
    const auto told = [&](const std::string& bytes) {
        const auto trace = read("csv", bytes);
        EXPECT_FALSE(trace);
        const Problem& problem = trace.error().front();
        // It is of no line but of the file.
        EXPECT_EQ(problem.line, 0);
        EXPECT_EQ(problem.file, path());
        EXPECT_TRUE(isComplete(problem.message));
        EXPECT_EQ(problem.message.arguments.size(), 1u);
        return problem.message.code + " " +
               std::to_string(problem.message.arguments.at(0).value.number);
    };
    std::string damaged = packed;
    damaged[damaged.size() - 8] ^= char{1};  // of the checksum
    EXPECT_EQ(told(damaged), "bad-gzip.sum.lines 100001");
    damaged = gzip("submit,duration,gpus\n1,60,1\n");
    damaged[damaged.size() - 4] ^= char{1};  // of the length
    EXPECT_EQ(told(damaged), "bad-gzip.sum.lines 2");
    EXPECT_EQ(told(packed.substr(0, packed.size() - 8)), "truncated-gzip.lines 100001");
    const std::string half = told(packed.substr(0, packed.size() / 2));
    EXPECT_THAT(half, ::testing::StartsWith("truncated-gzip.lines "));
    EXPECT_GT(std::stoi(half.substr(half.find(' '))), 10'000);
}

TEST_F(Broken, TellsOfALineThatIsTooLongAndReadsOn) {
    const std::string tooLong(std::size_t{3} << 20, 'x');
    const std::string text = "submit,duration,gpus,name\n1,60,1,a\n2,60,1," + tooLong +
                             "\n3,60,1,b\nwhen,60,1,c\n4,60,1,\"d\n5,60,1," + tooLong;
    EXPECT_THAT(wrong("csv", text),
                ElementsAre("3:1 trace-line-too-long", "5:1 trace-bad-time when",
                            "6:9 trace-quote-open d", "7:1 trace-line-too-long"));
    TraceOptions options;
    options.skipBadRows = true;
    const auto trace = read("csv", text, options);
    ASSERT_TRUE(trace) << render(trace.error().front().message);
    EXPECT_EQ(trace->jobs.size(), 2u);
    EXPECT_THAT(trace->dropped,
                ::testing::Contains(
                    Message{"trace-skipped.long.lines",
                            {{"count", Value::ofCount(2)}, {"lines", Value::ofList({"3", "7"})}}}));
    // Without an end it is no table.
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n" + std::string(std::size_t{80} << 20, 'x')),
                ElementsAre("2:0 trace-line-too-long"));
}

// Every byte changed into some that matter: read or refused in words, never anything else.
TEST_F(Broken, SurvivesAnyChangedByte) {
    for (const auto& [format, text] : wholeSamples())
        for (std::size_t i = 0; i < text.size(); i += testing::kFewer)
            for (const char byte : {'\0', '\n', '"', ',', '-', '9', '\xFF', '|', ' '}) {
                std::string changed = text;
                changed[i] = byte;
                wrong(format, changed);
            }
}

TEST_F(Broken, ShowsBytesThatAreNoText) {
    EXPECT_THAT(wrong("csv", "submit,duration,gpus,user\n0,1,1,caf\xE9\n1,1,1,a\tb\n"),
                ElementsAre("2:7 trace-bad-name caf\\xE9", "3:7 trace-bad-name a\\x09b"));
    EXPECT_THAT(wrong("csv", std::string("submit,duration,gpus\n0,\0,1\n", 27)),
                ElementsAre("2:3 trace-bad-seconds \\x00"));
    // Cut between characters: half a character would be none.
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n0," + std::string(79, '7') + "\xC3\xA4x,1\n"),
                ElementsAre("2:3 trace-bad-seconds " + std::string(79, '7') + "..."));
    const auto trace = read("csv", std::string("s\0ubmit,duration,gpus\n", 22));
    ASSERT_FALSE(trace);
    EXPECT_EQ(render(trace.error().front().message),
              "Column 'submit' of format csv is missing. The first line names "
              "s\\x00ubmit, duration and gpus.");
    EXPECT_THAT(wrong("csv", "submit,duration,gpus\n0," + std::string(200, '7') + ",1\n"),
                ElementsAre("2:3 trace-bad-seconds " + std::string(80, '7') + "..."));
}

// No separator of another kind stands there.
TEST_F(Broken, IsToldToBeNoText) {
    for (const char* format : {"csv", "philly", "helios", "sacct"})
        EXPECT_THAT(wrong(format, "\x01;\x02;\x03\n"), ElementsAre("1:1 trace-no-text")) << format;
    EXPECT_TRUE(read("csv", "submit;duration;gpus;gr\xF6sse\n"));
}

}  // namespace
}  // namespace apportion::testing
