// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/visible_text.h"

#include <cstdint>
#include <ios>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/message.h"

namespace apportion::testing {
namespace {

TEST(VisibleText, LeavesWhatCanBeShown) {
    for (const char* text : {"", "a b", "C:\\new", "Überlauf 東京 – “x”", "👩🔬", "❤", "é é"})
        EXPECT_EQ(visibleText(text), text);
}

TEST(VisibleText, ShowsWhatWouldMoveTheCursorOrGiveOrders) {
    EXPECT_EQ(visibleText("a\nb\tc\r"), "a\\nb\\tc\\r");
    EXPECT_EQ(visibleText("\x1B[2Jgone\x7F"), "\\x1B[2Jgone\\x7F");
    EXPECT_EQ(visibleText("\xC2\x9B"
                          "2J"),
              "\\u009B2J");
    EXPECT_EQ(visibleText("\xE2\x80\xAE"
                          "drow\xE2\x80\xA8"),
              "\\u202Edrow\\u2028");
    EXPECT_EQ(visibleText("\xE2\x80"), "\\xE2\\x80") << "cut off";
    EXPECT_EQ(visibleText("a\xFF\x1B\xC3ä"), "a\\xFF\\x1B\\xC3ä");
}

TEST(VisibleText, ShowsWhatTurnsWritingSeparatesLinesOrHasNoWidth) {
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> kHidden{
        {0x00, 0x1F},       {0x7F, 0x9F},        {0xAD, 0xAD},     {0x61C, 0x61C},
        {0x200B, 0x200F},   {0x2028, 0x202E},    {0x2060, 0x2064}, {0x2066, 0x2069},
        {0xFEFF, 0xFEFF},   {0xE0020, 0xE007F},  {0xFE00, 0xFE0F}, {0xE0100, 0xE01EF},
        {0x1D173, 0x1D17A}, {0x1BCA0, 0x1BCA3},  {0x2800, 0x2800}, {0xFFFC, 0xFFFC},
        {0xE000, 0xF8FF},   {0xFFFFE, 0x10FFFF}, {0x3164, 0x3164}, {0x115F, 0x1160},
        {0x0378, 0x0379}};
    for (const auto& [first, last] : kHidden)
        for (std::uint32_t code = first; code <= last; ++code)
            EXPECT_TRUE(isHidden(code)) << std::hex << code;
    for (const std::uint32_t code : {0x20U, 0x7EU, 0xA0U, 0x2010U, 0x2027U, 0x202FU, 0x2070U,
                                     0x2801U, 0xFF01U, 0x1F469U, 0x3000U})
        EXPECT_FALSE(isHidden(code)) << std::hex << code;
    EXPECT_EQ(visibleText("a\u200Db\u2060\uFEFF\u061C\u2069\u200E"),
              "a\\u200Db\\u2060\\uFEFF\\u061C\\u2069\\u200E");
    EXPECT_EQ(visibleText("\U000E0041"), "\\U000E0041");
}

TEST(VisibleText, ShowsBlanksThatAreNotPlainOnes) {
    EXPECT_EQ(visibleText("rm\u00A0-r \u3000\u202F\u2003x"), "rm\\u00A0-r \\u3000\\u202F\\u2003x");
    EXPECT_EQ(visibleLines("a\u00A0\n"), "a\\u00A0\n");
}

TEST(VisibleText, OfSeveralLinesKeepsThem) {
    EXPECT_EQ(visibleLines("a\tb\nc\r\n\x1B[0m\u2028"), "a\tb\nc\\r\n\\x1B[0m\\u2028");
}

TEST(VisibleText, AlsoInSentences) {
    const Message message{"project-no-file", {{"name", Value::ofText("x\ny")}}};
    EXPECT_EQ(render(message), "File x\\ny does not exist.");
}

}  // namespace
}  // namespace apportion::testing
