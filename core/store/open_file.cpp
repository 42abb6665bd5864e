// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/open_file.h"

#include <filesystem>
#include <fstream>
#include <memory>

#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/draft.h"
#include "core/store/foreign_log.h"
#include "core/store/free_pages.h"
#include "core/store/history/schema.h"
#include "core/store/lease.h"
#include "core/store/other_name.h"
#include "core/store/read_copy.h"
#include "core/store/schema.h"
#include "core/store/tables.h"
#include "core/store/verify.h"
#include "core/store/wal_check.h"

namespace apportion::store {

namespace fs = std::filesystem;

// Not by opening it: closing a second descriptor of a database would drop the locks that this
// process has on it.
std::optional<Problem> lookAt(const std::string& path) {
    if (auto problem = foreignLink(path))
        return problem;
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (status.type() == fs::file_type::not_found)
        return projectProblem(path.empty() ? "project-no-file.unnamed" : "project-no-file", path);
    if (!fs::status_known(status) || status.type() == fs::file_type::none)  // a folder above it
        return projectProblem("project-cannot-open", path,
                              {{"detail", Value::ofText(failed.message())}});
    if (fs::is_directory(status))
        return projectProblem("project-is-folder", path);
    // A pipe would be waited at for ever.
    if (!fs::is_regular_file(status))
        return projectProblem("project-not-one", path);
    for (const char* part : {"-wal", "-shm", "-journal"})
        if (const std::string beside = besideFile(path, part);
            fs::exists(fs::symlink_status(beside, failed)) &&
            !fs::is_regular_file(fs::symlink_status(beside, failed)))
            return projectProblem("project-beside-no-file", path,
                                  {{"part", Value::ofText(beside)}});
    if (fs::file_size(path, failed) > 0)
        return {};
    // A log holds pages of it, perhaps all.
    if (const auto log = fs::file_size(besideFile(path, "-wal"), failed); !failed && log > 0)
        return projectProblem("project-damaged", path,
                              {{"detail", Value::ofText("it is empty, and its log is not")}});
    return projectProblem("project-empty", path);
}

FilePlace FilePlace::of(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? FilePlace{status.st_dev, status.st_ino} : FilePlace{};
}

std::optional<Problem> FilePlace::lostOrShared(const std::string& path) const {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0 || status.st_dev != device || status.st_ino != inode)
        return projectProblem("project-moved", path);
    if (status.st_nlink > 1)
        return projectProblem("project-linked", path);
    return {};
}

namespace {

// Of the files beside it that are to be written to.
std::optional<Problem> linkedBeside(const std::string& path) {
    struct stat status {};
    for (const char* part : {"-wal", "-shm", "-journal"})
        if (const std::string beside = besideFile(path, part);
            lstat(beside.c_str(), &status) == 0 && status.st_nlink > 1)
            return projectProblem("project-beside-linked", path, {{"part", Value::ofText(beside)}});
    return {};
}

}  // namespace

std::string besideFile(const std::string& path, const char* part) {
    std::error_code failed;
    const fs::path file = fs::canonical(path, failed);
    return (failed ? path : file.string()) + part;
}

