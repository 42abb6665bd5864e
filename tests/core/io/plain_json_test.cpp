// SPDX-License-Identifier: GPL-3.0-or-later
// The short way for workloads that this program wrote itself says the same as the long one.
#include <gtest/gtest.h>

#include "core/io/json/plain.h"
#include "core/io/scenario_parts.h"

namespace apportion::testing {
namespace {

bool isPlain(std::string_view text) {
    json::Tape tape;
    return json::readPlain(text, tape);
}

TEST(PlainJson, TakesWhatIsWrittenByThisProgram) {
    for (const char* text :
         {"{}", "[]", "0", "-7", "0.25", "-0.5", "true", "false", "null", "\"a b\"", "\"\"",
          R"({"a":[1,{"b":"c"},[]],"d":{}})", "123456789012345"})
        EXPECT_TRUE(isPlain(text)) << text;
}

TEST(PlainJson, LeavesAllElseToTheParser) {
    for (const char* text : {"",           " 1",       "1 ",           "{",
                             "[1",         "[1,]",     "{\"a\"}",      "{\"a\":}",
                             "{\"a\":1,}", "{a:1}",    "tru",          "truely",
                             "01",         "-",        "-0",           "1.",
                             ".5",         "1e3",      "1.5E2",        "1234567890123456",
                             "\"a",        "\"a\\n\"", "\"\xC3\xA9\"", "\"\x01\"",
                             "\"\x7F\"",   "1,2",      "{}{}",         "[[[[[[[[[[1]]]]]]]]]]"})
        EXPECT_FALSE(isPlain(text)) << text;
}

TEST(PlainJson, AWorkloadIsTheSameByBothWays) {
    WorkloadReader reader;
    for (const char* text :
         {R"({"duration":3600,"gpu":1,"module":"inference","name":"w1","priority":6,"quota":"q"})",
          R"({"checkpoint":0.5,"cpu":1.25,"gpu":0.5,"gpuType":"A","idle":true,"memory":2,)"
          R"("minReplicas":1,"name":"w2","preemptible":false,"quota":"q","replicas":2,"user":"u"})",
          R"({"gpu":1,"name":"w3","quota":null,"running":{"placements":[{"node":"n","gpu":1}],)"
          R"("since":-5},"submit":0,"workspace":"s"})"}) {
        const auto expected = parseWorkload(text);
        ASSERT_TRUE(expected) << text;
        Workload read;
        ASSERT_TRUE(reader.read(text, read)) << text;
        EXPECT_EQ(read, *expected) << text;
    }
}

TEST(PlainJson, AWorkloadWithSomethingToTellIsLeftToTheParser) {
    WorkloadReader reader;
    for (const char* text : {R"({"gpu":"1","name":"w","quota":"q"})", R"({"gpu":1,"quota":"q"})",
                             R"({"gpu":1,"name":"w","name":"w","quota":"q"})",
                             R"({"colour":1,"gpu":1,"name":"w","quota":"q"})", R"([])",
                             R"({"gpu": 1,"name":"w","quota":"q"})"}) {
        Workload read;
        EXPECT_FALSE(reader.read(text, read)) << text;
    }
}

}  // namespace
}  // namespace apportion::testing
