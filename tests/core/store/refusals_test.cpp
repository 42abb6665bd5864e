// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no project, or cannot be used as one now: each is refused with a code of its own
// and left as it is.
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreRefusals : public ::testing::Test {
protected:
    // Whether the file is as it was after opening it both ways.
    std::string refused(const std::string& bytes) const {
        writeBytes(path_, bytes);
        std::string code = openingSays(path_);
        const auto recovered = recoverProject(path_, path_ + ".recovered", "ana", kBegin);
        if (recovered)
            code += ", but something was recovered";
        if (fs::exists(path_ + ".recovered"))
            code += ", and something stands where it would be recovered to";
        return bytesOf(path_) == bytes ? code : code + ", and written to";
    }
    std::string project() const {
        if (fs::exists(path_))
            return bytesOf(path_);
        const FaultVfs quick;
        makeProject(path_, 10);
        return bytesOf(path_);
    }
    // Names of what stands in the folder.
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
};

TEST_F(StoreRefusals, WhatIsNotThere) {
    EXPECT_EQ(openingSays(path_), "project-no-file");
    EXPECT_EQ(openingSays(folder_ / "no/such/folder"), "project-no-file");
    EXPECT_EQ(openingSays(folder_.path().string()), "project-is-folder");
    EXPECT_EQ(openingSays(""), "project-no-file.unnamed");
    fs::create_symlink(folder_ / "nowhere", path_);
    EXPECT_EQ(openingSays(path_), "project-no-file");
    EXPECT_EQ(recoverProject(folder_.path().string(), folder_ / "r", "ana", kBegin)
                  .error()
                  .front()
                  .message.code,
              "project-is-folder");
    EXPECT_EQ(
        recoverProject(folder_ / "none", folder_ / "r", "ana", kBegin).error().front().message.code,
        "project-no-file");
    EXPECT_EQ(files(), 1U);
}

TEST_F(StoreRefusals, ADeviceDoesNotHang) {
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    EXPECT_EQ(openingSays(path_), "project-not-one");
    EXPECT_EQ(openingSays("/dev/null"), "project-not-one");
}

