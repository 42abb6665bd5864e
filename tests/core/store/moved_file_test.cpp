// SPDX-License-Identifier: GPL-3.0-or-later
// A file is renamed or copied while another process has it open: whatever comes then, no change is
// lost, and nobody writes past one.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "core/store/file_place.h"
#include "tests/core/store/file_bytes.h"
#include "tests/core/store/holder.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreMovedFile : public ::testing::Test {
protected:
    StoreMovedFile() {
        fs::create_directory(folder_ / "away");
        EXPECT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
    }
    // Entries that whoever opens it for writing goes on from; 0 where it is refused.
    static Revision writesFrom(const std::string& path) {
        auto file = ProjectFile::open(path, OpenMode::readWrite);
        return file ? file->revision().value_or(-1) : 0;
    }
    static Revision reads(const std::string& path) {
        auto file = ProjectFile::open(path, OpenMode::readOnly);
        return file ? file->revision().value_or(-1) : 0;
    }
    static std::string noticeOf(const std::string& path) {
        auto file = ProjectFile::open(path, OpenMode::readOnly);
        return !file || file->notices().empty() ? "" : file->notices().front().message.code;
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& each : fs::recursive_directory_iterator(folder_.path()))
            if (each.is_regular_file())
                all.insert(each.path().filename().string());
        return all;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string other_ = folder_ / "other.apportion";
    const std::string away_ = folder_ / "away/pool.apportion";
};

TEST_F(StoreMovedFile, ClosingItBringsItsLogIn) {
    for (const std::string& to : {other_, away_}) {
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::rename(path_, to);
        holder.closes();
        EXPECT_EQ(names(), std::set{fs::path(to).filename().string()}) << "nothing is left beside";
        EXPECT_EQ(reads(to), writesFrom(to));
        const Revision entries = writesFrom(to);
        EXPECT_GE(entries, 2);
        fs::rename(to, path_);
        EXPECT_EQ(writesFrom(path_), entries);
        EXPECT_EQ(openingSays(path_), "");
    }
}

// Within a moment of the move all is in the file, whatever comes then.
TEST_F(StoreMovedFile, ItsLogIsBroughtInAsSoonAsTheMoveIsSeen) {
    for (const std::string& to : {other_, away_}) {
        const Revision before = writesFrom(path_);
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::rename(path_, to);
        EXPECT_FALSE(holder.looks());
        holder.end(SIGKILL);
        EXPECT_EQ(reads(to), before + 1);
        EXPECT_EQ(writesFrom(to), before + 1);
        fs::rename(to, path_);
        EXPECT_EQ(writesFrom(path_), before + 1);
    }
}

TEST_F(StoreMovedFile, ClosedAfterTheMoveWasSeenItLeavesNothing) {
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    fs::rename(path_, other_);
    EXPECT_FALSE(holder.looks());
    holder.closes();
    EXPECT_EQ(names(), std::set<std::string>{"other.apportion"});
    EXPECT_EQ(writesFrom(other_), 2);
    EXPECT_EQ(openingSays(other_), "");
}

TEST_F(StoreMovedFile, MovedBackItIsWrittenToAgain) {
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    for (int i = 0; i < 2; ++i) {
        fs::rename(path_, other_);
        EXPECT_FALSE(holder.looks());
        EXPECT_EQ(writesFrom(other_), 0) << "a program has it open";
        EXPECT_EQ(reads(other_), 2);
        fs::rename(other_, path_);
        EXPECT_TRUE(holder.looks());
        EXPECT_EQ(reads(path_), 2);
    }
    holder.closes();
    EXPECT_EQ(writesFrom(path_), 2);
    EXPECT_EQ(names(), std::set<std::string>{"pool.apportion"});
}

