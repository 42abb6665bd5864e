// SPDX-License-Identifier: GPL-3.0-or-later
// Files of every schema there was: tests/data/project-schema-N.sql is one as its program wrote it,
// and is never changed. It is read as it is, and written to after it was copied and migrated.
// Whoever makes schema N + 1 adds the file of N: its pragmas and the rows of all tables, without
// generated columns.
#include <chrono>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/store/process_identity.h"
#include "core/store/schema.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreOldSchema : public ::testing::TestWithParam<int> {
protected:
    StoreOldSchema() {
        const std::string sql = bytesOf(std::string(APPORTION_SOURCE_DIR) +
                                        "/tests/data/project-schema-" + number_ + ".sql");
        EXPECT_FALSE(sql.empty()) << "there is no file of schema " << number_;
        SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
        made_ = bytesOf(path_);
    }
    std::vector<Acknowledged> entries(ProjectFile& file) const {
        std::vector<Acknowledged> entries;
        const auto read = file.entriesFrom(1, 1'000);
        for (const auto& entry : *read)
            entries.push_back({entry.n, entry.hash});
        return entries;
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string number_ = std::to_string(GetParam());
    const std::string path_ = folder_ / "old.apportion";
    const std::string backup_ = path_ + ".schema-" + number_ + ".backup";
    std::string made_;
};

TEST_P(StoreOldSchema, IsReadAsItIs) {
    {
        auto desk = ProjectDesk::open(path_, OpenMode::readOnly, "ana", [] { return kBegin; });
        ASSERT_TRUE(desk.has_value()) << sentencesOf(desk.error());
        EXPECT_EQ(sentencesOf(desk->file().verify()), "");
        EXPECT_GT((*desk->project())->revision, 30);
        EXPECT_TRUE(desk->show().has_value());
        EXPECT_TRUE(desk->history(1'000).has_value());
        EXPECT_TRUE(desk->backup(folder_ / "copy", false).has_value());
    }
    EXPECT_EQ(bytesOf(path_), made_);
    EXPECT_FALSE(fs::exists(backup_));
}

TEST_P(StoreOldSchema, IsWrittenToAfterACopyWasMade) {
    std::vector<Acknowledged> before;
    store::Objects objects;
    {
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        before = entries(*file);
        objects = *file->objects(store::Extent::everything);
    }
    {
        auto file = ProjectFile::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(file.has_value()) << sentencesOf(file.error());
        EXPECT_EQ(*file->objects(store::Extent::everything), objects);
    }
    EXPECT_EQ(lost(path_, before, kBegin + 3'600'000), "");
    ASSERT_TRUE(fs::exists(backup_));
    const auto copy = ProjectFile::open(backup_, OpenMode::readOnly);
    ASSERT_TRUE(copy.has_value());
    SQLite::Database raw(backup_, SQLite::OPEN_READONLY);
    EXPECT_EQ(store::schemaOf(raw), GetParam());
}

// All of them want to write: one copy is made, and each of them may go on.
TEST_P(StoreOldSchema, SeveralProgramsMayMeetAtIt) {
    std::vector<pid_t> programs;
    for (int i = 0; i < 4; ++i) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0)
            _exit(ProjectFile::open(path_, OpenMode::readWrite) ? 0 : 1);
        programs.push_back(child);
    }
    for (const pid_t program : programs) {
        int status = 0;
        waitpid(program, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(openingSays(backup_, OpenMode::readOnly), "");
    EXPECT_FALSE(fs::exists(backup_ + "-2"));
}

// The disk fails at every operation of a migration: the file stays what it was, or is migrated.
TEST_P(StoreOldSchema, IsNotLostByAFailedMigration) {
    std::vector<Acknowledged> before;
    {
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        before = entries(*file);
    }
    for (long n = 1; n < 400; n += 1 + n / 20) {
        for (const auto& entry : fs::directory_iterator(folder_.path()))
            fs::remove(entry.path());
        writeBytes(path_, made_);
        FaultVfs disk;
        disk.fail(n % 2 == 0 ? Fault::diskFull : Fault::ioError, n);
        { const auto file = ProjectFile::open(path_, OpenMode::readWrite); }
        const bool failed = disk.failed();
        disk.mend();
        ASSERT_EQ(lost(path_, before, kBegin + 3'600'000), "") << "operation " << n;
        if (fs::exists(backup_)) {
            ASSERT_EQ(openingSays(backup_, OpenMode::readOnly), "") << "operation " << n;
        }
        if (!failed && n > 3)
            break;
    }
}

// The program that runs the pool does not know what a migration would make of its file.
TEST_P(StoreOldSchema, IsNotMigratedWhileAnOlderProgramRunsThePool) {
    using std::chrono::system_clock;
    const store::ProcessIdentity self = store::thisProcess();
    const Moment now = std::chrono::duration_cast<std::chrono::milliseconds>(
                           system_clock::now().time_since_epoch())
                           .count();
    const auto lease = [&](const std::string& values) {
        SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("DELETE FROM lease; " + values);
    };
    lease("INSERT INTO lease VALUES(1, '" + self.machine + " " + self.space + "', '" + self.boot +
          "', " + std::to_string(self.pid) + ", " + std::to_string(self.started) + ", " +
          std::to_string(now) + ", 'ana')");
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "live-held.older");
    EXPECT_FALSE(fs::exists(backup_));
    EXPECT_EQ(openingSays(path_, OpenMode::readOnly), "");
    lease("");
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "");
    EXPECT_TRUE(fs::exists(backup_));
}

INSTANTIATE_TEST_SUITE_P(Schema, StoreOldSchema, ::testing::Range(1, store::kSchema));

}  // namespace
}  // namespace apportion::testing