TEST_F(StoreRefusals, OtherFiles) {
    EXPECT_EQ(refused(""), "project-empty");
    EXPECT_EQ(refused("x"), "project-not-one");
    EXPECT_EQ(refused("What a project file is not.\n"), "project-not-one");
    EXPECT_EQ(refused(std::string(100'000, '\0')), "project-not-one");
    EXPECT_EQ(refused(std::string(600, 'x')), "project-not-one");
    EXPECT_EQ(refused("SQLite format 3"), "project-not-one");
    EXPECT_EQ(refused("\n {\"apportion\": 1, \"nodes\": []}"), "project-not-one.scenario");
    EXPECT_EQ(refused(std::string("\x1F\x8B\x08\0\0\0\0\0\0\x03", 10) + std::string(500, 'z')),
              "project-not-one");
    EXPECT_EQ(files(), 1U);
}

TEST_F(StoreRefusals, DatabasesOfOthers) {
    for (const char* mode : {"DELETE", "WAL"}) {
        const std::string other = folder_ / mode;
        {
            SQLite::Database database(other, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            database.exec(std::string("PRAGMA journal_mode = ") + mode);
            database.exec("CREATE TABLE journal(n INTEGER PRIMARY KEY, entry, hash)");
        }
        EXPECT_EQ(refused(bytesOf(other)), "project-other") << mode;
        fs::remove(other);
    }
    EXPECT_LE(files(), 3U);
}

TEST_F(StoreRefusals, NewerVersions) {
    const FaultVfs quick;
    makeProject(path_, 10);
    change(path_, "PRAGMA user_version = 99");
    const std::string readable = bytesOf(path_);
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-newer.readable");
    const auto reading = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(reading.has_value());
    EXPECT_EQ(reading->notices().front().message.code, "project-newer.reading");
    EXPECT_EQ(bytesOf(path_), readable);

    change(path_, "UPDATE meta SET value = 98 WHERE key = 'readable-from'");
    const std::string newer = bytesOf(path_);
    EXPECT_EQ(openingSays(path_), "project-newer");
    EXPECT_EQ(bytesOf(path_), newer);

    // The copy that was made before the update is named.
    const std::string copy = path_ + ".schema-2.backup";
    writeBytes(copy, "");
    const auto refused = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_FALSE(refused.has_value());
    ASSERT_EQ(refused.error().size(), 2U);
    EXPECT_NE(sentencesOf(refused.error()).find(copy), std::string::npos);
    fs::remove(copy);

    // A newer one need not have the table.
    change(path_, "DROP TABLE meta");
    EXPECT_EQ(openingSays(path_), "project-newer");
}

TEST_F(StoreRefusals, VersionsThatNeverWere) {
    for (const char* version : {"0", "-1"}) {
        for (const char* part : {"", "-wal", "-shm"})
            fs::remove(path_ + part);
        {
            const FaultVfs quick;
            makeProject(path_, 3);
        }
        change(path_, std::string("PRAGMA user_version = ") + version);
        EXPECT_EQ(openingSays(path_), "project-damaged") << version;
        EXPECT_FALSE(fs::exists(path_ + ".schema-" + version + ".backup"));
    }
}

// Root may write everywhere, so it is somebody else for as long as this lives.
class AsNobody {
public:
    explicit AsNobody(const std::vector<std::string>& files) : root_(geteuid() == 0) {
        constexpr uid_t kNobody = 65534;
        for (const std::string& file : files)
            if (root_ && chown(file.c_str(), kNobody, kNobody) != 0)
                throw std::runtime_error("chown");
        if (root_ && seteuid(kNobody) != 0)
            throw std::runtime_error("seteuid");
    }
    ~AsNobody() {
        if (root_)
            (void)!seteuid(0);
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    bool root_;
};

TEST_F(StoreRefusals, ReadOnlyFilesAndFolders) {
    const std::string bytes = project();
    const AsNobody nobody({folder_.path().string(), path_});
    fs::permissions(path_, fs::perms::owner_read);
    EXPECT_EQ(openingSays(path_), "writing: project-read-only, reading: ");
    fs::permissions(path_, fs::perms::owner_all);
    for (const char* part : {"-wal", "-shm"})
        fs::remove(path_ + part);
    fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(openingSays(path_), "writing: project-read-only, reading: ");
    const auto made = newProject(folder_ / "new", [] { return kBegin; });
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().front().message.code, "project-cannot-open");
    const auto recovered = recoverProject(path_, folder_ / "new", "ana", kBegin);
    ASSERT_FALSE(recovered.has_value());
    EXPECT_EQ(openingSays(folder_ / "new"), "project-no-file");
    fs::permissions(folder_.path(), fs::perms::owner_all);
    fs::permissions(path_, fs::perms::none);
    EXPECT_EQ(openingSays(path_), "project-cannot-open");
    fs::permissions(folder_.path(), fs::perms::none);
    EXPECT_EQ(openingSays(path_), "project-cannot-open");
    fs::permissions(folder_.path(), fs::perms::owner_all);
    fs::permissions(path_, fs::perms::owner_all);
    EXPECT_EQ(bytesOf(path_), bytes);
}

// As of a killed pool whose disk was mounted for reading only: SQLite has no room for an index.
TEST_F(StoreRefusals, WhereNothingMayBeWrittenTheLogIsRead) {
    project();
    const std::string file = bytesOf(path_);
    std::string log;
    Revision last = 0;
    {
        auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"logged"}}})));
        last = desk->objects().revision;
        log = bytesOf(path_ + "-wal");
    }
    for (const std::string& beside : {log, std::string()}) {
        fs::remove(path_ + "-shm");
        writeBytes(path_, file);
        writeBytes(path_ + "-wal", beside);
        const AsNobody nobody({folder_.path().string(), path_, path_ + "-wal"});
        fs::permissions(path_, fs::perms::owner_read);
        fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec);
        {
            auto desk = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
            ASSERT_TRUE(desk) << sentencesOf(desk.error());
            EXPECT_EQ(desk->objects().revision, beside.empty() ? last - 1 : last);
            EXPECT_TRUE(desk->history(10));
            EXPECT_TRUE(desk->audit(true)->verified);
        }
        EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-read-only");
        fs::permissions(folder_.path(), fs::perms::owner_all);
        EXPECT_EQ(bytesOf(path_), file);
        EXPECT_EQ(bytesOf(path_ + "-wal"), beside);
        fs::permissions(path_, fs::perms::owner_all);
    }
}

