// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/core/io/schema_check.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kPhilly = sourceFile("tests/data/philly.csv.gz");

std::string replayed(const std::string& trace, const std::string& format) {
    const Ran ran =
        ctl({"replay", "--trace", trace, "--format", format, "--pool", "1x720", "--quotas",
             "groups", "--over-quota", "off", "--queueing", "fifo", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
}

TEST(Convert, KeepsAReplayByteForByte) {
    const TemporaryFolder folder;
    const std::string expected = replayed(kPhilly, "philly");
    for (const std::string name : {"p.swf", "p.csv", "p.swf.gz"}) {
        const Ran ran = ctl({"convert", kPhilly, folder / name});
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, "");
        EXPECT_THAT(ran.err, HasSubstr("82,247 jobs, written as "));
        EXPECT_EQ(replayed(folder / name, name == "p.csv" ? "csv" : "swf"), expected) << name;
    }
    EXPECT_EQ(bytesOf(folder / "p.swf.gz").substr(0, 2), "\x1F\x8B");
    for (const std::string format : {"philly", "helios", "sacct"}) {
        const Ran ran = ctl({"convert", kPhilly, folder / "log", "--to", format});
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(replayed(folder / "log", format), expected) << format;
    }
}

// Also where work is evicted and the names of victims that are alike in all else decide.
TEST(Convert, KeepsWhoIsEvicted) {
    const TemporaryFolder folder;
    const auto crowded = [](const std::string& trace, const std::string& format) {
        const Ran ran = ctl({"replay", "--trace", trace, "--format", format, "--pool", "20x8",
                             "--quotas", "groups", "--first", "8000", "--json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.out;
    };
    const std::string expected = crowded(kPhilly, "philly");
    EXPECT_GT(Json::parse(expected)["summary"]["evictions"], 100);
    for (const std::string format : {"swf", "csv", "helios", "sacct"}) {
        const std::string once = folder / "once", twice = folder / "twice";
        ASSERT_EQ(ctl({"convert", kPhilly, once, "--to", format}).code, 0);
        EXPECT_EQ(crowded(once, format), expected) << format;
        ASSERT_EQ(ctl({"convert", once, twice, "--from", format, "--to", format}).code, 0);
        // The lines that differ are not listed: there are too many to compare one with the other.
        EXPECT_TRUE(bytesOf(twice) == bytesOf(once)) << format;
    }
}

// To guess would take away what is to be read.
TEST(Convert, GuessesNothingOfWhatCanBeReadOnlyOnce) {
    const TemporaryFolder folder;
    writeBytes(folder / "t", "submit,duration,gpus\n5,60,1\n");
    const std::string file = "'" + (folder / "t") + "'";
    const std::string to = " '" + (folder / "out.swf") + "'";
    for (const std::string& line :
         {"\"$CTL\" convert <(cat " + file + ")" + to, "cat " + file + " | \"$CTL\" convert -" + to,
          "cat " + file + " | \"$CTL\" convert /dev/stdin" + to}) {
        const Ran ran = shell(line);
        EXPECT_EQ(ran.code, 2) << line;
        EXPECT_THAT(ran.err, HasSubstr("is not guessed: standard input and pipes can be read only "
                                       "once."))
            << line;
        EXPECT_THAT(ran.err, HasSubstr("Name it with --from")) << line;
        const Ran named = shell(line + " --from csv");
        EXPECT_EQ(named.code, 0) << line << named.err;
    }
    EXPECT_EQ(shell("\"$CTL\" convert /dev/stdin" + to + " < " + file).code, 0) << "is a file";
}

const std::string kConvertPool =
    R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 4, "gpuType": "A"}],
 "quotas": [{"name": "q", "guaranteed": {"gpu": 8}, "queueing": "fifo"},
            {"name": "q1", "parent": "q", "guaranteed": {"gpu": 4}, "team": "Team, one"},
            {"name": "q2", "parent": "q", "guaranteed": {"gpu": 4}}])";

TEST(Convert, BringsAScenarioThereAndBack) {
    const TemporaryFolder folder;
    const std::string work = R"(,
 "workloads": [
  {"name": "a, b", "quota": "q1", "gpu": 2, "replicas": 3, "duration": 60, "user": "ana"},
  {"name": "c", "quota": "q2", "gpu": 0.5, "submit": 10, "module": "notebook", "duration": 30},
  {"name": "d", "quota": "q2", "gpu": 4, "submit": 10, "module": "inference", "priority": 8,
   "preemptible": true, "gpuType": "A", "cpu": 1.5, "memory": 0.5, "duration": 20},
  {"name": "e", "quota": "q1", "gpu": 1, "submit": 20.5, "idle": true}]})";
    writeBytes(folder / "all.json", kConvertPool + work);
    writeBytes(folder / "pool.json", kConvertPool + "}");
    const Ran there = ctl({"convert", folder / "all.json", folder / "jobs.csv"});
    ASSERT_EQ(there.code, 0) << there.err;
    EXPECT_THAT(there.err, HasSubstr("Use them again with --quotas FILE"));
    const Ran back = ctl({"convert", folder / "jobs.csv", folder / "again.json", "--from", "csv",
                          "--quotas", folder / "pool.json"});
    ASSERT_EQ(back.code, 0) << back.err;
    EXPECT_EQ(ctl({"simulate", folder / "again.json", "--json"}).out,
              ctl({"simulate", folder / "all.json", "--json"}).out);
}

