// SPDX-License-Identifier: GPL-3.0-or-later
// The chain of the journal and the tables beside it: every edit behind the program's back shows.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/store/canonical.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class StoreJournal : public ::testing::Test {
protected:
    // Made once, as it takes seconds under a sanitizer.
    static void SetUpTestSuite() {
        const FaultVfs quick;
        const TemporaryFolder folder;
        makeProject(folder / "made", 150);
        madeBytes_ = bytesOf(folder / "made");
    }
    StoreJournal() {
        writeBytes(made_, madeBytes_);
        auto file = ProjectFile::open(made_, OpenMode::readOnly);
        entries_ = *file->revision();
    }
    // What the full check says after an edit: the codes, each once.
    std::string after(const std::string& sql) const {
        for (const char* part : {"", "-wal", "-shm", "-damaged"})
            fs::remove(path_ + part);
        fs::copy_file(made_, path_);
        {
            SQLite::Database database(path_, SQLite::OPEN_READWRITE);
            if (database.exec(sql) == 0)
                return "the edit changed nothing";
        }
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        if (file && !file->notices().empty()) {
            EXPECT_FALSE(ProjectFile::open(path_, OpenMode::readWrite)) << sql;
            EXPECT_TRUE(file->objects()) << "what the tables say is still there to be looked at";
            return "reading: " + file->notices().front().message.code;
        }
        std::string codes = file ? "" : "opening: ";
        for (const Problem& problem : file ? file->verify() : file.error())
            if (codes.find(problem.message.code) == std::string::npos)
                codes += (codes.empty() || codes.back() == ' ' ? "" : ", ") + problem.message.code;
        return codes;
    }
    std::string at(Revision n) const { return " WHERE n = " + std::to_string(n); }

    inline static std::string madeBytes_;
    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string made_ = folder_ / "made";
    const std::string path_ = folder_ / "edited";
    Revision entries_ = 0;
};

TEST_F(StoreJournal, IsWholeAsItWasMade) {
    ASSERT_GT(entries_, 100);
    EXPECT_EQ(after("UPDATE journal SET hash = hash WHERE n = 1"), "");
}

TEST_F(StoreJournal, ACopyOfADamagedFileIsKnownAsSuch) {
    ASSERT_EQ(after("UPDATE user SET place = 50 WHERE key = 'ana'"), "project-state-differs");
    const std::string copy = folder_ / "copy";
    {
        auto damaged = ProjectFile::open(path_, OpenMode::readOnly);
        ASSERT_TRUE(damaged && !damaged->damage().empty());
        ASSERT_TRUE(damaged->backup(copy, false));
    }
    const auto opened = ProjectFile::open(copy, OpenMode::readWrite);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().front().message.code, "project-damaged.known");
}

TEST_F(StoreJournal, AnEditedEntryShows) {
    // Far from the end only the full check finds it.
    EXPECT_EQ(after("UPDATE journal SET entry = replace(entry, '\"ana\"', '\"bob\"')" + at(5)),
              "project-chain-broken");
    EXPECT_EQ(after("UPDATE journal SET hash = '" + store::firstHash() + "'" + at(5)),
              "project-chain-broken");
    EXPECT_EQ(after("UPDATE journal SET entry = entry || ' '" + at(5)), "project-entry-damaged");
    EXPECT_EQ(after("UPDATE journal SET entry = '{}'" + at(5)), "project-entry-damaged");
    // Near the end opening finds it: a writer is refused, a reader told.
    EXPECT_EQ(
        after("UPDATE journal SET entry = replace(entry, '\"ana\"', '\"bob\"')" + at(entries_)),
        "reading: project-chain-broken");
    EXPECT_EQ(after("UPDATE journal SET hash = '" + store::firstHash() + "'" + at(entries_ - 1)),
              "reading: project-chain-broken");
}

// The columns beside the entry are what the undo stack and queries are made of.
TEST_F(StoreJournal, AnEditedColumnShows) {
    for (const char* edit :
         {"at = at + 1", "who = 'bob'", "action = 'submit2'", "subject = 'x'", "undoes = 1"})
        EXPECT_EQ(after(std::string("UPDATE journal SET ") + edit + at(5)), "project-chain-broken")
            << edit;
}

