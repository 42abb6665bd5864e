// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/visible_text.h"

#include <gtest/gtest.h>

#include "core/model/message.h"

namespace apportion::testing {
namespace {

TEST(VisibleText, LeavesWhatCanBeShown) {
    for (const char* text : {"", "a b", "C:\\new", "Überlauf 東京 – “x”", "👩‍🔬"})
        EXPECT_EQ(visibleText(text), text);
}

TEST(VisibleText, ShowsWhatWouldMoveTheCursorOrGiveOrders) {
    EXPECT_EQ(visibleText("a\nb\tc\r"), "a\\nb\\tc\\r");
    EXPECT_EQ(visibleText("\x1B[2Jgone\x7F"), "\\x1B[2Jgone\\x7F");
    EXPECT_EQ(visibleText("\xC2\x9B"
                          "2J"),
              "\\x9B2J");
    EXPECT_EQ(visibleText("\xE2\x80\xAE"
                          "drow\xE2\x80\xA8"),
              "\\u202Edrow\\u2028");
    EXPECT_EQ(visibleText("\xE2\x80"), "\\xE2\\x80") << "cut off";
    EXPECT_EQ(visibleText("a\xFF\x1B\xC3ä"), "a\\xFF\\x1B\\xC3ä");
}

TEST(VisibleText, AlsoInSentences) {
    const Message message{"project-no-file", {{"name", Value::ofText("x\ny")}}};
    EXPECT_EQ(render(message), "There is no file x\\ny.");
}

}  // namespace
}  // namespace apportion::testing
