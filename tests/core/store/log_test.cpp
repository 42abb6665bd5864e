// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log that was damaged beside its file: nothing is written past it, and what stands
// in it is taken over.
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "core/session/project/desk.h"
#include "core/store/wal_check.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

CommandRequest restorePoint(const char* name) {
    return {CreateRestorePoint{name}};
}

// Commands of which a project that was killed has some in its log alone, as bytes of the log and of
// its index; gives the last entry.
class StoreLog : public ::testing::Test {
protected:
    StoreLog() {
        makeProject(path_, 20);
        whole_ = bytesOf(path_);
        entries_ = *ProjectFile::open(path_, OpenMode::readOnly)->revision();
        auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        for (const char* name : {"a", "b", "c", "d", "e"})
            EXPECT_TRUE(writer->run(restorePoint(name)));
        last_ = writer->objects().revision;
        log_ = bytesOf(path_ + "-wal");
        index_ = bytesOf(path_ + "-shm");
        EXPECT_GT(log_.size(), 20'000U);
    }
    void clear() const {
        for (const std::string& file : {path_, recovered_})
            for (const char* part : {"", "-wal", "-shm", "-damaged"})
                fs::remove(file + part);
    }
    void kill(const std::string& log, bool withIndex = true, const std::string& file = {}) {
        clear();
        writeBytes(path_, file.empty() ? whole_ : file);
        writeBytes(path_ + "-wal", log);
        if (withIndex)
            writeBytes(path_ + "-shm", index_);
    }
    // Reading goes on, and changes nothing of it; whoever writes is refused, whatever was looked
    // at.
    void expectRefused(const std::string& log, const std::string& word) {
        for (int i = 0; i < 2; ++i) {
            auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
            ASSERT_TRUE(reader) << sentencesOf(reader.error());
            EXPECT_NE(sentencesOf(reader->notices()).find(word), std::string::npos);
            const auto audit = reader->audit(true);
            ASSERT_TRUE(audit);
            EXPECT_FALSE(audit->verified);
            EXPECT_EQ(audit->problems.front().message.code, "project-damaged");
            const auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
            ASSERT_FALSE(writer);
            EXPECT_EQ(writer.error().front().message.code, "project-damaged.known");
        }
        EXPECT_EQ(bytesOf(path_), whole_);
        EXPECT_EQ(bytesOf(path_ + "-wal"), log);
        EXPECT_FALSE(fs::exists(path_ + "-wal-broken"));
    }
    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
    std::string whole_, log_, index_;
    Revision entries_ = 0;
    Revision last_ = 0;
};

// What SQLite takes for never written is damage, and none of it is lost.
TEST_F(StoreLog, OfABrokenLogEverythingIsRecovered) {
    EXPECT_FALSE(store::lastingDamageOfLog(folder_ / "none"));
    kill(log_);
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
    const std::size_t frame = 4096 + 24;
    for (const std::size_t at : {std::size_t{3}, std::size_t{9}, std::size_t{20},
                                 32 + 5 * frame + 10, 32 + 5 * frame + 18, log_.size() / 2}) {
        std::string log = log_;
        log[at] ^= 4;
        for (const char* index : {"of this boot", "of before", "none"}) {
            kill(log, std::string_view(index) != "none");
            if (std::string_view(index) == "of before")
                fs::last_write_time(path_ + "-shm",
                                    fs::file_time_type::clock::now() - std::chrono::years(30));
            EXPECT_TRUE(store::lastingDamageOfLog(path_)) << at << ' ' << index;
            if (at == log_.size() / 2)
                expectRefused(log, "broken");
            const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
            ASSERT_TRUE(recovered) << at << sentencesOf(recovered.error());
            EXPECT_EQ(recovered->entries, last_) << at;
            EXPECT_EQ(sentencesOf(recovered->losses), "") << at;
            EXPECT_EQ(sentencesOf(ProjectFile::open(recovered_, OpenMode::readWrite)->verify()),
                      "");
        }
    }
}

TEST_F(StoreLog, AWriterIsRefusedBeforeAnybodyHasLooked) {
    std::string log = log_;
    log[log.size() / 2] ^= 4;
    kill(log);
    EXPECT_FALSE(ProjectDesk::open(path_, OpenMode::readWrite, "ana"));
    expectRefused(log, "broken");
}

TEST_F(StoreLog, OneThatWasCutIsToldByItsIndex) {
    for (const std::size_t length :
         {log_.size() - 4120, log_.size() / 2, std::size_t{100}, std::size_t{0}}) {
        const std::string log = log_.substr(0, length);
        kill(log);
        expectRefused(log, "cut off");
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        ASSERT_TRUE(recovered) << sentencesOf(recovered.error());
        EXPECT_LT(recovered->entries, last_);
        ASSERT_FALSE(recovered->losses.empty()) << length;
        EXPECT_EQ(recovered->losses.back().message.code, "recover-log-broken");
    }
    // Whole it is none.
    kill(log_);
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
}

TEST_F(StoreLog, OneThatWasRemovedIsToldByItsIndex) {
    kill(log_);
    fs::remove(path_ + "-wal");
    EXPECT_TRUE(store::lastingDamageOfLog(path_));
    EXPECT_FALSE(ProjectDesk::open(path_, OpenMode::readWrite, "ana"));
    expectRefused({}, "cut off");
    // Other rights make no other file of it.
    kill(log_);
    fs::remove(path_ + "-wal");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // by the clock of a file system
    fs::permissions(path_, fs::perms::group_write, fs::perm_options::add);
    expectRefused({}, "cut off");
    // The index is no part of a file that took the place of its own.
    kill(log_);
    fs::remove(path_ + "-wal");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // by the clock of a file system
    writeBytes(recovered_, whole_);
    fs::rename(recovered_, path_);
    EXPECT_EQ(openingSays(path_), "");
}

// The system writes down when memory was changed as it likes.
TEST_F(StoreLog, TheIndexOfAFileInUseIsYoungerThanIt) {
    clear();
    writeBytes(path_, whole_);
    auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer && writer->run(restorePoint("a")));
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("PRAGMA wal_checkpoint(PASSIVE)");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    fs::last_write_time(path_ + "-shm", fs::file_time_type::clock::now() - std::chrono::hours(1));
    ASSERT_TRUE(writer->run(restorePoint("b")));
    EXPECT_GE(fs::last_write_time(path_ + "-shm"), fs::last_write_time(path_));
}