TEST_F(StoreJournal, AMissingEntryShows) {
    EXPECT_THAT(after("DELETE FROM journal" + at(5)), HasSubstr("project-entry-missing"));
    EXPECT_EQ(after("DELETE FROM journal" + at(entries_ - 3)), "reading: project-entry-missing");
    EXPECT_THAT(after("DELETE FROM journal" + at(1)), HasSubstr("project-entry-missing"));
    EXPECT_EQ(after("DELETE FROM journal"), "opening: project-no-journal");
}

TEST_F(StoreJournal, AMissingEndShowsInTheState) {
    EXPECT_THAT(after("DELETE FROM journal" + at(entries_)), HasSubstr("project-state-differs"));
}

TEST_F(StoreJournal, NewNumbersShow) {
    EXPECT_NE(after("UPDATE journal SET n = n + 1000 WHERE n > 80"), "");
    EXPECT_NE(after("UPDATE journal SET n = -n WHERE n < 10"), "");
    // Two that change places.
    EXPECT_NE(after("UPDATE journal SET n = 0 WHERE n = 5; UPDATE journal SET n = 5 WHERE n = 6;"
                    "UPDATE journal SET n = 6 WHERE n = 0"),
              "");
    // Everything after one moves up.
    EXPECT_NE(after("DELETE FROM journal WHERE n = 90; UPDATE journal SET n = n - 1 WHERE n > 90"),
              "");
    EXPECT_NE(after("INSERT INTO journal SELECT 0, at, who, action, subject, undoes, entry, hash"
                    " FROM journal WHERE n = 1"),
              "");
}