TEST(Convert, KeepsTheDatesOfAScenario) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv",
               "submit,duration,gpus,user\n2026-03-01 09:59:59.5,5,1,ana\n"
               "2026-03-01 10:00:00,5,1,ana\n");
    ASSERT_EQ(ctl({"convert", folder / "t.csv", folder / "s.json", "--pool", "1x8"}).code, 0);
    EXPECT_EQ(Json::parse(bytesOf(folder / "s.json"))["epoch"], "2026-03-01T09:59:59.500Z");
    ASSERT_EQ(ctl({"convert", folder / "s.json", folder / "back.csv"}).code, 0);
    EXPECT_THAT(bytesOf(folder / "back.csv"), HasSubstr(",2026-03-01 09:59:59.5,5,1,"));
    EXPECT_THAT(bytesOf(folder / "back.csv"), HasSubstr(",2026-03-01 10:00:00,5,1,"));
    writeBytes(folder / "t.csv", "submit,duration,gpus,user\n2026-03-01 10:00:00,5,1,ana\n");
    const Ran swf = ctl({"convert", folder / "t.csv", folder / "t.swf"});
    EXPECT_THAT(swf.err, HasSubstr("Not written: the names of users"));
    ASSERT_EQ(ctl({"convert", folder / "t.swf", folder / "s.json", "--pool", "1x8"}).code, 0);
    ASSERT_EQ(ctl({"convert", folder / "s.json", folder / "back.swf"}).code, 0);
    EXPECT_THAT(bytesOf(folder / "back.swf"), HasSubstr("UnixStartTime: 1772359200"));
}

TEST(Convert, TellsWhatIsNotThereAndWhatIsNotWritten) {
    const TemporaryFolder folder;
    const Ran missing = ctl({"convert", folder / "nix.csv", folder / "y.csv"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err, HasSubstr("does not exist"));
    const Ran full = ctl({"convert", kPhilly, "/dev/full", "--to", "csv"});
    EXPECT_EQ(full.code, 1);
    EXPECT_THAT(full.err, ::testing::Not(HasSubstr("written as csv")));
}

TEST(Convert, TellsThatAFileIsEmptyBeforeItsFormatIsAskedFor) {
    const TemporaryFolder folder;
    for (const char* name : {"empty", "empty.csv", "empty.swf", "empty.json", "blank"}) {
        const bool blank = std::string_view(name) == "blank";
        writeBytes(folder / name, blank ? "\n \n" : "");
        const Ran ran = ctl({"convert", folder / name, folder / "out.csv"});
        EXPECT_EQ(ran.code, 3) << name;
        EXPECT_THAT(ran.err, HasSubstr(blank ? "The file contains no data." : "The file is empty."))
            << name;
    }
    const Ran replay =
        ctl({"replay", "--trace", folder / "empty", "--format", "csv", "--pool", "1x1"});
    EXPECT_EQ(replay.code, 3);
    EXPECT_THAT(replay.err, HasSubstr("The file is empty."));
    writeBytes(folder / "packed", "PK\x03\x04");
    const Ran packed = ctl({"convert", folder / "packed", folder / "out.csv"});
    EXPECT_EQ(packed.code, 3);
    EXPECT_THAT(packed.err, HasSubstr("zip"));
}

TEST(Convert, FollowsALinkToNoFileYet) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("real.csv", folder / "link.csv");
    ASSERT_EQ(ctl({"convert", kPhilly, folder / "link.csv"}).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "real.csv"));
}

TEST(Convert, TellsThatTheEndOfAScenarioStaysBehind) {
    const TemporaryFolder folder;
    const std::string work = R"(, "workloads": [
 {"name": "a", "quota": "q1", "gpu": 1, "duration": 60},
 {"name": "b", "quota": "q1", "gpu": 1, "submit": 10, "duration": 60}]})";
    for (const auto& [until, told] :
         {std::pair("10", "('until': 10 s), and 1 job that is submitted at or after"),
          std::pair("30", "('until': 30 s). A replay ends when all jobs end")}) {
        std::string scenario = kConvertPool;
        scenario.append(", \"until\": ").append(until).append(work);
        writeBytes(folder / "s.json", scenario);
        const Ran ran = ctl({"convert", folder / "s.json", folder / "x.csv"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(told));
        // A scenario keeps it.
        ASSERT_EQ(ctl({"convert", folder / "s.json", folder / "y.json"}).code, 0);
        EXPECT_EQ(Json::parse(bytesOf(folder / "y.json"))["until"], std::stoi(until));
    }
}

