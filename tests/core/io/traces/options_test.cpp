// SPDX-License-Identifier: GPL-3.0-or-later
// How a trace is read where its format leaves a choice: words, columns, separators, limits.
#include <tuple>

#include "core/io/gzip.h"
#include "core/io/traces/openb.h"
#include "tests/core/io/traces/trace_file.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Options = TraceFile;

TraceOptions optionsOf(const TraceTexts& texts) {
    const Result<TraceOptions> options = traceOptions(texts);
    EXPECT_TRUE(options) << render(options.error().front().message);
    return options.value_or(TraceOptions{});
}

// "option code value" of what is wrong.
std::vector<std::string> refusals(const TraceTexts& texts) {
    std::vector<std::string> told;
    const Result<TraceOptions> options = traceOptions(texts);
    if (options)
        return told;
    for (const Problem& problem : options.error()) {
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
        EXPECT_FALSE(renderRemedy(problem.message).empty()) << problem.message.code;
        told.push_back(problem.file + " " + problem.message.code + " " +
                       problem.message.arguments.front().value.text);
    }
    return told;
}

std::string refusal(const Result<Trace>& trace) {
    if (trace)
        return {};
    const Message& message = trace.error().front().message;
    EXPECT_TRUE(isComplete(message)) << message.code;
    return render(message) + " " + renderRemedy(message);
}

std::vector<std::string> remarks(const Result<Trace>& trace) {
    std::vector<std::string> told;
    if (!trace)
        return {refusal(trace)};
    for (const Message& message : trace->remarks) {
        EXPECT_TRUE(isComplete(message)) << message.code;
        told.push_back(render(message));
    }
    return told;
}

const std::string kClasses = "job,when,secs,n,kind\n1,0,60,8,HP\n2,5,60,1,Spot\n3,6,60,2,HP\n";

TEST_F(Options, WordsStandForPriorityModulePreemptibleAndIdle) {
    TraceTexts texts;
    texts.columns =
        "name=job,submit=when,duration=secs,gpus=n,priority=kind,preemptible=kind,idle=kind,"
        "module=kind";
    texts.map =
        "priority=HP:9,Spot:3,preemptible=HP:no,Spot:yes,idle=HP:no,Spot:yes,"
        "module=HP:inference,Spot:training";
    const auto trace = read("csv", kClasses, optionsOf(texts));
    ASSERT_TRUE(trace) << refusal(trace);
    ASSERT_EQ(trace->jobs.size(), 3U);
    const TraceJob &high = trace->jobs[0], &spot = trace->jobs[1];
    EXPECT_EQ(high.priority, 9);
    EXPECT_EQ(high.preemptible, TraceJob::Preemptible::no);
    EXPECT_FALSE(high.idle);
    EXPECT_EQ(high.module, Module::inference);
    EXPECT_EQ(spot.priority, 3);
    EXPECT_EQ(spot.preemptible, TraceJob::Preemptible::yes);
    EXPECT_TRUE(spot.idle);
    EXPECT_EQ(spot.module, Module::training);
    EXPECT_THAT(trace->remarks, IsEmpty());
}

TEST_F(Options, AFlagThatAMappingLeavesOutIsTheDefaultAndTold) {
    TraceTexts texts;
    texts.columns = "submit=when,duration=secs,gpus=n,preemptible=kind,idle=kind";
    texts.map = "preemptible=HP:no,idle=Spot:yes";
    const auto trace = read("csv", kClasses, optionsOf(texts));
    EXPECT_THAT(
        remarks(trace),
        ElementsAre("Words without a value for 'idle': 2 rows, not background. First: 'HP', line 2 "
                    "(--map).",
                    "Words without a value for 'preemptible': 1 row, by module. First: 'Spot', "
                    "line 3 (--map)."));
    EXPECT_EQ(trace->jobs[1].preemptible, TraceJob::Preemptible::byModule);
    EXPECT_FALSE(trace->jobs[0].idle);
}

TEST_F(Options, AStarIsEveryOtherWord) {
    TraceTexts texts;
    texts.columns = "submit=when,duration=secs,gpus=n,priority=kind";
    texts.map = "priority=HP:9,*:2";
    const auto trace = read("csv", kClasses + "4,7,60,1,\n", optionsOf(texts));
    ASSERT_TRUE(trace) << refusal(trace);
    EXPECT_EQ(trace->jobs[1].priority, 2);
    EXPECT_EQ(trace->jobs[3].priority, 5) << "an empty value is not a word";
}