// As long as a program has it open: then it is in the file before that one ends.
TEST_F(StoreLog, WhatIsStillReadIsBroughtIn) {
    for (const bool byHolder : {true, false}) {
        clear();
        writeBytes(path_, whole_);
        auto holder = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        ASSERT_TRUE(holder);
        ASSERT_TRUE(holder->file().takeLease("ana", kBegin));
        for (const char* name : {"a", "b", "c"})
            ASSERT_TRUE(holder->run(restorePoint(name)));
        {
            std::fstream log(path_ + "-wal", std::ios::in | std::ios::out | std::ios::binary);
            constexpr int kSum = 32 + 18;  // a byte of the sum of the first frame
            log.seekg(kSum);
            const int before = log.get();
            log.seekp(kSum);
            log.put(static_cast<char>(before ^ 4));
        }
        ASSERT_TRUE(store::lastingDamageOfLog(path_));
        EXPECT_EQ(ProjectFile::open(path_, OpenMode::readOnly)->notices().front().message.code,
                  "project-log-broken");
        Problems notices;
        if (byHolder) {
            ASSERT_TRUE(holder->file().renewLease(kBegin));
            notices = holder->file().notices();
        } else {
            auto other = ProjectFile::open(path_, OpenMode::readWrite);
            ASSERT_TRUE(other) << sentencesOf(other.error());
            notices = other->notices();
        }
        ASSERT_FALSE(notices.empty());
        EXPECT_EQ(notices.back().message.code, "project-log-rescued");
        EXPECT_FALSE(store::lastingDamageOfLog(path_));
        ASSERT_TRUE(holder->run(restorePoint("d")));
        EXPECT_EQ(holder->objects().revision, entries_ + 4);
        EXPECT_TRUE(holder->audit(true)->verified);
        EXPECT_FALSE(fs::exists(path_ + "-damaged"));
    }
}

TEST_F(StoreLog, WhatAHolderCannotReadAnyMoreStopsIt) {
    clear();
    writeBytes(path_, whole_);
    auto holder = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(holder);
    ASSERT_TRUE(holder->file().takeLease("ana", kBegin));
    ASSERT_TRUE(holder->run(restorePoint("a")));
    fs::resize_file(path_ + "-wal", 5000);
    const auto renewed = holder->file().renewLease(kBegin);
    ASSERT_FALSE(renewed);
    EXPECT_NE(sentencesOf(renewed.error()).find("cut off"), std::string::npos);
    EXPECT_FALSE(holder->run(restorePoint("b")));
}