TEST(Convert, RefusesWhatCannotBeSaid) {
    const TemporaryFolder folder;
    writeBytes(folder / "events.json", kConvertPool + R"(, "events": [
 {"at": 1, "do": "node", "node": "n-1", "state": "down"}], "workloads": [
 {"name": "a", "quota": "q1", "gpu": 2, "replicas": 3, "minReplicas": 1, "checkpoint": 5}]})");
    const Ran events = ctl({"convert", folder / "events.json", folder / "x.csv"});
    EXPECT_EQ(events.code, 3);
    EXPECT_THAT(events.err, HasSubstr("the scenario has 1 event."));
    EXPECT_THAT(events.err, HasSubstr("minReplicas"));
    EXPECT_THAT(events.err, HasSubstr("checkpoint"));

    writeBytes(folder / "share.csv",
               "submit,duration,gpus,priority,gputype,group\n"
               "0,1,0.5,5,,a b\n0.5,,1,7,T4,c\n");
    const Ran share = ctl({"convert", folder / "share.csv", folder / "x.swf"});
    EXPECT_EQ(share.code, 3);
    for (const char* part : {"fraction of a GPU", "runs until ended", "types of GPU",
                             "priority, or preemption", "between two", "ends at a blank"})
        EXPECT_THAT(share.err, HasSubstr(part));

    const Ran unknown = ctl({"convert", folder / "share.csv", folder / "x"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("--to"));
    writeBytes(folder / "odd.csv", "a,b,c\n1,2,3\n");
    EXPECT_THAT(ctl({"convert", folder / "odd.csv", folder / "x.swf"}).err, HasSubstr("--from"));
    EXPECT_THAT(ctl({"convert", kPhilly, folder / "x.json"}).err, HasSubstr("--pool"));
    EXPECT_EQ(ctl({"convert", kPhilly, folder / "x", "--to", "openb"}).code, 2);
    EXPECT_EQ(ctl({"convert", kPhilly, folder / "x.xyz"}).code, 2);
    EXPECT_EQ(ctl({"convert", kPhilly, folder / "x.json"}).code, 2);
    const Ran from = ctl({"convert", kPhilly, folder / "x.swf", "--from", "nonsense"});
    EXPECT_EQ(from.code, 2);
    EXPECT_THAT(from.err, HasSubstr("philly, openb, pai, helios, swf, sacct, csv and scenario"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3);
}

TEST(Convert, TakesAScenarioAsItIs) {
    const TemporaryFolder folder;
    writeBytes(folder / "s.json", kConvertPool + "}");
    for (const std::string option : {"--pool=1x8", "--team=x"}) {
        const Ran ran = ctl({"convert", folder / "s.json", folder / "x.csv", option});
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr("is converted as it is"));
    }
    const Ran columns = ctl({"convert", kPhilly, folder / "x.swf", "--columns", "submit=x"});
    EXPECT_EQ(columns.code, 2);
    EXPECT_THAT(columns.err, HasSubstr("does not accept column names"));
}

TEST(Convert, TellsInJsonWhatItDid) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus,group\n0,1,1,a\n1,1,0,a\n2,1,2,b\n");
    const Ran ran = ctl({"convert", folder / "t.csv", folder / "t.swf", "--from", "csv", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("convert", ran.out)) << ran.out;
    const Json document = Json::parse(ran.out);
    EXPECT_EQ(document["in"]["format"], "csv");
    EXPECT_EQ(document["out"]["file"], folder / "t.swf");
    EXPECT_EQ(document["rows"], 3);
    EXPECT_EQ(document["jobs"], 2);
    EXPECT_EQ(document["dropped"][0]["code"], "trace-dropped-no-gpu");
    EXPECT_EQ(document["dropped"][0]["details"]["line"], 3);
    const Json derived = Json::parse(ctl({"convert", folder / "t.csv", folder / "t.json", "--from",
                                          "csv", "--pool", "1x8", "--json"})
                                         .out);
    EXPECT_TRUE(accepts("convert", derived.dump()));
    EXPECT_EQ(derived["rows"], 3);
    EXPECT_EQ(derived["dropped"].size(), 1u);

    EXPECT_EQ(ctl({"convert", folder / "t.csv", "-", "--to", "swf", "--json"}).code, 2);
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,1,x\n");
    const Ran wrong =
        ctl({"convert", folder / "t.csv", folder / "x.swf", "--from", "csv", "--json"});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_TRUE(accepts("validate", wrong.out));
}

