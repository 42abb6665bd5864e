// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/command_line.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "core/model/visible_text.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> wordsOf(const std::string& text) {
    const auto line = readCommandLine(text);
    EXPECT_TRUE(line) << text;
    return line ? line->arguments : std::vector<std::string>{};
}

std::vector<std::string> notesOf(const std::string& text) {
    std::vector<std::string> codes;
    if (const auto line = readCommandLine(text))
        for (const Problem& note : line->notes)
            codes.push_back(note.message.code);
    return codes;
}

TEST(CommandLine, IsCutAtBlanksWithQuotesUnderstood) {
    EXPECT_THAT(wordsOf(""), IsEmpty());
    EXPECT_THAT(wordsOf("  \t\n "), IsEmpty());
    EXPECT_THAT(wordsOf("  sleep   5 "), ElementsAre("sleep", "5"));
    EXPECT_THAT(wordsOf("a 'b c' \"d  e\" f\\ g"), ElementsAre("a", "b c", "d  e", "f g"));
    EXPECT_THAT(wordsOf("--name='a b'c"), ElementsAre("--name=a bc")) << "one word";
    EXPECT_THAT(wordsOf("x '' \"\""), ElementsAre("x", "", "")) << "empty words stay";
    EXPECT_THAT(wordsOf(R"("a\"b\\c\d" '\"')"), ElementsAre("a\"b\\c\\d", "\\\""));
    EXPECT_THAT(wordsOf("é 'ñ 中'"), ElementsAre("é", "ñ 中"));
}

TEST(CommandLine, SaysWhatIsNotClosed) {
    for (const char* text : {"a 'b", "a \"b", "'", R"(a "b\")"}) {
        const auto line = readCommandLine(text);
        ASSERT_FALSE(line) << text;
        EXPECT_EQ(line.error().front().message.code, "command-line-quote");
    }
    const auto end = readCommandLine("a \\");
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().front().message.code, "command-line-backslash");
    EXPECT_THAT(render(readCommandLine("a \"b").error().front().message), HasSubstr("\""));
}

TEST(CommandLine, ReplacesNothingAndSaysWhatAShellWould) {
    EXPECT_THAT(wordsOf("echo $HOME *.py ~/x > out | cat; true"),
                ElementsAre("echo", "$HOME", "*.py", "~/x", ">", "out", "|", "cat;", "true"));
    EXPECT_THAT(notesOf("echo $HOME"), ElementsAre("command-line-shell"));
    EXPECT_THAT(notesOf("a > b | c"), ElementsAre("command-line-shell", "command-line-shell"));
    EXPECT_THAT(notesOf("ls ~"), ElementsAre("command-line-shell"));
    EXPECT_THAT(notesOf("OMP=4 python x"), ElementsAre("command-line-variable"));
    EXPECT_THAT(notesOf("sh -c 'echo $HOME > x'"), IsEmpty()) << "said on purpose";
    EXPECT_THAT(notesOf("train --lr=1e-3 a~b 'x'\\$"), IsEmpty());
    EXPECT_THAT(notesOf("sleep 5"), IsEmpty());
}

TEST(CommandLine, IsShownAsItCouldBeTypedAgain) {
    EXPECT_EQ(commandLineOf({"sh", "-c", "echo ran > ran"}), "sh -c 'echo ran > ran'");
    EXPECT_EQ(commandLineOf({"a=b", "c=d"}), "'a=b' c=d");
    EXPECT_EQ(commandLineOf({"a", "", "it's"}), "a '' 'it'\\''s'");
    EXPECT_EQ(commandLineOf({"a\x1b[2J"}), "$'a\\x1B[2J'") << "no tricks on a terminal";
    EXPECT_EQ(commandLineOf({"it's\u202E\\u202E\n"}), "$'it\\'s\\u202E\\\\u202E\\n'");
}

RC_GTEST_PROP(CommandLineProperty, WhatIsShownReadsBackAsItWas,
              (const std::vector<std::string>& any)) {
    std::vector<std::string> words;
    for (std::string word : any) {
        if (visibleText(word) != word)
            continue;  // only bash reads those
        words.push_back(word);
    }
    const auto read = readCommandLine(commandLineOf(words));
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->arguments == words);
    RC_ASSERT(read->notes.empty());
}

}  // namespace
}  // namespace apportion::testing