namespace {

// SQLite gives the files beside a database its rights when it makes them, and readers leave them
// behind: who gives the file to others later gives them these, too.
void shareBeside(const std::string& path) {
    struct stat file {
    }, status{};
    if (stat(path.c_str(), &file) != 0)
        return;
    for (const char* part : {"-wal", "-shm"}) {
        // Not a file elsewhere that another user has put there under this name.
        const Descriptor beside(
            open(besideFile(path, part).c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (!beside || fstat(beside.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
            status.st_nlink > 1 || ((status.st_mode ^ file.st_mode) & 0777) == 0)
            continue;
        const std::string opened = "/proc/self/fd/" + std::to_string(beside.get());
        (void)chmod(opened.c_str(), file.st_mode & 0777);  // nobody else's can be changed
    }
}

// After SQLite has said that it is no database, so that no connection has it open.
Problem notOne(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    char first = 0;
    while (file.get(first) && (first == ' ' || first == '\n' || first == '\r' || first == '\t')) {
    }
    return projectProblem(first == '{' ? "project-not-one.scenario" : "project-not-one", path);
}

bool isFullDisk(const SQLite::Exception& failure, const std::string& path) {
    return failureOf(failure, path).message.code == "project-disk-full";
}

// Without the files that WAL keeps beside the database, for which a full disk has no room. Nobody
// else can have it open meanwhile; nothing is written, nor moved out of the log.
SQLite::Database connectAlone(const std::string& path) {
    SQLite::Database database = openAt(besideFile(path, ""), SQLite::OPEN_READWRITE);
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    database.exec("PRAGMA query_only = ON");
    database.exec("PRAGMA temp_store = MEMORY");
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.execAndGet("PRAGMA schema_version");
    return database;
}

bool mayWrite(const std::string& path) {
    return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

SQLite::Database connectBeside(const std::string& path) {
    // Whoever may not write to a file makes none beside it: its owner could not write to those.
    std::error_code failed;
    if (!mayWrite(path))
        for (const char* part : {"-wal", "-shm"})
            if (!fs::exists(besideFile(path, part), failed))
                throw SQLite::Exception("only its owner makes its log", SQLITE_CANTOPEN);
    SQLite::Database database = connect(path, Access::readOnly);
    database.execAndGet("PRAGMA schema_version");
    return database;
}

// Where there is no room for the files that WAL keeps beside the database, or none may be made, a
// copy is read: it does not follow what others write from then on.
Opened connectReading(const std::string& path) {
    try {
        return {connectBeside(path), true};
    } catch (const SQLite::Exception& failure) {
        if (const int code = failure.getErrorCode() & 0xFF;
            code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
            throw;
        auto copy = connectCopy(path, besideFile(path, "-wal"));
        std::error_code failed;
        if (const auto log = fs::file_size(besideFile(path, "-wal"), failed);
            !copy && !failed && log > 0)
            throw;
        Opened opened{copy ? std::move(*copy) : connectImmutable(path), true};
        opened.aside = true;
        return opened;
    }
}

// A full disk keeps nobody from looking. Whoever has the file open already has made room for what
// stands beside it, so that without a log there is nobody to be looked out for.
Opened connectLooking(const std::string& path) {
    try {
        return connectReading(path);
    } catch (const SQLite::Exception& failure) {
        if (!isFullDisk(failure, path))
            throw;
    }
    Problem told = projectProblem("project-disk-full.reading", path);
    told.warning = true;
    std::error_code failed;
    const auto log = fs::file_size(besideFile(path, "-wal"), failed);
    const bool alone = !failed && log > 0;
    Opened opened{
        alone ? connectAlone(path) : connectImmutable(path), true, false, {std::move(told)}, alone};
    opened.aside = !alone;
    return opened;
}

// What stands beside it is not its own, and nothing is made there.
Opened connectWith(const LogElsewhere& elsewhere, const std::string& path) {
    auto copy = connectCopy(path, elsewhere.log);
    Problem told = elsewhere.told;
    told.warning = true;
    Opened opened{copy ? std::move(*copy) : connectImmutable(path), true, false, {std::move(told)}};
    opened.aside = true;
    return opened;
}

// Whether a copy of an earlier attempt is of the file as it is now.
bool isOf(const std::string& copy, SQLite::Database& database) {
    try {
        SQLite::Database other = openAt(copy, SQLite::OPEN_READONLY);
        return Tables(other).head().hash == Tables(database).head().hash &&
               schemaOf(other) == schemaOf(database);
    } catch (const SQLite::Exception&) {
        return false;
    }
}

Result<void> copyInto(SQLite::Database& database, const std::string& from, const std::string& path,
                      bool history) {
    auto draft = Draft::begin(path, from);
    if (!draft)
        return tl::unexpected(std::move(draft.error()));
    try {
        // A disk without room may have one beside it that has.
        database.exec("PRAGMA query_only = OFF");
        SQLite::Statement into(database, "VACUUM INTO ?");
        into.bind(1, draft->file());
        into.exec();
    } catch (const SQLite::Exception& failure) {
        // It is what is read that is damaged, not the copy.
        if (Problem damage = failureOf(failure, from); isDamage(damage))
            return tl::unexpected(Problems{std::move(damage)});
        throw;
    }
    {
        SQLite::Database copy = openAt(draft->file(), SQLite::OPEN_READWRITE);
        // Nobody runs the engine on a copy.
        copy.exec("DELETE FROM lease");
        if (!history && copy.tableExists("history_series")) {
            dropHistory(copy);
            copy.exec("VACUUM");
        }
    }
    return draft->commit();
}

std::string backupOf(const std::string& path, int schema) {
    return path + ".schema-" + std::to_string(schema) + ".backup";
}

// Several programs may come upon an older file at once: what another one copied or migrated
// meanwhile is done.
Result<void> copyBefore(SQLite::Database& database, const std::string& path, int schema) {
    const std::string name = backupOf(path, schema);
    std::string copy = name;
    for (int i = 2; schemaOf(database) == schema; ++i) {
        std::error_code failed;
        if (!fs::exists(copy, failed)) {
            auto copied = copyInto(database, path, copy, true);
            if (copied || copied.error().front().message.code != "project-exists")
                return copied;
        }
        if (isOf(copy, database))
            return {};
        copy = name + "-" + std::to_string(i);
    }
    return {};
}

// The latest copy that copyBefore() made and that this version of the program reads.
std::vector<Problem> backupBeforeNewer(const std::string& path) {
    std::error_code failed;
    for (int schema = kSchema; schema > 0; --schema)
        if (const std::string copy = backupOf(path, schema); fs::exists(copy, failed)) {
            Problem told = projectProblem(
                "project-newer-backup", path,
                {{"backup", Value::ofText(copy)}, {"schema", Value::ofCount(schema)}});
            told.warning = true;
            return {std::move(told)};
        }
    return {};
}

// A program of an older version runs the pool: its file stays as that one knows it.
std::optional<Problem> heldByOlder(SQLite::Database& database, const std::string& path) {
    const auto lease = readLease(database);
    const Moment now = std::chrono::duration_cast<std::chrono::milliseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count();
    if (!lease || !isLive(*lease, now))
        return {};
    return projectProblem("live-held.older", path,
                          {{"user", Value::ofText(lease->who)},
                           {"process", Value::ofCount(lease->holder.pid)},
                           {"schema", Value::ofCount(schemaOf(database))},
                           {"known", Value::ofCount(kSchema)}});
}

// Brings an older file up to date, or says why it stays as it is.
Result<void> update(Opened& opened, const std::string& path) {
    const int schema = schemaOf(opened.database);
    if (schema == kSchema)
        return {};
    if (schema > kSchema) {
        const std::vector<Argument> versions{{"schema", Value::ofCount(schema)},
                                             {"known", Value::ofCount(kSchema)}};
        const bool unreadable = readableFrom(opened.database) > kSchema;
        const bool refused = unreadable || !opened.readOnly;
        Problems told = backupBeforeNewer(path);
        told.insert(told.begin(), projectProblem(unreadable ? "project-newer"
                                                 : refused  ? "project-newer.readable"
                                                            : "project-newer.reading",
                                                 path, versions));
        if (refused)
            return tl::unexpected(std::move(told));
        told.front().warning = true;
        opened.notices.insert(opened.notices.end(), told.begin(), told.end());
        return {};
    }
    if (schema < 1) {  // no program has written such a one
        const std::string detail = "schema " + std::to_string(schema);
        return tl::unexpected(
            Problems{projectProblem("project-damaged", path, {{"detail", Value::ofText(detail)}})});
    }
    if (opened.readOnly)
        return {};
    if (auto held = heldByOlder(opened.database, path))
        return tl::unexpected(Problems{std::move(*held)});
    if (auto copied = copyBefore(opened.database, path, schema); !copied)
        return copied;
    migrate(opened.database);
    opened.notices.push_back(
        projectProblem("project-migrated", path,
                       {{"schema", Value::ofCount(schema)}, {"known", Value::ofCount(kSchema)}}));
    opened.notices.back().warning = true;
    return {};
}

// Only what is sound as a whole may have its header changed, as a writer does to a file that is not
// in WAL mode, such as a backup, or pages taken for free that hold something.
Problems checkWhole(SQLite::Database& reader, Tables& tables, const std::string& path) {
    const bool isCopy = schemaOf(reader) == kSchema &&
                        reader.execAndGet("PRAGMA journal_mode").getString() != "wal";
    if (!isCopy && freePagesAreEmpty(reader, besideFile(path, "")))
        return {};
    for (Problem& found : verify(reader, tables, path))
        if (isDamage(found))
            return {std::move(found)};
    return {};
}

// Before the first write: what opening for reading does without.
Problems checkToWrite(SQLite::Database& reader, const std::string& path) {
    Tables tables(reader);
    if (Problems damage = checkHead(tables, path); !damage.empty())
        return damage;
    if (const auto foreign = foreignParts(reader); !foreign.empty())
        return {projectProblem("project-foreign-part", path,
                               {{"part", Value::ofText(foreign.front())}})};
    return checkWhole(reader, tables, path);
}

// For all other programs, also those that have it open already. Adds that it cannot be noted.
void noteDamage(const std::string& path, Problems& found) {
    const auto note = readDamageNote(path);
    if (!isDamage(found.front()) || (note && note->present))
        return;
    const Problems unwritten = writeDamageNote(path, findingOf(found.front().message));
    found.insert(found.end(), unwritten.begin(), unwritten.end());
}

// What stands beside it is to be its own; where that has been seen to, it is told in `told`.
std::optional<LogElsewhere> lookBeside(const std::string& path, bool readOnly, Problems& told) {
    // A second link is told as that.
    if (FilePlace::of(path).lostOrShared(path))
        return {};
    if (auto elsewhere = logElsewhere(path))
        return elsewhere;
    const auto foreign = ForeignLog::beside(path);
    if (!foreign)
        return {};
    if (auto kept = readOnly ? std::nullopt : foreign->setAside()) {
        told.push_back(std::move(*kept));
        return {};
    }
    return LogElsewhere{foreign->leftOut(), {}};
}

Result<Opened> openWith(const std::optional<LogElsewhere>& elsewhere, const std::string& path,
                        bool readOnly) {
    forgetRemainders();
    shareBeside(path);
    // Before anybody opens it: the first one writes the index anew.
    const std::string beside = besideFile(path, "");
    const auto wound = lastingDamageOfLog(beside);
    bool mayBeNoted = false;
    try {
        // First as a reader: nothing is written to what turns out to be something else.
        Opened looking = elsewhere  ? connectWith(*elsewhere, path)
                         : readOnly ? connectLooking(path)
                                    : connectReading(path);
        looking.readOnly = readOnly;
        SQLite::Database& reader = looking.database;
        if (reader.execAndGet("PRAGMA page_count").getInt64() == 0)  // shorter than any database
            return tl::unexpected(Problems{notOne(path)});
        if (reader.execAndGet("PRAGMA application_id").getInt() != kApplicationId)
            return tl::unexpected(Problems{projectProblem("project-other", path)});
        mayBeNoted = !looking.aside;
        if (wound) {
            // Only a connection that has the index.
            looking.logBroken = !looking.alone && !looking.aside && isStillRead(beside, *wound);
            if (!looking.logBroken)
                looking.logFinding = findingOf(*wound);
        }
        if (readOnly || schemaOf(reader) > kSchema) {
            Opened opened = std::move(looking);
            opened.unclean = foundRemainder();
            if (auto updated = update(opened, path); !updated)
                return tl::unexpected(std::move(updated.error()));
            return opened;
        }
        if (!looking.logFinding.empty()) {
            Problems wrong = writeDamageNote(path, looking.logFinding, true);
            wrong.insert(wrong.begin(),
                         projectProblem("project-damaged", path,
                                        {{"detail", Value::ofText(looking.logFinding)}}));
            return tl::unexpected(std::move(wrong));
        }
        if (auto shared = FilePlace::of(path).lostOrShared(path))
            return tl::unexpected(Problems{std::move(*shared)});
        // SQLite would open it, and fail at the first write.
        for (const char* part : {"", "-wal", "-shm"})
            if (const std::string each = besideFile(path, part);
                !mayWrite(each) && fs::exists(each))
                return tl::unexpected(Problems{writingRefused(path)});
        if (Problems wrong = checkToWrite(reader, path); !wrong.empty()) {
            if (mayBeNoted)
                noteDamage(path, wrong);
            return tl::unexpected(std::move(wrong));
        }
        SQLite::Database writer = connect(path, Access::readWrite);
        if (sqlite3_db_readonly(writer.getHandle(), "main") == 1)
            return tl::unexpected(Problems{writingRefused(path)});
        Opened opened{std::move(writer), false, false, {}, false, looking.logBroken};
        opened.headChecked = schemaOf(opened.database) == kSchema;
        if (auto updated = update(opened, path); !updated)
            return tl::unexpected(std::move(updated.error()));
        opened.unclean = foundRemainder();
        return opened;
    } catch (const SQLite::Exception& failure) {
        if ((failure.getErrorCode() & 0xFF) == SQLITE_NOTADB)
            return tl::unexpected(Problems{notOne(path)});
        Problems wrong{failureOf(failure, path)};
        if (mayBeNoted)
            noteDamage(path, wrong);
        return tl::unexpected(std::move(wrong));
    }
}

}  // namespace

Result<Opened> openDatabase(const std::string& path, bool readOnly) {
    if (auto problem = lookAt(path))
        return tl::unexpected(Problems{std::move(*problem)});
    if (!readOnly && !FilePlace::of(path).lostOrShared(path))
        if (auto problem = linkedBeside(path))
            return tl::unexpected(Problems{std::move(*problem)});
    Problems told;
    auto elsewhere = lookBeside(path, readOnly, told);
    if (elsewhere && !readOnly)
        return tl::unexpected(Problems{std::move(elsewhere->told)});
    auto opened = openWith(elsewhere, path, readOnly);
    if (opened)
        opened->notices.insert(opened->notices.begin(), told.begin(), told.end());
    return opened;
}

bool OpenFile::isTakenForDamaged() const {
    if (damaged)
        return true;
    const auto note = readDamageNote(path);
    return note && note->finding != disproved;
}

OpenFile::~OpenFile() {
    // What stands in the log of a damaged file is not moved into it, nor into another pool.
    if (isTakenForDamaged() || (!readOnly && contentNow(*this) != Content::own))
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    else if (readOnly && !aside)
        readTrace.of(path);
    // SQLite itself moves nothing into a file that stands elsewhere.
    followMove(*this);
}

Result<void> backup(OpenFile& file, const std::string& path, bool history) {
    return guarded(
        path, [&]() -> Result<void> { return copyInto(file.database, file.path, path, history); });
}

}  // namespace apportion::store