TEST_F(StoreMovedFile, KilledBeforeItSawTheMoveItsLogIsAskedFor) {
    {
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::rename(path_, other_);
        holder.end(SIGKILL);
    }
    const auto before = names();
    const auto refused = ProjectFile::open(other_, OpenMode::readWrite);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "project-log-left");
    EXPECT_NE(render(refused.error().front().message).find(path_ + "-wal"), std::string::npos);
    EXPECT_EQ(noticeOf(other_), "project-log-left");
    EXPECT_EQ(reads(other_), 2) << "it is read with that log";
    EXPECT_EQ(names(), before);
    const auto recovered = recoverProject(other_, folder_ / "recovered", "ana", kBegin);
    ASSERT_TRUE(recovered);
    EXPECT_EQ(recovered->entries, 2);
    // Either remedy.
    fs::rename(other_, path_);
    EXPECT_EQ(reads(path_), 2);
    fs::rename(path_, other_);
    fs::rename(path_ + "-wal", other_ + "-wal");
    EXPECT_EQ(writesFrom(other_), 2);
    EXPECT_EQ(openingSays(other_), "");
}

TEST_F(StoreMovedFile, ReadingItUnderItsNewNameWarnsAndLeavesNothing) {
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    fs::rename(path_, other_);
    const auto before = names();
    EXPECT_EQ(noticeOf(other_), "project-other-name.known");
    EXPECT_EQ(reads(other_), 2) << "also what stands in the log";
    EXPECT_EQ(names(), before);
    fs::rename(other_, away_);
    EXPECT_EQ(noticeOf(away_), "project-other-name");
    EXPECT_EQ(names().count("pool.apportion-wal"), 1U);
    EXPECT_FALSE(fs::exists(away_ + "-wal") || fs::exists(away_ + "-shm"));
    fs::rename(away_, path_);
    EXPECT_TRUE(holder.looks());
}

// A log that another file has left, or one of which the file has all, keeps nobody.
TEST_F(StoreMovedFile, OtherLogsThatWereLeftAreNotItsOwn) {
    const std::string log = folder_ / "gone-wal";
    {
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::copy_file(path_ + "-wal", log);
        holder.closes();
    }
    EXPECT_EQ(writesFrom(path_), 2) << "it has all of this log";
    EXPECT_TRUE(newProject(other_, [] { return kBegin + 1; }).has_value());
    EXPECT_EQ(writesFrom(other_), 1) << "this one never had it";
    EXPECT_EQ(noticeOf(other_), "");
    writeBytes(log, "no log at all");
    EXPECT_EQ(writesFrom(path_), 2);
}

// The file itself keeps all; the copy is of what was in it without the log.
TEST_F(StoreMovedFile, ACopyTakesNothingFromIt) {
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    fs::copy_file(path_, other_);
    EXPECT_EQ(writesFrom(other_), 1);
    EXPECT_TRUE(holder.looks());
    holder.end(SIGKILL);
    EXPECT_EQ(writesFrom(other_), 1);
    EXPECT_EQ(writesFrom(path_), 2);
    EXPECT_EQ(openingSays(path_), "");
}

// Whoever opens what was put there would write into the log of what was moved.
TEST_F(StoreMovedFile, WhatTakesItsPlaceDoesNotTakeItsLog) {
    const std::string backup = folder_ / "backup";
    fs::copy_file(path_, backup);
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    fs::rename(path_, other_);
    fs::rename(backup, path_);
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-other-log");
    EXPECT_EQ(noticeOf(path_), "project-other-log");
    EXPECT_EQ(reads(path_), 1);
    EXPECT_FALSE(holder.looks());
    holder.closes();
    EXPECT_EQ(writesFrom(other_), 2);
    EXPECT_EQ(writesFrom(path_), 1);
    EXPECT_EQ(openingSays(path_), "");
}

// What was there has no name any more: nobody misses its log, and the other file is whole.
TEST_F(StoreMovedFile, WhatReplacedItIsWholeOnceItIsClosed) {
    for (const bool seen : {false, true}) {
        const Moment begun = kBegin + (seen ? 2 : 1);
        ASSERT_TRUE(newProject(other_, [begun] { return begun; }).has_value());
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::rename(other_, path_);
        EXPECT_EQ(noticeOf(path_), "project-other-log");
        if (seen) {
            EXPECT_FALSE(holder.looks());
        }
        holder.closes();
        EXPECT_EQ(names(), std::set<std::string>{"pool.apportion"}) << "no log stands beside it";
        EXPECT_EQ(openingSays(path_), "");
        EXPECT_EQ(reads(path_), 1);
        EXPECT_EQ(writesFrom(path_), 1);
    }
}

