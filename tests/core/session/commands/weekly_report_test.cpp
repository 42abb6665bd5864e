// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/weekly_report.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/project/desk.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

TEST(WeeklyReport, IsWrittenOnceAndTheNewestStay) {
    const TemporaryFolder folder;
    const std::string project = folder / "pool.apportion";
    Problems notes;
    ASSERT_TRUE(ProjectDesk::init(
        project, APPORTION_SOURCE_DIR "/resources/samples/four-teams.json", notes));
    const fs::path reports = folder / "reports";
    fs::create_directories(reports);
    for (int week = 10; week < 30; ++week)
        writeBytes((reports / ("pool-2020-W" + std::to_string(week) + ".html")).string(), "old");
    writeBytes((reports / "pool-2020-notes.html").string(), "mine");
    const auto written = writeWeeklyReport(project, reports);
    ASSERT_TRUE(written && *written);
    EXPECT_THAT(bytesOf((*written)->string()), ::testing::HasSubstr("<html"));
    const auto again = writeWeeklyReport(project, reports);
    ASSERT_TRUE(again);
    EXPECT_FALSE(*again) << "it stands there";
    const auto count = std::distance(fs::directory_iterator(reports), fs::directory_iterator());
    EXPECT_EQ(count, static_cast<std::ptrdiff_t>(kWeeklyReportsKept) + 1);
    EXPECT_TRUE(fs::exists(reports / "pool-2020-notes.html")) << "it is no report of ours";
    EXPECT_TRUE(fs::exists(**written));
    EXPECT_FALSE(fs::exists(reports / "pool-2020-W10.html"));
}

TEST(WeeklyReport, AFolderThatCannotBeWrittenToIsToldByName) {
    const TemporaryFolder folder;
    const std::string project = folder / "pool.apportion";
    Problems notes;
    ASSERT_TRUE(ProjectDesk::init(
        project, APPORTION_SOURCE_DIR "/resources/samples/four-teams.json", notes));
    writeBytes(folder / "file", "");
    const auto written = writeWeeklyReport(project, folder / "file");
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().front().file, ::testing::HasSubstr("file"));
}

}  // namespace
}  // namespace apportion::testing
