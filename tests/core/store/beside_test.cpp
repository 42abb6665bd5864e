// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a project file, and what in it alone.
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "core/session/live/live_pool.h"
#include "tests/core/store/file_bytes.h"
#include "tests/core/store/holder.h"

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

// The lease comes with it, and is that of the other file.
TEST_F(StoreBeside, ACopyOfALiveFileIsNotLive) {
    const std::string copy = folder_ / "copy.apportion";
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    {
        SQLite::Database raw(path_, SQLite::OPEN_READWRITE);
        raw.exec("PRAGMA wal_checkpoint(FULL)");
    }
    fs::copy_file(path_, copy);
    auto live = ProjectFile::open(path_, OpenMode::readOnly);
    auto copied = ProjectFile::open(copy, OpenMode::readWrite);
    ASSERT_TRUE(live.has_value() && copied.has_value());
    ASSERT_TRUE(live->lease().value_or(std::nullopt).has_value());
    EXPECT_FALSE(copied->lease().value_or(std::nullopt).has_value());
    EXPECT_FALSE(live->takeLease("bea", kBegin).value_or(true));
    EXPECT_TRUE(copied->takeLease("bea", kBegin).value_or(false)) << "nobody is in the way";
    EXPECT_TRUE(holder.looks()) << "nor is the other one disturbed";
}

// So it is for the program itself that runs the other one.
TEST_F(StoreBeside, WhoRunsAFileDoesNotRunItsCopy) {
    const std::string copy = folder_ / "copy.apportion";
    auto file = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(file && file->takeLease("ana", kBegin).value_or(false));
    ASSERT_TRUE(file->renewLease(kBegin).value_or(false)) << "brings its log in";
    fs::copy_file(path_, copy);
    auto copied = ProjectFile::open(copy, OpenMode::readWrite);
    ASSERT_TRUE(copied.has_value());
    EXPECT_FALSE(copied->holdsLease().value_or(true));
    EXPECT_TRUE(file->holdsLease().value_or(false));
}

TEST_F(StoreBeside, ALiveFileThatIsMovedStaysLive) {
    const std::string moved = folder_ / "moved.apportion";
    auto file = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(file && file->takeLease("ana", kBegin).value_or(false));
    ASSERT_TRUE(file->renewLease(kBegin).value_or(false)) << "brings its log in";
    fs::rename(path_, moved);
    auto looking = ProjectFile::open(moved, OpenMode::readOnly);
    ASSERT_TRUE(looking.has_value());
    EXPECT_TRUE(looking->lease().value_or(std::nullopt).has_value());
}

// Of an older program, which did not say of which file it is.
TEST_F(StoreBeside, ALeaseThatNamesNoFileCounts) {
    auto file = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(file && file->takeLease("ana", kBegin).value_or(false));
    SQLite::Database raw(path_, SQLite::OPEN_READWRITE);
    raw.exec("UPDATE lease SET machine = substr(machine, 1, instr(machine, ']'))");
    EXPECT_TRUE(file->lease().value_or(std::nullopt).has_value());
}

}  // namespace
}  // namespace apportion::testing
