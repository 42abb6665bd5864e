// SPDX-License-Identifier: GPL-3.0-or-later
// What the console's command line refuses or answers, before any window is made.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kOptionsProgram = APPORTION_BIN_DIR "/apportion";

Ran console(const std::string& options) {
    return shell("QT_QPA_PLATFORM=offscreen timeout 60 " + std::string(kOptionsProgram) + " " +
                 options);
}

TEST(ConsoleOptions, ALanguageThatIsNoneIsRefused) {
    if (!std::filesystem::exists(kOptionsProgram))
        GTEST_SKIP() << "built without the console";
    const TemporaryFolder folder;
    const Ran ran = console("--lang zz --view start --render " + (folder / "x.png"));
    EXPECT_NE(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("unknown language zz"));
    EXPECT_THAT(ran.err, HasSubstr("pt_BR"));
    EXPECT_EQ(console("--lang pt_BR --view start --render " + (folder / "y.png")).code, 0);
}

TEST(ConsoleOptions, APictureThatIsNotPngIsRefused) {
    if (!std::filesystem::exists(kOptionsProgram))
        GTEST_SKIP() << "built without the console";
    const TemporaryFolder folder;
    const Ran ran = console("--view start --render " + (folder / "x.svg"));
    EXPECT_NE(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("PNG"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.svg"));
}

TEST(ConsoleOptions, APlanIsDrawnAsThePlannersPage) {
    if (!std::filesystem::exists(kOptionsProgram))
        GTEST_SKIP() << "built without the console";
    const TemporaryFolder folder;
    const std::string picture = folder / "plan.png";
    const Ran ran =
        console(APPORTION_SOURCE_DIR "/resources/plans/pool-128.plan.json --render " + picture);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(std::filesystem::exists(picture));
}

TEST(ConsoleOptions, TheVersionIsThatOfTheCommandLine) {
    if (!std::filesystem::exists(kOptionsProgram))
        GTEST_SKIP() << "built without the console";
    EXPECT_EQ("apportionctl" + console("--version").out.substr(9), ctl({"--version"}).out);
}

TEST(ConsoleOptions, AnAnswerThatCannotBeWrittenIsNoSuccess) {
    if (!std::filesystem::exists(kOptionsProgram))
        GTEST_SKIP() << "built without the console";
    for (const std::string option : {"--help", "--version", "--list-views"}) {
        EXPECT_EQ(console(option).code, 0) << option;
        const Ran ran = console(option + " >/dev/full");
        EXPECT_EQ(ran.code, 1) << option;
        EXPECT_THAT(ran.err, HasSubstr("Standard output cannot be written")) << option;
    }
}

}  // namespace
}  // namespace apportion::testing