// What a reader made beside a file its owner could not write to.
TEST_F(StoreRefusals, WhoMayOnlyReadLeavesNothingBeside) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs another user";
    project();
    for (const char* part : {"-wal", "-shm"})
        fs::remove(path_ + part);
    ASSERT_EQ(chmod(folder_.path().c_str(), 01777), 0);
    ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
    const std::size_t before = files();
    const auto last = [&] {
        const AsNobody nobody({});
        auto desk = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
        EXPECT_TRUE(desk) << sentencesOf(desk.error());
        EXPECT_TRUE(desk->show());
        return desk->objects().revision;
    };
    EXPECT_GT(last(), 0);
    EXPECT_EQ(files(), before);
    // Of a program that runs all of the log is read.
    auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer) << sentencesOf(writer.error());
    ASSERT_TRUE(writer->run(command("restore-point", {{"name", {"logged"}}})));
    EXPECT_EQ(last(), writer->objects().revision);
}

TEST_F(StoreRefusals, WhatReadersLeftBesideIsNamed) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs another user";
    (void)project();
    writeBytes(path_ + "-wal", "");
    writeBytes(path_ + "-shm", std::string(32768, '\0'));
    ASSERT_EQ(chmod((path_ + "-wal").c_str(), 0644), 0);
    ASSERT_EQ(chmod((path_ + "-shm").c_str(), 0644), 0);
    ASSERT_EQ(chmod(folder_.path().c_str(), 01777), 0);
    {
        const AsNobody nobody({path_});
        EXPECT_EQ(openingSays(path_), "writing: project-read-only.left, reading: ");
    }
    // As it says.
    for (const char* part : {"-wal", "-shm"})
        fs::remove(path_ + part);
    const AsNobody nobody({});
    EXPECT_EQ(openingSays(path_), "");
}

// Whoever has changed the file by hand may have changed what is written to it.
TEST_F(StoreRefusals, PartsOfOthersAreNotWrittenThrough) {
    for (const char* part : {"CREATE TRIGGER other AFTER INSERT ON journal BEGIN DELETE FROM user; "
                             "END",
                             "CREATE VIEW other AS SELECT * FROM journal", "CREATE TABLE other(n)",
                             "CREATE INDEX other ON journal(at)"}) {
        fs::remove(path_);
        const std::string bytes = project();
        change(path_, part);
        EXPECT_EQ(openingSays(path_), "writing: project-foreign-part, reading: ") << part;
    }
}

// Also not while it is open.
TEST_F(StoreRefusals, TriggersOfOthersDoNothing) {
    project();
    auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(desk) << sentencesOf(desk.error());
    const Revision before = desk->objects().revision;
    change(path_,
           "CREATE TRIGGER other AFTER INSERT ON journal BEGIN"
           " DELETE FROM journal WHERE n = 2; END");
    ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"after"}}})));
    EXPECT_EQ(desk->file().entriesFrom(1, 1000)->size(), static_cast<std::size_t>(before + 1));
}