// Somebody who can compute hashes: the state no longer follows from the facts, or the reverse.
TEST_F(StoreJournal, AForgedChainShowsInTheState) {
    std::string sql;
    std::string previous;
    {
        auto file = ProjectFile::open(made_, OpenMode::readOnly);
        auto entries = file->entriesFrom(1, 1'000);
        previous = store::firstHash();
        for (JournalEntry& entry : *entries) {
            if (entry.n == 1)
                for (Fact& fact : entry.facts)
                    if (fact.kind == ObjectKind::user)
                        fact.after = R"({"grants":[{"role":"administrator"}],"name":"eve"})";
            const std::string text = store::entryText(entry);
            previous = store::chainHash(previous, text);
            std::string quoted;
            for (const char c : text)
                quoted += c == '\'' ? std::string("''") : std::string(1, c);
            sql += "UPDATE journal SET entry = '" + quoted + "', hash = '" + previous + "'" +
                   at(entry.n) + ";";
        }
    }
    const std::string codes = after(sql);
    EXPECT_TRUE(codes == "project-state-differs" || codes == "project-fact-wrong") << codes;
}

TEST_F(StoreJournal, AnEditedTableShows) {
    const std::string differs = "project-state-differs";
    EXPECT_EQ(after("UPDATE quota SET body = json_set(body, '$.guaranteed.gpu', 7) WHERE key = "
                    "(SELECT min(key) FROM quota)"),
              differs);
    EXPECT_EQ(after("UPDATE quota SET place = 77 WHERE key = (SELECT min(key) FROM quota)"),
              differs);
    EXPECT_EQ(
        after("UPDATE quota SET changed = changed - 1 WHERE key = (SELECT max(key) FROM quota)"),
        differs);
    EXPECT_EQ(after("UPDATE user SET key = 'eve' WHERE key = 'ana'"), differs);
    EXPECT_EQ(after("INSERT INTO user VALUES('eve', 9, 1, '{}')"), differs);
    EXPECT_EQ(after("DELETE FROM pool"), differs);
    EXPECT_EQ(after("DELETE FROM ended WHERE rowid = 1"), differs);
    // Where somebody edits by hand nobody looks after the references.
    EXPECT_EQ(after("PRAGMA foreign_keys = OFF;"
                    "UPDATE quota SET body = json_set(body, '$.parent', 'none') WHERE key = "
                    "(SELECT min(key) FROM quota)"),
              "project-reference, project-state-differs");
}

TEST_F(StoreJournal, ADroppedTableIsTold) {
    EXPECT_EQ(after("UPDATE quota SET place = 1; DROP TABLE eviction"),
              "project-damaged, project-state-differs");
    EXPECT_EQ(after("UPDATE quota SET place = place; CREATE TRIGGER sly AFTER INSERT ON quota "
                    "BEGIN DELETE FROM user; END"),
              "project-foreign-part");
    EXPECT_EQ(after("UPDATE quota SET place = place; CREATE TABLE notes(text); CREATE INDEX more "
                    "ON notes(text)"),
              "project-foreign-part");
    EXPECT_EQ(after("UPDATE quota SET place = place; ANALYZE"), "");
    EXPECT_EQ(after("UPDATE quota SET place = place; DROP TABLE lease"), "project-damaged");
    EXPECT_EQ(after("UPDATE quota SET place = place; DROP INDEX workload_quota"),
              "project-damaged");
    EXPECT_EQ(after("DELETE FROM meta"), "project-damaged");
    EXPECT_EQ(after("UPDATE quota SET place = 1; DROP TABLE journal"), "opening: project-damaged");
    EXPECT_EQ(after("UPDATE quota SET place = 1; ALTER TABLE quota RENAME COLUMN body TO text"),
              "project-damaged");
}

// What a check has found counts for every program, until the file is another one.
TEST_F(StoreJournal, ADamagedFileIsReadAndNotWrittenTo) {
    const std::string note = path_ + "-damaged";
    fs::remove(note);
    EXPECT_EQ(after("UPDATE journal SET entry = '{}'" + at(5)), "project-entry-damaged");
    ASSERT_TRUE(fs::exists(note));
    const std::string bytes = bytesOf(path_);
    EXPECT_EQ(openingSays(path_), "writing: project-damaged.known, reading: ");
    {
        auto reader = ProjectFile::open(path_, OpenMode::readOnly);
        ASSERT_TRUE(reader);
        ASSERT_EQ(reader->notices().size(), 1U);
        EXPECT_THAT(renderRemedy(reader->notices().front().message),
                    ::testing::HasSubstr("project recover"));
        EXPECT_EQ(*reader->revision(), entries_);
    }
    EXPECT_EQ(bytesOf(path_), bytes);
    // Something else is done to it by hand, and does not mend it: it is looked at again.
    change(path_, "UPDATE journal SET who = who");
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged.known");
    // A backup in its place is whole.
    fs::copy_file(made_, path_, fs::copy_options::overwrite_existing);
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_FALSE(fs::exists(note));
}

// A copy is not in WAL mode, and a writer's connection would make it so.
TEST_F(StoreJournal, AWriterDoesNotTouchACopyThatIsKnownToBeDamaged) {
    fs::remove(path_ + "-damaged");
    fs::copy_file(made_, path_, fs::copy_options::overwrite_existing);
    change(path_, "PRAGMA journal_mode = DELETE");
    change(path_, "UPDATE journal SET entry = '{}'" + at(5));
    (void)ProjectFile::open(path_, OpenMode::readOnly)->verify();
    ASSERT_TRUE(fs::exists(path_ + "-damaged"));
    const std::string bytes = bytesOf(path_);
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged.known");
    EXPECT_EQ(bytesOf(path_), bytes);
    EXPECT_FALSE(fs::exists(path_ + "-wal"));
}

TEST_F(StoreJournal, WhoeverHasItOpenStopsWriting) {
    fs::remove(path_ + "-damaged");
    fs::copy_file(made_, path_);
    auto writer = ProjectFile::open(path_, OpenMode::readWrite);
    ASSERT_TRUE(writer);
    change(path_, "UPDATE journal SET entry = '{}'" + at(5));
    EXPECT_TRUE(writer->damage().empty()) << "nobody has looked";
    (void)ProjectFile::open(path_, OpenMode::readOnly)->verify();
    EXPECT_FALSE(writer->damage().empty());
    const auto none = [] { return std::optional<JournalEntry>(); };
    const auto written = writer->write(none);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().front().message.code, "project-damaged.known");
    EXPECT_FALSE(writer->takeLease("ana", 0));
    EXPECT_TRUE(writer->objects());
}

}  // namespace
}  // namespace apportion::testing
