// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/log_text.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(LogText, IsPlain) {
    EXPECT_EQ(readableLog("a\tb\nc\n"), "a\tb\nc\n");
    EXPECT_EQ(readableLog("\x1b[1;31mred\x1b[0m!\x1b(B\x1b[2K"), "red!B") << "colours go";
    EXPECT_EQ(readableLog("\x1b]0;title\a-\x1b]0;title\x1b\\-"), "--");
    EXPECT_EQ(readableLog("\x1b[31"), "") << "cut at the end";
    EXPECT_EQ(readableLog("\x1b"), "");
    EXPECT_EQ(readableLog(std::string("a\0b\a\b", 5)), "ab");
    EXPECT_EQ(readableLog("é中"), "é中");
}

TEST(LogText, OfALineWrittenOverTheLastStays) {
    EXPECT_EQ(readableLog("10%\r50%\r100%\ndone\n"), "100%\ndone\n");
    EXPECT_EQ(readableLog("10%\r"), "10%") << "nothing has taken its place yet";
    EXPECT_EQ(readableLog("a\r\nb\r\n"), "a\nb\n") << "ends of lines of another system";
    EXPECT_EQ(readableLog("x\ny\rz"), "x\nz");
}

}  // namespace
}  // namespace apportion