// The copy of a file that may only be read is its maker's to write to, and no more open to others.
TEST_F(StoreRefusals, ACopyOfWhatMayOnlyBeReadIsWhole) {
    makeProject(path_, 3);
    fs::permissions(path_, fs::perms::owner_read | fs::perms::group_read);
    const std::string copy = folder_ / "copy";
    ASSERT_TRUE(ProjectFile::open(path_, OpenMode::readOnly)->backup(copy, false));
    EXPECT_EQ(fs::status(copy).permissions(),
              fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    EXPECT_TRUE(ProjectFile::open(copy, OpenMode::readWrite));
}

TEST_F(StoreRefusals, NothingIsOverwritten) {
    const std::string bytes = project();
    EXPECT_EQ(newProject(path_, [] { return kBegin; }).error().front().message.code,
              "project-exists");
    const auto file = ProjectFile::open(path_, OpenMode::readWrite);
    EXPECT_EQ(recoverProject(path_, path_, "ana", kBegin).error().front().message.code,
              "project-exists");
    writeBytes(folder_ / "taken", "something");
    auto open = ProjectFile::open(path_, OpenMode::readOnly);
    EXPECT_EQ(open->backup(folder_ / "taken", false).error().front().message.code,
              "project-exists");
    EXPECT_EQ(bytesOf(folder_ / "taken"), "something");
    EXPECT_FALSE(open->backup(folder_ / "no/such/folder", false).has_value());
    EXPECT_EQ(bytesOf(path_), bytes);
}

// Files may not grow beyond a size, as on a full disk or with a quota of the operating system's.
// What a killed program left beside a file belongs to that file, wherever it was moved.
TEST_F(StoreRefusals, ARemainderOfAnotherFileIsNotTakenOver) {
    makeProject(path_, 3);
    const auto refusal = [](const auto& made) {
        return made ? std::string() : made.error().front().message.code;
    };
    for (const char* part : {"-wal", "-journal"}) {
        const std::string target = folder_ / ("target" + std::string(part));
        writeBytes(target + part, "what was acknowledged");
        auto clock = [] { return kBegin; };
        EXPECT_EQ(refusal(newProject(target, clock)), "project-remainder");
        EXPECT_EQ(refusal(recoverProject(path_, target, "ana", kBegin)), "project-remainder");
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        ASSERT_TRUE(file.has_value());
        EXPECT_EQ(refusal(file->backup(target, false)), "project-remainder");
        EXPECT_FALSE(fs::exists(target));
    }
    // Readers leave these, with nothing in them.
    const std::string target = folder_ / "after-readers";
    writeBytes(target + "-wal", "");
    writeBytes(target + "-shm", std::string(32768, '\0'));
    auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(file->backup(target, false).has_value());
    EXPECT_TRUE(ProjectFile::open(target, OpenMode::readOnly).has_value());
}

TEST_F(StoreRefusals, CopiesIntoAFolderThatIsNotThere) {
    project();
    const std::string target = folder_ / "none/copy";
    const auto copied = ProjectFile::open(path_, OpenMode::readOnly)->backup(target, false);
    ASSERT_FALSE(copied);
    EXPECT_EQ(copied.error().front().message.code, "project-no-folder");
    const auto recovered = recoverProject(path_, target, "ana", kBegin);
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().front().message.code, "project-no-folder");
}

TEST_F(StoreRefusals, AFullDisk) {
    project();
    struct rlimit before {};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto old = signal(SIGXFSZ, SIG_IGN);
    std::vector<Acknowledged> acknowledged;
    auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana", [] { return kBegin; });
    ASSERT_TRUE(desk.has_value()) << sentencesOf(desk.error());
    struct rlimit limit = before;
    limit.rlim_cur = 60'000;  // room for some commands in the WAL
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string code;
    for (int i = 0; i < 50 && code.empty(); ++i) {
        auto answer = desk->run(command("restore-point", {{"name", {"full" + std::to_string(i)}}}));
        if (answer)
            acknowledged.push_back({answer->entry->n, answer->entry->hash});
        else
            code = answer.error().front().message.code;
    }
    const auto backup = desk->backup(folder_ / "copy", false);
    const auto made = newProject(folder_ / "new", [] { return kBegin; });
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, old);
    EXPECT_EQ(code, "project-disk-full");
    EXPECT_FALSE(acknowledged.empty());
    ASSERT_FALSE(backup.has_value());
    EXPECT_EQ(backup.error().front().message.code, "project-disk-full");
    EXPECT_FALSE(made.has_value());
    EXPECT_FALSE(fs::exists(folder_ / "copy"));
    EXPECT_FALSE(fs::exists(folder_ / "new"));
    // There is room again: work goes on without opening it anew.
    EXPECT_TRUE(desk->run(command("restore-point", {{"name", {"room"}}})).has_value());
    EXPECT_EQ(lost(path_, acknowledged, kBegin), "");
}