// The log alone may have every page of it.
TEST_F(StoreLog, OfAFileThatWasCutTheLogIsTakenOver) {
    clear();
    writeBytes(path_, whole_);
    std::string log;
    {
        SQLite::Database writer(path_, SQLite::OPEN_READWRITE);
        writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; VACUUM");
        log = bytesOf(path_ + "-wal");
    }
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{40'960}}) {
        clear();
        writeBytes(path_, whole_.substr(0, length));
        writeBytes(path_ + "-wal", log);
        if (length == 0) {
            const auto opened = ProjectFile::open(path_, OpenMode::readOnly);
            ASSERT_FALSE(opened);
            EXPECT_EQ(opened.error().front().message.code, "project-damaged");
        }
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        ASSERT_TRUE(recovered) << length << sentencesOf(recovered.error());
        EXPECT_EQ(recovered->entries, entries_);
        EXPECT_EQ(sentencesOf(recovered->losses), "");
        EXPECT_EQ(bytesOf(path_ + "-wal"), log);
    }
}

// Of older programs, which went on without what they had put away.
TEST_F(StoreLog, OneThatWasPutAwayIsTold) {
    clear();
    writeBytes(path_, whole_);
    writeBytes(path_ + "-wal-broken", log_);
    auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
    const auto audit = reader->audit(true);
    ASSERT_TRUE(audit);
    EXPECT_TRUE(audit->verified);
    ASSERT_EQ(audit->problems.size(), 1U);
    EXPECT_EQ(audit->problems.front().message.code, "project-log-kept");
    const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
    ASSERT_TRUE(recovered);
    ASSERT_EQ(recovered->losses.size(), 1U);
    EXPECT_EQ(recovered->losses.front().message.code, "recover-log-kept");
}

// A program that is killed while it writes leaves frames that no other counts: the next one writes
// over the first of them, and the rest stands behind its transaction, commit and all.
TEST_F(StoreLog, WhatAKilledProgramLeftInTheLogIsNoLoss) {
    clear();
    writeBytes(path_, whole_);
    std::string large, small, index, before;
    {
        SQLite::Database writer(path_, SQLite::OPEN_READWRITE);
        writer.exec(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
            "CREATE TABLE filler(text)");
        before = bytesOf(path_ + "-wal");
        writer.exec("INSERT INTO filler VALUES(zeroblob(90000))");
        large = bytesOf(path_ + "-wal");
    }
    // The same log, but another transaction came in its place.
    clear();
    writeBytes(path_, whole_);
    writeBytes(path_ + "-wal", before);
    {
        SQLite::Database writer(path_, SQLite::OPEN_READWRITE);
        writer.exec("PRAGMA wal_autocheckpoint = 0; INSERT INTO filler VALUES('few')");
        small = bytesOf(path_ + "-wal");
        index = bytesOf(path_ + "-shm");
    }
    ASSERT_GT(large.size(), small.size() + 20'000);
    const std::string log = small + large.substr(small.size());
    clear();
    writeBytes(path_, whole_);
    writeBytes(path_ + "-wal", log);
    writeBytes(path_ + "-shm", index);
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
    // What counted is a loss, and so is the end of a transaction.
    std::string broken = log;
    broken[small.size() - 2'000] ^= 4;
    writeBytes(path_ + "-wal", broken);
    EXPECT_TRUE(store::lastingDamageOfLog(path_));
    // Without the index nobody can tell.
    writeBytes(path_ + "-wal", log);
    fs::remove(path_ + "-shm");
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
    // An index of before the machine started is not believed.
    writeBytes(path_ + "-wal", broken);
    writeBytes(path_ + "-shm", index);
    EXPECT_TRUE(store::lastingDamageOfLog(path_));
    fs::last_write_time(path_ + "-shm", fs::file_time_type::clock::now() - std::chrono::years(30));
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
}

// The power goes while the head is written anew over a log that is in the database, and is not read
// any more.
TEST_F(StoreLog, OneThatWasBroughtInIsMissedByNobody) {
    kill(log_, false);
    SQLite::Database(path_, SQLite::OPEN_READWRITE)
        .exec("PRAGMA wal_autocheckpoint = 0; PRAGMA wal_checkpoint(PASSIVE)");
    const std::string whole = bytesOf(path_);
    std::string log = log_;
    log[20] ^= 4;
    kill(log, false, whole);
    EXPECT_FALSE(store::lastingDamageOfLog(path_));
    const auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer) << sentencesOf(writer.error());
    EXPECT_EQ(writer->objects().revision, last_);
    // Of a single page of it that is not there it is told.
    std::string less = whole;
    const std::size_t page = 4096;
    const std::size_t frame = page + 24;
    const std::size_t lastFrame = log_.size() - frame;
    const auto number = static_cast<std::size_t>(static_cast<unsigned char>(log_[lastFrame + 3])) |
                        static_cast<std::size_t>(static_cast<unsigned char>(log_[lastFrame + 2]))
                            << 8;
    less[(number - 1) * page + page / 2] ^= 4;
    kill(log, false, less);
    EXPECT_TRUE(store::lastingDamageOfLog(path_));
}

}  // namespace
}  // namespace apportion::testing