TEST(Convert, OverwritesNoInput) {
    const TemporaryFolder folder;
    const std::string text = "submit,duration,gpus\n0,1,1\n";
    writeBytes(folder / "t.csv", text);
    const Ran ran = ctl({"convert", folder / "t.csv", folder / "t.csv", "--from", "csv"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(bytesOf(folder / "t.csv"), text);
    writeBytes(folder / "pool.json", kConvertPool + "}");
    EXPECT_EQ(
        ctl({"convert", folder / "t.csv", folder / "pool.json", "--quotas", folder / "pool.json"})
            .code,
        2);
}

TEST(Convert, TakesTheFirstJobsByTime) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus\n9,1,1\n0,1,2\n5,1,4\n");
    ASSERT_EQ(ctl({"convert", folder / "t.csv", folder / "f.csv", "--first", "2"}).code, 0);
    EXPECT_EQ(bytesOf(folder / "f.csv"), "name,submit,duration,gpus\njob-2,0,1,2\njob-3,5,1,4\n");
}

TEST(Convert, TellsOptionsThatOnlyAScenarioNeeds) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,duration,gpus\n0,1,1\n");
    const Ran ran = ctl({"convert", folder / "t.csv", folder / "f.csv", "--pool", "4x8"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("--pool changes nothing"));
}

TEST(Convert, DerivesAScenarioAsReplayDoes) {
    const TemporaryFolder folder;
    ASSERT_EQ(ctl({"convert", kPhilly, folder / "p.json", "--pool", "60x8", "--quotas", "groups",
                   "--first", "300"})
                  .code,
              0);
    EXPECT_EQ(ctl({"simulate", folder / "p.json", "--json"}).out,
              ctl({"replay", "--trace", kPhilly, "--format", "philly", "--pool", "60x8", "--quotas",
                   "groups", "--first", "300", "--json", "--full"})
                  .out);
}

// JSON is UTF-8, and two files stay two.
TEST(Convert, TellsNamesOfFilesThatAreNoUtf8) {
    const TemporaryFolder folder;
    writeBytes(folder / "a\xE9.csv", "submit,duration,gpus\n0,1,1\n");
    writeBytes(folder / "a\xE8.csv", "submit,duration,gpus\n0,x,1\n");
    const Ran ran = ctl({"convert", folder / "a\xE9.csv", folder / "b.swf", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(accepts("convert", ran.out)) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr(R"(a\\xE9.csv")"));
    const Ran wrong = ctl({"convert", folder / "a\xE8.csv", folder / "b.swf", "--json"});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_THAT(wrong.out, HasSubstr(R"(a\\xE8.csv", "pointer")"));
}

TEST(Convert, TellsWhoseWaitsAndWorkspacesAreLost) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.csv", "submit,start,end,gpus\n0,5,9,1\n0,0,9,1\n");
    for (const char* to : {"csv", "swf", "sacct"})
        EXPECT_THAT(
            ctl({"convert", folder / "t.csv", folder / "out", "--from", "csv", "--to", to}).err,
            HasSubstr("Not written: when 1 job started, later than submitted."))
            << to;
    const auto told = [&](const std::string& work) {
        writeBytes(folder / "s.json",
                   R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
  "quotas": [{"name": "q", "guaranteed": {"gpu": 8}}],
  "workspaces": [{"name": "w", "quotas": ["q"]}],
  "workloads": [{"name": "a", "gpu": 1, "duration": 5, )" +
                       work + "}]}");
        return ctl({"convert", folder / "s.json", folder / "out", "--to", "csv"}).err;
    };
    EXPECT_THAT(told(R"("quota": "q", "workspace": "w")"),
                HasSubstr("Not written: the workspaces of 1 job. With --quotas FILE"));
    EXPECT_THAT(told(R"("quota": "q")"), HasSubstr("which no job used"));
}

// Only a csv has columns to name.
TEST(Convert, TakesAFileWhoseColumnsAreNamedForACsv) {
    const TemporaryFolder folder;
    writeBytes(folder / "t.txt", "when,long,cards\n0,60,1\n");
    const std::string columns = "submit=when,duration=long,gpus=cards";
    const Ran ran = ctl({"convert", folder / "t.txt", folder / "out.swf", "--columns", columns});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Ran piped = ctl({"convert", "-", "-", "--to", "swf", "--columns", columns},
                          "when,long,cards\n0,60,1\n");
    EXPECT_EQ(piped.code, 0) << piped.err;
    EXPECT_EQ(piped.out, bytesOf(folder / "out.swf"));
}

}  // namespace
}  // namespace apportion::testing