// There is no room for what SQLite keeps beside a file that is open.
TEST_F(StoreRefusals, OnAFullDiskTheFileIsReadWithItsLog) {
    project();
    const std::string file = bytesOf(path_);
    std::string log;
    Revision last = 0;
    {
        auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana", [] { return kBegin; });
        ASSERT_TRUE(desk->run(command("restore-point", {{"name", {"logged"}}})));
        last = desk->objects().revision;
        log = bytesOf(path_ + "-wal");
    }
    struct rlimit before {};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto old = signal(SIGXFSZ, SIG_IGN);
    for (const std::string& beside : {std::string(), log}) {
        for (const char* part : {"-wal", "-shm"})
            fs::remove(path_ + part);
        writeBytes(path_, file);
        if (!beside.empty())
            writeBytes(path_ + "-wal", beside);
        struct rlimit limit = before;
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto writer =
            ProjectDesk::open(path_, OpenMode::readWrite, "ana", [] { return kBegin; });
        auto desk = ProjectDesk::openToLook(path_, "ana", [] { return kBegin; });
        if (beside.empty()) {
            EXPECT_TRUE(ProjectDesk::openToLook(path_, "ana", [] { return kBegin; }));
        }
        setrlimit(RLIMIT_FSIZE, &before);
        ASSERT_TRUE(desk) << sentencesOf(desk.error());
        EXPECT_EQ(desk->objects().revision, beside.empty() ? last - 1 : last);
        ASSERT_FALSE(desk->notices().empty());
        EXPECT_EQ(desk->notices().front().message.code, "project-disk-full.reading");
        EXPECT_TRUE(desk->show());
        EXPECT_TRUE(desk->history(10));
        EXPECT_TRUE(desk->audit(true)->verified);
        EXPECT_TRUE(desk->backup(folder_ / (beside.empty() ? "copy" : "copy-of-log"), false));
        EXPECT_FALSE(desk->run(command("restore-point", {{"name", {"not"}}})));
        EXPECT_FALSE(writer);
        desk = tl::unexpected(Problems{});
        EXPECT_TRUE(bytesOf(path_) == file);
        EXPECT_TRUE(beside.empty() || bytesOf(path_ + "-wal") == beside);
    }
    signal(SIGXFSZ, old);
    EXPECT_TRUE(ProjectDesk::open(path_, OpenMode::readWrite, "ana")
                    ->run(command("restore-point", {{"name", {"room"}}})));
}

// A copy is for nobody who may not read the file.
TEST_F(StoreRefusals, CopiesAreNoMoreOpenThanTheFile) {
    makeProject(path_, 100);  // what opening looks at is less
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
    const auto isPrivate = [](const std::string& file) {
        return fs::exists(file) &&
               (fs::status(file).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
                   fs::perms::none;
    };
    {
        auto file = ProjectFile::open(path_, OpenMode::readWrite);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->backup(folder_ / "copy", true));
        EXPECT_TRUE(isPrivate(path_ + "-wal"));
        EXPECT_TRUE(isPrivate(path_ + "-shm"));
    }
    EXPECT_TRUE(isPrivate(folder_ / "copy"));
    ASSERT_TRUE(recoverProject(path_, folder_ / "recovered", "ana", kBegin));
    EXPECT_TRUE(isPrivate(folder_ / "recovered"));
    change(path_, "UPDATE journal SET entry = '{}' WHERE n = 2");
    (void)ProjectFile::open(path_, OpenMode::readOnly)->verify();
    EXPECT_TRUE(isPrivate(path_ + "-damaged"));
}

// What a reader left beside it follows the rights that the file is given later.
TEST_F(StoreRefusals, WhatStandsBesideIsSharedWithTheFile) {
    constexpr fs::perms kForTheGroup = fs::perms::owner_read | fs::perms::owner_write |
                                       fs::perms::group_read | fs::perms::group_write;
    (void)project();
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
    const auto first = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(first);
    ASSERT_TRUE(fs::exists(path_ + "-shm"));
    fs::permissions(path_, kForTheGroup);
    ASSERT_TRUE(ProjectFile::open(path_, OpenMode::readOnly));
    for (const char* part : {"-wal", "-shm"})
        EXPECT_EQ(fs::status(path_ + part).permissions(), kForTheGroup) << part;
}

// A copy is for the same people, whatever the mask of who makes it.
TEST_F(StoreRefusals, CopiesAreSharedWithTheGroupOfTheFile) {
    constexpr gid_t kOther = 4321;
    (void)project();
    const bool foreign = chown(path_.c_str(), static_cast<uid_t>(-1), kOther) == 0;
    ASSERT_EQ(chmod(path_.c_str(), 0660), 0);
    const mode_t mask = umask(077);
    const auto copied = ProjectFile::open(path_, OpenMode::readOnly)->backup(folder_ / "b", false);
    umask(mask);
    ASSERT_TRUE(copied);
    struct stat status {};
    ASSERT_EQ(stat((folder_ / "b").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0660U);
    // Only root gives it away.
    EXPECT_EQ(status.st_gid, foreign ? kOther : getgid());
}

}  // namespace
}  // namespace apportion::testing
