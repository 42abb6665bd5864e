// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message.h"

#include <algorithm>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "core/model/outcome.h"
#include "core/model/reason.h"

namespace apportion {
namespace {

// The names of the places of a template.
std::vector<std::string> places(std::string_view text) {
    std::vector<std::string> names;
    fillTemplate(text, {}, {});
    std::string marked = fillTemplate(text, {}, {});
    for (std::size_t at = 0; (at = marked.find('{', at)) != std::string::npos; ++at) {
        const auto end = marked.find_first_of("|}", at);
        const auto name = marked.substr(at + 1, end - at - 1);
        if (end != std::string::npos &&
            std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalpha(c); }))
            names.push_back(name);
    }
    return names;
}

TEST(MessageTable, HasEachCodeOnceAndEachPlaceItsArgument) {
    std::string_view before;
    for (const auto code : messageCodes()) {
        EXPECT_NE(code, before) << "twice in the table";
        before = code;
        const auto known = messageArguments(code);
        EXPECT_EQ(std::set<std::string_view>(known.begin(), known.end()).size(), known.size())
            << code;
        for (const auto text : {messageTemplate(code), remedyTemplate(code)})
            for (const auto& place : places(text))
                EXPECT_NE(std::find(known.begin(), known.end(), place), known.end())
                    << code << " has the place {" << place << "} without an argument";
    }
}

TEST(MessageTable, SpeaksInWholeSentences) {
    for (const auto code : messageCodes()) {
        for (const auto text : {messageTemplate(code), remedyTemplate(code)}) {
            if (text.empty())
                continue;
            const bool phrase = code.starts_with("short-") || code.starts_with("value-") ||
                                code.starts_with("start-") || code.starts_with("entitled-");
            EXPECT_NE(text.back() == '.' || text.back() == '?', phrase) << code << ": " << text;
            EXPECT_EQ(text.find("  "), std::string_view::npos) << code << ": " << text;
        }
        EXPECT_FALSE(messageTemplate(code).empty()) << code;
    }
}

// The guide of words: such texts may only become fewer.
TEST(MessageTable, UsesFewWordsThatTheGuideAvoids) {
    const std::regex avoided(
        R"(\b(may|told|stands?|mend\w*|anew|for ever|whoever|at once|beside|nobody|somebody|over quota|idle work|gives? up|gave|took)\b)",
        std::regex::icase);
    std::vector<std::string> found;
    int longSentences = 0;
    for (const auto code : messageCodes())
        for (const auto text : {messageTemplate(code), remedyTemplate(code)}) {
            if (std::regex_search(text.begin(), text.end(), avoided))
                found.push_back(std::string(code) + ": " + std::string(text));
            int words = 0;
            for (std::size_t at = 0; at < text.size(); ++at) {
                words += text[at] == ' ' ? 1 : 0;
                if ((text[at] == '.' || text[at] == '?') && text.substr(at + 1, 1) == " ")
                    words = 0;
                longSentences += words == 25 && text[at] == ' ' ? 1 : 0;
            }
        }
    EXPECT_LE(found.size(), 21U) << ::testing::PrintToString(found);
    EXPECT_LE(longSentences, 15);
}

TEST(MessageTable, KnowsEveryReasonRefusalAndRule) {
    const auto codes = messageCodes();
    const auto known = [&](std::string_view code) {
        return std::binary_search(codes.begin(), codes.end(), code);
    };
    for (int i = 0; i <= static_cast<int>(ReasonCode::notLive); ++i)
        EXPECT_TRUE(known(codeText(static_cast<ReasonCode>(i)))) << i;
    for (const char* code :
         {"below-usage", "sum-of-children", "above-capacity", "not-found", "invalid"})
        EXPECT_TRUE(known(code)) << code;
    for (int i = 0; i <= static_cast<int>(EvictionRule::node); ++i)
        EXPECT_TRUE(known("evicted-" + std::string{ruleText(static_cast<EvictionRule>(i))})) << i;
    for (const char key : std::string{"abcdefghi"})
        EXPECT_TRUE(known(std::string{"runner-up-"} + key)) << key;
}

