// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a project file, and what in it alone.
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "core/session/live/live_pool.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreBeside : public ::testing::Test {
protected:
    StoreBeside() { makeProject(path_, 5); }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& each : fs::directory_iterator(folder_.path()))
            all.insert(each.path().filename().string());
        return all;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
};

TEST_F(StoreBeside, ReadingAClosedFileLeavesNothing) {
    const std::set<std::string> before{"pool.apportion"};
    ASSERT_EQ(names(), before);
    {
        auto one = ProjectFile::open(path_, OpenMode::readOnly);
        ASSERT_TRUE(one.has_value());
        EXPECT_GT(one->revision().value_or(0), 1);
        { const auto two = ProjectFile::open(path_, OpenMode::readOnly); }
        EXPECT_GT(one->revision().value_or(0), 1);
    }
    EXPECT_EQ(names(), before);
    {
        const auto desk = ProjectDesk::openToLook(path_, "ana", [] { return kBegin; });
    }
    EXPECT_EQ(names(), before);
    EXPECT_EQ(openingSays(path_), "");
}

TEST_F(StoreBeside, AReaderTakesNothingFromWhoWrites) {
    auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana", [] { return kBegin; });
    ASSERT_TRUE(desk.has_value());
    const auto during = names();
    { const auto reader = ProjectFile::open(path_, OpenMode::readOnly); }
    EXPECT_EQ(names(), during);
    ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"p"}}})).has_value());
    { const auto reader = ProjectFile::open(path_, OpenMode::readOnly); }
    EXPECT_EQ(names(), during);
}

// A person copies the file alone: the log beside it is not in the copy.
TEST_F(StoreBeside, ACopyOfALiveFileIsBehindByLittle) {
    Moment now = kBegin + 1000 * kSecond;
    auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana", [&] { return now; });
    ASSERT_TRUE(desk.has_value());
    auto pool = LivePool::start(*desk);
    ASSERT_TRUE(pool.has_value());
    const Revision before = desk->file().revision().value_or(0);
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"r" + std::to_string(i)}}})));
        now += 500;
        ASSERT_TRUE(pool->tick().has_value());
    }
    const std::string copy = folder_ / "copy.apportion";
    fs::copy_file(path_, copy);
    auto opened = ProjectFile::open(copy, OpenMode::readOnly);
    ASSERT_TRUE(opened.has_value());
    EXPECT_GE(opened->revision().value_or(0), before + 9) << "of the last look";
    EXPECT_EQ(sentencesOf(opened->verify()), "");
}

}  // namespace
}  // namespace apportion::testing
