// SPDX-License-Identifier: GPL-3.0-or-later
// A program is killed after its file was replaced by another one: its log stays beside that one,
// which does not belong to it.
#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/core/store/file_bytes.h"
#include "tests/core/store/holder.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreForeignLog : public ::testing::Test {
protected:
    StoreForeignLog() {
        EXPECT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
        makeProject(other_, 30);
    }
    // Its last entry stands in the log alone.
    void killHolder(const std::function<void(Holder&)>& before = {}) {
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        if (before)
            before(holder);
        holder.end(SIGKILL);
    }
    static std::string noticeOf(const Result<ProjectFile>& file) {
        return !file || file->notices().empty() ? "" : file->notices().front().message.code;
    }
    static Revision entriesOf(const std::string& path) {
        auto file = ProjectFile::open(path, OpenMode::readOnly);
        return file ? file->revision().value_or(-1) : -1;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string other_ = folder_ / "other.apportion";
    const std::string kept_ = path_ + "-wal-of-another";
};

TEST_F(StoreForeignLog, IsSetAsideAndTheFileOpens) {
    const Revision entries = entriesOf(other_);
    const std::string former = folder_ / "former.apportion";
    killHolder([&](Holder&) {
        fs::rename(path_, former);
        fs::copy_file(other_, path_);
    });
    const std::string log = bytesOf(path_ + "-wal");
    ASSERT_FALSE(log.empty());
    EXPECT_EQ(noticeOf(ProjectFile::open(path_, OpenMode::readOnly)), "project-log-foreign");
    EXPECT_EQ(entriesOf(path_), entries);
    EXPECT_EQ(bytesOf(path_ + "-wal"), log) << "whoever only reads changes nothing";
    {
        auto file = ProjectFile::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(file.has_value()) << sentencesOf(file.error());
        EXPECT_EQ(noticeOf(file), "project-log-aside");
        EXPECT_NE(render(file->notices().front().message).find(kept_), std::string::npos);
        EXPECT_EQ(file->revision().value_or(0), entries);
        EXPECT_EQ(sentencesOf(file->verify()), "");
    }
    EXPECT_EQ(bytesOf(kept_), log) << "nothing of it is lost";
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_FALSE(fs::exists(path_ + "-damaged"));
    // As the message says.
    fs::rename(kept_, former + "-wal");
    EXPECT_EQ(entriesOf(former), 2);
    EXPECT_EQ(openingSays(former), "");
}

// It has no name any more, and whoever had it open has noticed and written nothing since.
TEST_F(StoreForeignLog, IsSetAsideWhereItsFileIsGone) {
    killHolder([&](Holder& holder) {
        fs::rename(other_, path_);
        EXPECT_FALSE(holder.looks());
    });
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_TRUE(fs::exists(kept_));
}

TEST_F(StoreForeignLog, TwoOfThemAreBothKept) {
    writeBytes(kept_, "of an earlier time");
    killHolder([&](Holder&) { fs::rename(other_, path_); });
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "");
    EXPECT_EQ(bytesOf(kept_), "of an earlier time");
    EXPECT_GT(fs::file_size(kept_ + "-2"), 0U);
}

// The program was killed first: the other file came later.
TEST_F(StoreForeignLog, IsSetAsideWheneverTheOtherFileCame) {
    killHolder();
    fs::rename(other_, path_);
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "");
    EXPECT_TRUE(fs::exists(kept_));
}

TEST_F(StoreForeignLog, ItsOwnStaysWhereItIs) {
    killHolder();
    fs::last_write_time(path_, fs::file_time_type::clock::now() + std::chrono::hours(1));
    EXPECT_EQ(entriesOf(path_), 2);
    const auto file = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(noticeOf(file), "");
    EXPECT_FALSE(fs::exists(kept_));
}

// With its log or without it: it stays as it is, to be recovered.
TEST_F(StoreForeignLog, OfADamagedFileTheLogStays) {
    std::string bytes = bytesOf(other_);
    bytes.replace(bytes.size() / 2, 64, std::string(64, 'x'));
    killHolder([&](Holder&) { fs::rename(other_, path_); });
    writeBytes(path_, bytes);
    const std::string log = bytesOf(path_ + "-wal");
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged");
    EXPECT_EQ(bytesOf(path_ + "-wal"), log);
}

}  // namespace
}  // namespace apportion::testing