TEST(MessageTable, HasNoVariantWithoutItsCode) {
    const auto codes = messageCodes();
    for (const auto code : codes)
        EXPECT_TRUE(std::binary_search(codes.begin(), codes.end(), plainCode(code))) << code;
}

TEST(Message, FillsEachPlace) {
    const Message message{"above-capacity",
                          {{"quota", Value::ofText("Quota1")},
                           {"sum", Value::ofGpu(13600)},
                           {"capacity", Value::ofGpu(12800)},
                           {"short", Value::ofGpu(800)}}};
    EXPECT_EQ(render(message),
              "The guarantees of the roots on these nodes would total 136 GPUs, but the nodes have "
              "128 GPUs.");
    EXPECT_EQ(renderRemedy(message), "Lower a guarantee by 8 GPUs, or add nodes first.");
    EXPECT_TRUE(isComplete(message));
}

TEST(Message, ShowsAPlaceWithoutArgumentAndAnUnknownCode) {
    EXPECT_EQ(render({"name-too-long", {{"most", Value::ofCount(63)}}}),
              "The name has {length} characters. The maximum is 63.");
    EXPECT_FALSE(isComplete({"name-too-long", {}}));
    EXPECT_EQ(render({"no-such-code", {}}), "no-such-code");
    EXPECT_FALSE(isComplete({"no-such-code", {}}));
}

TEST(Message, AVariantOfAnOlderProgramIsToldByItsPlainCode) {
    const std::vector<Argument> known{
        {"victim", Value::ofText("w")}, {"quota", Value::ofText("A")}, {"gpu", Value::ofGpu(800)}};
    const std::string plain = render({"evicted-scale", known});
    EXPECT_EQ(render({"evicted-scale.limit", known}), plain) << "today it has both numbers, too";
    EXPECT_EQ(render({"evicted-scale.no-more", known}), plain);
}

TEST(Message, PutsTheNounBehindItsCount) {
    const auto filled = [](std::int64_t count) {
        return fillTemplate("{n|row was|rows were} left", {{"n", Value::ofCount(count)}},
                            formatValue);
    };
    EXPECT_EQ(filled(1), "1 row was left");
    EXPECT_EQ(filled(0), "0 rows were left");
    EXPECT_EQ(filled(2), "2 rows were left");
    EXPECT_EQ(fillTemplate("{n|a", {{"n", Value::ofCount(1)}}, formatValue), "{n|a");
    EXPECT_EQ(wholeList({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e, f and g");
}

TEST(Message, LeavesOtherBracesAlone) {
    const auto text =
        fillTemplate("{a} {\"gpu\": 1} {", {{"a", Value::ofText("{b}")}}, formatValue);
    EXPECT_EQ(text, "{b} {\"gpu\": 1} {");
}

TEST(Message, FormatsValuesWithTheirUnit) {
    EXPECT_EQ(formatValue(Value::ofGpu(100)), "1 GPU");
    EXPECT_EQ(formatValue(Value::ofGpu(25)), "0.25 GPUs");
    EXPECT_EQ(formatValue(Value::ofCpu(4000)), "4 cores");
    EXPECT_EQ(formatValue(Value::ofMemory(16 * 1024)), "16 GiB");
    EXPECT_EQ(formatValue(Value::ofSeconds(60'000)), "60 s");
    EXPECT_EQ(formatValue(Value::ofCount(12)), "12");
    EXPECT_EQ(formatValue(Value::ofList({})), "none");
    EXPECT_EQ(formatValue(Value::ofList({"a"})), "a");
    EXPECT_EQ(formatValue(Value::ofList({"a", "b", "c"})), "a, b and c");
    EXPECT_EQ(formatValue(Value::ofList({"a", "b", "c", "d", "e", "f", "g"})),
              "a, b, c, d, e and 2 more");
}

}  // namespace
}  // namespace apportion