TEST_F(Options, AWordWithoutAValueIsRefusedWithTheLineToWrite) {
    TraceTexts texts;
    texts.columns = "submit=when,duration=secs,gpus=n,priority=kind";
    EXPECT_THAT(refusal(read("csv", kClasses, optionsOf(texts))), HasSubstr("--map priority=HP:5"));
    texts.columns = "submit=when,duration=secs,gpus=n,module=kind";
    EXPECT_THAT(refusal(read("csv", kClasses, optionsOf(texts))),
                HasSubstr("--map module=HP:training"));
    texts.columns = "submit=when,duration=secs,gpus=n,idle=kind";
    EXPECT_THAT(refusal(read("csv", kClasses, optionsOf(texts))), HasSubstr("--map idle=HP:yes"));
    texts.columns = "submit=when,duration=secs,gpus=n,preemptible=kind";
    EXPECT_THAT(refusal(read("csv", kClasses, optionsOf(texts))),
                HasSubstr("--map preemptible=HP:yes"));
}

// Of every format that has a column of words the options name one.
TEST_F(Options, WordsOfOtherFormatsToo) {
    TraceTexts texts;
    texts.priority = texts.idle = texts.preemptible = "QOS";
    texts.module = "Partition";
    texts.map =
        "priority=high:8,low:2,idle=low:yes,high:no,preemptible=high:no,low:yes,"
        "module=dev:notebook";
    const auto sacct = read("sacct",
                            "JobID|Partition|QOS|Submit|ElapsedRaw|ReqTRES\n"
                            "1|dev|high|2026-03-01T08:00:00|60|gres/gpu=1\n"
                            "2|dev|low|2026-03-01T08:00:00|60|gres/gpu=1\n",
                            optionsOf(texts));
    ASSERT_TRUE(sacct) << refusal(sacct);
    EXPECT_EQ(sacct->jobs[0].priority, 8);
    EXPECT_EQ(sacct->jobs[0].module, Module::notebook);
    EXPECT_EQ(sacct->jobs[0].preemptible, TraceJob::Preemptible::no);
    EXPECT_TRUE(sacct->jobs[1].idle);
    EXPECT_EQ(sacct->jobs[1].preemptible, TraceJob::Preemptible::yes);
}

TEST_F(Options, TellWhatIsWrongWithThem) {
    TraceTexts texts;
    texts.map = "priority=HP:9,Spot,rank=a:1,priority=x:10";
    EXPECT_THAT(refusals(texts),
                ElementsAre("--map map-no-pair Spot", "--map columns-unknown-field rank"));
    texts.map = "priority=HP:10,HP:9,HP:8,idle=a:maybe,module=b:sleep";
    EXPECT_THAT(refusals(texts),
                ElementsAre("--map map-bad-value 10", "--map map-word-twice HP",
                            "--map map-bad-value maybe", "--map map-bad-value sleep"));
    texts = {};
    texts.map = "HP:9";
    EXPECT_THAT(refusals(texts), ElementsAre("--map map-no-pair HP:9"));
    texts = {};
    texts.separator = "and";
    texts.gpus = "all";
    texts.limit = "bytes=8GB,rows=4,jobs=-1,jobs=5MiB,bytes=";
    EXPECT_THAT(refusals(texts),
                ElementsAre("--separator separator-unknown and", "--gpus gpus-choice all",
                            "--limit limit-no-size rows=4", "--limit limit-no-size jobs=-1",
                            "--limit limit-no-size jobs=5MiB", "--limit limit-no-size bytes="));
    texts = {};
    texts.columns = "submit=,gpus=n";
    texts.nodeColumns = "name=host,size=gpus,gpus";
    EXPECT_THAT(refusals(texts), ElementsAre("--columns columns-needed submit",
                                             "--node-columns columns-unknown-field size",
                                             "--node-columns columns-no-pair.nodes gpus"));
}

TEST_F(Options, LimitsHaveUnits) {
    TraceTexts texts;
    texts.limit = "bytes=16GiB,jobs=50M";
    EXPECT_EQ(optionsOf(texts).limits, (TraceLimits{std::int64_t{16} << 30, 50'000'000}));
    texts.limit = "bytes=3K";
    EXPECT_EQ(optionsOf(texts).limits, (TraceLimits{3072, TraceLimits().jobs}));
    texts.limit = "jobs=7";
    EXPECT_EQ(optionsOf(texts).limits, (TraceLimits{TraceLimits().bytes, 7}));
}