TEST_F(StoreMovedFile, WhoeverHasItOpenIsToldThatItWasReplaced) {
    ASSERT_TRUE(newProject(other_, [] { return kBegin + 1; }).has_value());
    const auto file = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(file->damage().empty());
    fs::rename(other_, path_);
    const Problems told = file->damage();
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front().message.code, "project-moved.replaced");
}

// `cp` keeps the number of the file, and what SQLite has of it in memory.
class StoreOverwrittenFile : public StoreMovedFile {
protected:
    StoreOverwrittenFile() {
        EXPECT_TRUE(newProject(other_, [] { return kBegin + 1; }).has_value());
        desk_ = std::make_unique<ProjectDesk>(std::move(
            ProjectDesk::open(path_, OpenMode::readWrite, "ana", [] { return kBegin; }).value()));
        EXPECT_TRUE(desk_->file().takeLease("ana", kBegin).value_or(false));
        EXPECT_EQ(writePoint("before"), "");
    }
    std::string writePoint(const std::string& name) {
        const auto written = desk_->run(command("restore-point", {{"name", {name}}}));
        return written ? "" : written.error().front().message.code;
    }
    void overwrite() {
        const auto before = store::FilePlace::of(path_);
        fs::copy_file(other_, path_, fs::copy_options::overwrite_existing);
        ASSERT_EQ(store::FilePlace::of(path_), before);
    }
    std::string damage() {
        const Problems told = desk_->file().damage();
        return told.empty() ? "" : told.front().message.code;
    }
    // What was copied is as it was, and nothing of the other one stands beside it.
    void expectUntouched() {
        desk_.reset();
        EXPECT_TRUE(bytesOf(path_) == bytesOf(other_));
        EXPECT_EQ(names(), (std::set<std::string>{"other.apportion", "pool.apportion"}));
        EXPECT_EQ(openingSays(path_), "");
        EXPECT_EQ(reads(path_), 1);
    }
    static std::string bytesOf(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::unique_ptr<ProjectDesk> desk_;
};

TEST_F(StoreOverwrittenFile, IsToldAsReplacedAtTheNextLook) {
    overwrite();
    const auto renewed = desk_->file().renewLease(kBegin);
    ASSERT_FALSE(renewed.has_value());
    EXPECT_EQ(renewed.error().front().message.code, "project-moved.replaced");
    EXPECT_EQ(damage(), "project-moved.replaced");
    EXPECT_EQ(writePoint("after"), "project-moved.replaced");
    expectUntouched();
}

TEST_F(StoreOverwrittenFile, IsNotCheckedForDamage) {
    overwrite();
    const Problems found = desk_->file().verify();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().message.code, "project-moved.replaced");
    expectUntouched();
}

TEST_F(StoreOverwrittenFile, ClosedBeforeAnyLookNothingIsBroughtIn) {
    overwrite();
    expectUntouched();
}

// Such as a program that brings it up to date from a copy of its own.
TEST_F(StoreMovedFile, ACopyThatReplacedItGoesOnWithItsLog) {
    Holder holder(path_);
    ASSERT_TRUE(holder.begun());
    fs::copy_file(path_, other_);
    fs::rename(other_, path_);
    holder.closes();
    EXPECT_EQ(reads(path_), 2);
    EXPECT_EQ(writesFrom(path_), 2);
    EXPECT_EQ(openingSays(path_), "");
}

TEST_F(StoreMovedFile, OfOneThatWasRemovedTheLogStays) {
    {
        Holder holder(path_);
        ASSERT_TRUE(holder.begun());
        fs::remove(path_);
        EXPECT_FALSE(holder.looks());
        holder.closes();
    }
    std::error_code failed;
    EXPECT_GT(fs::file_size(path_ + "-wal", failed), 0U);
}

}  // namespace
}  // namespace apportion::testing