TEST_F(Options, AnEmptyColumnSwitchesAFieldOff) {
    const std::string text = "submit,duration,start,end,gpus,cpu\n0,5000,10,70,1,lots\n";
    TraceTexts texts;
    texts.columns = "duration=,cpu=";
    const auto trace = read("csv", text, optionsOf(texts));
    ASSERT_TRUE(trace) << refusal(trace);
    EXPECT_EQ(trace->jobs[0].duration, 60'000);
    EXPECT_EQ(trace->jobs[0].cpu, 0);
    EXPECT_THAT(trace->remarks, IsEmpty()) << "nothing is compared with what is off";
    texts.columns = "duration=,cpu=,end=";
    EXPECT_THAT(refusal(read("csv", text, optionsOf(texts))),
                HasSubstr("The durations of jobs are missing"));
}

TEST_F(Options, ColumnsThatAnOptionReplacesAreNotNeeded) {
    const std::vector<std::tuple<std::string, std::string, std::string>> tables{
        {"helios",
         "job_id,kind,gpu_num,submit_time,duration\nj1,eval,8,2023-05-17 11:00:58+00:00,18\n",
         "vc"},
        {"philly", "timestamp,duration,num_gpus,kind\n2017-10-09 07:01:55,66.0,1,eval\n",
         "cluster"},
        {"openb",
         "name,num_gpu,gpu_milli,creation_time,deletion_time,scheduled_time,kind\n"
         "a,1,1000,0,12,1,eval\n",
         "qos"}};
    for (const auto& [format, text, column] : tables) {
        SCOPED_TRACE(format);
        EXPECT_THAT(refusal(read(format, text)),
                    AllOf(HasSubstr("'" + column + "' of format"), HasSubstr("--team COLUMN")));
        TraceTexts texts;
        texts.team = "kind";
        const auto trace = read(format, text, optionsOf(texts));
        ASSERT_TRUE(trace) << refusal(trace);
        EXPECT_THAT(trace->groups, ElementsAre("eval"));
        EXPECT_EQ(trace->noGroup, "");
    }
}

TEST_F(Options, AColumnOfACsvThatIsMissingIsRefusedWithTheLineToWrite) {
    EXPECT_THAT(refusal(read("csv", "when,duration,gpus\n0,1,1\n")),
                HasSubstr("--columns submit=COLUMN"));
}

TEST_F(Options, NamesOfColumnsAreComparedWithoutCase) {
    const auto csv = read("csv", "Submit,DURATION,Gpus,Group\n0,60,1,a\n");
    ASSERT_TRUE(csv) << refusal(csv);
    EXPECT_THAT(csv->groups, ElementsAre("a"));
    const auto sacct =
        read("sacct", "jobid|submit|elapsedraw|reqtres\n1|2026-03-01T08:00:00|60|gres/gpu=1\n");
    ASSERT_TRUE(sacct) << refusal(sacct);
    EXPECT_EQ(sacct->nameOf(sacct->jobs[0]), "1");
    TraceTexts texts;
    texts.team = "account";
    const auto team = read(
        "sacct", "JobID|Account|Submit|ElapsedRaw|ReqTRES\n1|x|2026-03-01T08:00:00|60|gres/gpu=1\n",
        optionsOf(texts));
    ASSERT_TRUE(team) << refusal(team);
    EXPECT_THAT(team->groups, ElementsAre("x"));
    // Written so, one is meant; otherwise it cannot be told.
    EXPECT_EQ(read("csv", "submit,duration,gpus,GPUS\n0,60,1,x\n")->jobs[0].gpu, 100);
    EXPECT_THAT(wrong("csv", "submit,duration,Gpus,GPUS\n0,60,1,x\n"),
                ElementsAre("1:22 trace-column-twice"));
    EXPECT_EQ(guessFormatOf("JOBIDRAW|x\n"), "sacct");
}

TEST_F(Options, TheSeparatorIsGuessedAndTold) {
    for (const auto& [separator, shown] :
         {std::pair(';', "';'"), std::pair('\t', "tabs"), std::pair('|', "'|'")}) {
        std::string text = "submit,duration,gpus,group\n0,60,1,\"a,b\"\n";
        std::replace(text.begin(), text.begin() + 34, ',', separator);
        EXPECT_EQ(guessFormatOf(text), "csv");
        const auto trace = read("csv", text);
        EXPECT_THAT(remarks(trace),
                    ElementsAre(std::string("The values are between ") + shown +
                                ", not ','. This was guessed from the first line (--separator)."));
        EXPECT_THAT(trace->groups, ElementsAre("a,b"));
    }
    std::string sacct = "JobID|Submit|ElapsedRaw|ReqTRES\n1|2026-03-01T08:00:00|60|gres/gpu=2\n";
    std::replace(sacct.begin(), sacct.end(), '|', '\t');
    EXPECT_EQ(guessFormatOf(sacct), "sacct");
    const auto tabs = read("sacct", sacct);
    EXPECT_THAT(remarks(tabs), ElementsAre(HasSubstr("between tabs, not '|'")));
    EXPECT_EQ(tabs->jobs[0].gpu, 200);
    // Where no column is known either way, the names that the guess finds are told.
    EXPECT_THAT(refusal(read("csv", "when;secs;n\n0;1;1\n")),
                HasSubstr("The first line names when, secs and n."));
}

TEST_F(Options, TheSeparatorIsWhateverTheNamesOfColumnsAreBetween) {
    for (const char separator : {'^', '~', ':', '#', '@'}) {
        SCOPED_TRACE(separator);
        std::string csv = "name,submit,duration,gpus\na,0,60,1\n";
        std::replace(csv.begin(), csv.end(), ',', separator);
        EXPECT_EQ(guessFormatOf(csv), "csv");
        const auto trace = read("csv", csv);
        ASSERT_TRUE(trace) << refusal(trace);
        EXPECT_EQ(trace->jobs.size(), 1U);
        EXPECT_THAT(remarks(trace), ElementsAre(HasSubstr("This was guessed")));
    }
    std::string sacct = "JobID|Submit|ElapsedRaw|ReqTRES\n1|2026-03-01T08:00:00|60|gres/gpu=2\n";
    std::replace(sacct.begin(), sacct.end(), '|', '^');
    EXPECT_EQ(guessFormatOf(sacct), "sacct");
    EXPECT_EQ(read("sacct", sacct)->jobs[0].gpu, 200);
    // One name alone is none.
    EXPECT_THAT(refusal(read("csv", "submit^when\n0^1\n")), HasSubstr("submit^when"));
}

TEST_F(Options, TheLineOfASpreadsheetTellsTheSeparator) {
    for (const std::string separator : {";", "^", ","}) {
        const std::string text = "sep=" + separator + "\r\nsubmit" + separator + "duration" +
                                 separator + "gpus\r\n0" + separator + "60" + separator + "1\r\n";
        EXPECT_EQ(guessFormatOf(text), "csv");
        const auto trace = read("csv", text);
        ASSERT_TRUE(trace) << refusal(trace);
        EXPECT_EQ(trace->jobs.size(), 1U);
        EXPECT_EQ(trace->lineOf(trace->jobs[0].row), 3);
    }
    EXPECT_FALSE(read("csv", "sep=;\n"));
}

TEST_F(Options, TheSeparatorIsSaid) {
    TraceTexts texts;
    for (const auto& [name, separator] :
         {std::pair("comma", ","), std::pair("semicolon", ";"), std::pair("tab", "\t"),
          std::pair("pipe", "|"), std::pair("blanks", "  "), std::pair(":", ":"),
          std::pair("\\t", "\t")}) {
        SCOPED_TRACE(name);
        texts.separator = name;
        const std::string s = separator;
        const auto trace =
            read("csv", "submit" + s + "duration" + s + "gpus\n0" + s + "60" + s + "1\n",
                 optionsOf(texts));
        ASSERT_TRUE(trace) << refusal(trace);
        EXPECT_EQ(trace->jobs.size(), 1U);
        EXPECT_THAT(trace->remarks, IsEmpty());
    }
    texts.separator = "pipe";
    EXPECT_THAT(refusal(read("csv", "submit;duration;gpus\n0;1;1\n", optionsOf(texts))),
                HasSubstr("between ';', not '|'. Use --separator semicolon"));
    EXPECT_THAT(refusal(read("swf", "1 0\n", optionsOf(texts))), HasSubstr("Remove --separator"));
    EXPECT_THAT(refusal(read("csv", "submit   duration  gpus\n0        1         1\n")),
                HasSubstr("Use --separator blanks"));
}

TEST_F(Options, SacctWithoutPIsToldToAddIt) {
    const std::string text =
        "JobID           JobName  Partition      State \n"
        "------------ ---------- ---------- ---------- \n"
        "17            longname+        gpu  COMPLETED \n";
    EXPECT_EQ(guessFormatOf(text), "sacct");
    EXPECT_THAT(refusal(read("sacct", text)),
                AllOf(HasSubstr("without -P"), HasSubstr("Add -P: sacct -a -P -o JobIDRaw,")));
}

TEST_F(Options, NodeListsTakeAMapping) {
    const auto nodes = [&](const std::string& text, const std::string& columns = "") {
        writeBytes(path(), text);
        TraceTexts texts;
        texts.nodeColumns = columns;
        return readNodes(path(), optionsOf(texts).nodeColumns);
    };
    const std::string text = "host,gpu_model,count,cores,ram\n0,A10,4,192,512.5\n1,,8,,\n";
    const auto list = nodes(text, "name=host,gpus=count,gputype=gpu_model,cpu=cores,memory=ram");
    ASSERT_TRUE(list) << render(list.error().front().message);
    ASSERT_EQ(list->nodes.size(), 2U);
    const Node& node = list->nodes[0].node;
    EXPECT_EQ(node.name, "0");
    EXPECT_EQ(node.gpu, 400);
    EXPECT_EQ(node.gpuType, "A10");
    EXPECT_EQ(node.cpu, 192'000);
    EXPECT_EQ(node.memory, 524'800);
    EXPECT_FALSE(list->nodes[1].node.cpu);
    const auto refused = nodes(text);
    ASSERT_FALSE(refused);
    EXPECT_THAT(renderRemedy(refused.error().front().message),
                HasSubstr("--node-columns name=COLUMN,gpus=COLUMN"));
    const auto mistyped = nodes(text, "name=host,gpus=number");
    ASSERT_FALSE(mistyped);
    EXPECT_THAT(render(mistyped.error().front().message),
                HasSubstr("'number' of the option 'node-columns'"));
    // By the names of the fields, with another separator, too.
    const auto own = nodes("Name;GPUs;gputype\na;8;H100\n");
    ASSERT_TRUE(own);
    EXPECT_EQ(own->nodes[0].node.gpu, 800);
    EXPECT_THAT(own->remarks, ::testing::SizeIs(1));
}

TEST_F(Options, NodeListsOfSlurmAreRead) {
    for (const std::string text :
         {"Host;GRES;Type;CPUS;Memory\nn1;gpu:8;A100;64;2048\nn2;(null);;8;\n",
          "NODELIST   GRES                CPUS MEMORY\n"
          "n1         gpu:A100:8(S:0-1)   64   2048\n"
          "n2         (null)              8    1024\n",
          "HOSTNAMES|GRES|CPUS|MEMORY\nn1|gpu:A100:8(S:0-1)|64|2048\n"}) {
        writeBytes(path(), text);
        const auto list = readNodes(path());
        ASSERT_TRUE(list) << render(list.error().front().message);
        ASSERT_EQ(list->nodes.size(), 1U) << text;
        const Node& node = list->nodes[0].node;
        EXPECT_EQ(node.name, "n1");
        EXPECT_EQ(node.gpu, 800);
        EXPECT_EQ(node.gpuType, "A100");
        EXPECT_EQ(node.cpu, 64'000);
        EXPECT_EQ(node.memory, 2048);
    }
    writeBytes(path(), "name,gpus\nn1,\"gpu:4(S:0,1)\"\n");
    EXPECT_EQ(readNodes(path())->nodes[0].node.gpu, 400);
    writeBytes(path(), "name,gpus\nn1,gpu:many\n");
    EXPECT_FALSE(readNodes(path()));
}

TEST_F(Options, WordsForAFieldThatNoColumnTellsAreRefused) {
    TraceTexts texts;
    texts.map = "priority=HP:9";
    EXPECT_EQ(
        refusal(read("csv", "submit,duration,gpus,class\n0,1,1,HP\n", optionsOf(texts))),
        "The file has no column for the field 'priority' of --map. Name the column: --priority "
        "COLUMN.");
    EXPECT_THAT(wrong("csv", "submit,duration,gpus,class\n0,1,1,HP\n1,1,1,HP\n", optionsOf(texts)),
                ElementsAre("1:1 trace-map-no-column"));
    texts.map = "Priority=HP:9";
    texts.priority = "CLASS";
    const auto trace = read("csv", "submit,duration,gpus,class\n0,1,1,HP\n", optionsOf(texts));
    ASSERT_TRUE(trace) << refusal(trace);
    EXPECT_EQ(trace->jobs[0].priority, 9);
}

TEST_F(Options, WhatIsBeyondTheLimitIsNotRead) {
    std::string text = "submit,duration,gpus\n";
    for (int i = 0; i < 5000; ++i)
        text += std::to_string(i) + ",60,1\n";
    TraceTexts texts;
    texts.limit = "bytes=32KiB";
    for (const std::string& file : {text, gzip(text)})
        EXPECT_EQ(refusal(read("csv", file, optionsOf(texts))),
                  "The trace is larger than 32KiB, unpacked. If it is the right file, raise the "
                  "limit: --limit bytes=64KiB, in a plan 'limit'.");
    texts.limit = "bytes=1M,jobs=4999";
    EXPECT_EQ(refusal(read("csv", text, optionsOf(texts))),
              "The trace has more than 4999 jobs. If it is the right file, raise the limit: "
              "--limit jobs=9998, in a plan 'limit'.");
    texts.limit = "bytes=" + std::to_string(text.size()) + ",jobs=5000";
    EXPECT_EQ(read("csv", text, optionsOf(texts))->jobs.size(), 5000U);
}

TEST_F(Options, RequestedOrAllocatedGpusCount) {
    const std::string both =
        "JobID|Submit|ElapsedRaw|ReqTRES|AllocTRES\n"
        "1|2026-03-01T08:00:00|60|gres/gpu=2|gres/gpu=4,gres/gpu:a100=4\n"
        "2|2026-03-01T08:00:00|60|gres/gpu=1|\n";
    const auto gpus = [&](const std::string& format, const std::string& text,
                          const std::string& choice) {
        TraceTexts texts;
        texts.gpus = choice;
        const auto trace = read(format, text, optionsOf(texts));
        std::vector<std::string> told;
        if (!trace)
            return std::vector<std::string>{refusal(trace)};
        for (const TraceJob& job : trace->jobs)
            told.push_back(std::to_string(job.gpu / kOneGpu) + trace->gpuTypes[job.gpuType]);
        for (const Message& message : trace->remarks)
            if (message.code.find("processors") == std::string::npos &&
                message.code.find("groups") == std::string::npos)
                told.push_back(message.code);
        return told;
    };
    EXPECT_THAT(gpus("sacct", both, ""), ElementsAre("2", "1", "trace-remark-other-gpus"));
    EXPECT_THAT(gpus("sacct", both, "requested"), ElementsAre("2", "1", "trace-remark-other-gpus"));
    EXPECT_THAT(gpus("sacct", both, "allocated"),
                ElementsAre("4a100", "1", "trace-remark-other-gpus.allocated"));
    const std::string given =
        "JobID|Submit|ElapsedRaw|AllocTRES\n1|2026-03-01T08:00:00|60|gres/gpu=4\n";
    EXPECT_THAT(gpus("sacct", given, ""), ElementsAre("4", "trace-remark-allocated"));
    EXPECT_THAT(gpus("sacct", given, "allocated"), ElementsAre("4"));
    EXPECT_THAT(gpus("sacct", given, "requested"),
                ElementsAre(HasSubstr("'ReqTRES' of format sacct is missing")));
    const std::string asked =
        "JobID|Submit|ElapsedRaw|ReqTRES\n1|2026-03-01T08:00:00|60|gres/gpu=4\n";
    EXPECT_THAT(gpus("sacct", asked, "allocated"),
                ElementsAre(HasSubstr("'AllocTRES' of format sacct is missing")));
    const std::string swf = "1 0 -1 60 4 -1 -1 8 -1 -1 1 3 9 -1 1 1 -1 -1\n";
    EXPECT_THAT(gpus("swf", swf, ""), ElementsAre("4", "trace-remark-given"));
    EXPECT_THAT(gpus("swf", swf, "requested"), ElementsAre("8", "trace-remark-given.requested"));
    EXPECT_THAT(gpus("csv", "submit,duration,gpus\n0,1,1\n", "allocated"),
                ElementsAre(HasSubstr("Remove --gpus")));
}

}  // namespace
}  // namespace apportion::testing
