// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the state that the disk has changed, and that SQLite takes for whole: nothing is written
// on them, and recovering brings back what the journal says, with every entry.
#include "core/store/state_sums.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/store/canonical.h"
#include "core/store/tables.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kFirstQuota = " WHERE key = (SELECT min(key) FROM quota)";
constexpr const char* kForget = "DELETE FROM meta WHERE key = 'state-sums'";

class StoreStateSums : public ::testing::Test {
protected:
    StoreStateSums() {
        end_ = makeProject(path_, 60);
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        whole_ = *file->objects(store::Extent::everything);
    }

    Result<ProjectDesk> open(OpenMode mode) const {
        return ProjectDesk::open(path_, mode, "ana", [this] { return end_.now; });
    }
    // A quota's guarantee becomes another number.
    void flip() const {
        change(path_, std::string("UPDATE quota SET body = json_set(body, '$.guaranteed.gpu',"
                                  " json_extract(body, '$.guaranteed.gpu') + 2)") +
                          kFirstQuota);
    }
    std::string firstQuota() const { return whole_.of(ObjectKind::quota).begin()->first; }
    // Taken over with every entry; what was told of it.
    std::string recovered() const {
        const std::string to = folder_ / "recovered";
        fs::remove(to);
        const auto recovered = recoverProject(path_, to, "ana", end_.now);
        if (!recovered)
            return sentencesOf(recovered.error());
        auto before = ProjectFile::open(path_, OpenMode::readOnly);
        EXPECT_EQ(recovered->entries, *before->revision());
        EXPECT_EQ(lost(to, end_.acknowledged, end_.now), "");
        return sentencesOf(recovered->losses);
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    BurstEnd end_;
    store::Objects whole_;
};

TEST_F(StoreStateSums, NobodyWritesOnAChangedRow) {
    flip();
    const std::string bytes = bytesOf(path_);
    for (int i = 0; i < 2; ++i) {
        const auto writer = open(OpenMode::readWrite);
        ASSERT_FALSE(writer);
        EXPECT_THAT(sentencesOf(writer.error()), HasSubstr("quota '" + firstQuota() + "'"));
        auto reader = open(OpenMode::readOnly);
        ASSERT_TRUE(reader);
        EXPECT_THAT(sentencesOf(reader->notices()), HasSubstr("quota '" + firstQuota() + "'"));
    }
    EXPECT_EQ(bytesOf(path_), bytes);
    EXPECT_EQ(recovered(), "");
    auto mended = ProjectFile::open(folder_ / "recovered", OpenMode::readOnly);
    EXPECT_EQ(mended->objects()->of(ObjectKind::quota), whole_.of(ObjectKind::quota));
}

TEST_F(StoreStateSums, EveryChangeOfARowShows) {
    const std::string whole = bytesOf(path_);
    for (const char* edit :
         {"UPDATE quota SET place = place + 64", "DELETE FROM quota",
          "UPDATE quota SET changed = changed + 4096", "UPDATE quota SET key = 'x' || key"}) {
        fs::remove(path_ + "-damaged");
        writeBytes(path_, whole);
        change(path_, std::string("PRAGMA foreign_keys = OFF;") + edit + kFirstQuota);
        EXPECT_FALSE(open(OpenMode::readWrite)) << edit;
        EXPECT_EQ(recovered(), "") << edit;
    }
}

// What is over is not read on opening; showing it tells.
TEST_F(StoreStateSums, WhatIsOverIsLookedAtWhenItIsRead) {
    change(path_, "UPDATE ended SET changed = changed - 1 WHERE rowid = 1");
    auto reader = open(OpenMode::readOnly);
    ASSERT_TRUE(reader);
    EXPECT_EQ(sentencesOf(reader->notices()), "");
    ASSERT_TRUE(reader->show());
    EXPECT_THAT(sentencesOf(reader->notices()), HasSubstr("The ended '"));
    EXPECT_FALSE(open(OpenMode::readWrite));
}

// The file is checked in full, and from the next entry on there are sums again.
TEST_F(StoreStateSums, AfterAnOlderProgramOrDamagedTheyBeginAnew) {
    for (const std::string name : {"none", "damaged", "old"}) {
        if (name == "none") {
            change(path_, kForget);
        } else if (name == "damaged") {
            change(path_,
                   "UPDATE meta SET value = replace(value, '1', '3') WHERE key = 'state-sums'");
        } else {
            SQLite::Database raw(path_, SQLite::OPEN_READWRITE);
            const std::string old =
                raw.execAndGet("SELECT value FROM meta WHERE key = 'state-sums'").getString();
            JournalEntry entry;
            entry.who = "ana";
            entry.action = "note";
            store::Tables(raw).append(entry);
            SQLite::Statement set(raw, "UPDATE meta SET value = ? WHERE key = 'state-sums'");
            set.bind(1, old);
            set.exec();
        }
        ASSERT_TRUE(open(OpenMode::readOnly));
        {
            auto writer = open(OpenMode::readWrite);
            ASSERT_TRUE(writer) << sentencesOf(writer.error());
            ASSERT_TRUE(writer->run(command("restore-point", {{"name", {name}}})));
        }
        const std::string whole = bytesOf(path_);
        flip();
        EXPECT_FALSE(open(OpenMode::readWrite));
        fs::remove(path_ + "-damaged");
        writeBytes(path_, whole);
    }
    change(path_, kForget);
    flip();
    EXPECT_FALSE(open(OpenMode::readWrite)) << "what nobody vouches for is checked";
}

// Programs without sums have written on a changed row.
TEST_F(StoreStateSums, EntriesThatWereWrittenOnAChangedRowAreKept) {
    flip();
    {
        SQLite::Database raw(path_, SQLite::OPEN_READWRITE);
        store::Tables tables(raw);
        const auto quota = *tables.object(ObjectKind::quota, firstQuota());
        std::string heavier = quota.body;
        heavier.insert(heavier.size() - 1, R"(,"weight":9)");
        JournalEntry entry;
        entry.at = end_.now;
        entry.who = "ana";
        entry.action = "policy";
        entry.facts = {{ObjectKind::quota, firstQuota(), quota.place, quota.body,
                        *store::canonicalText(heavier)}};
        tables.append(entry);
        entry.facts.clear();
        tables.append(entry);
        end_.acknowledged.push_back({entry.n, entry.hash});
    }
    change(path_, kForget);
    const auto opened = open(OpenMode::readWrite);
    ASSERT_FALSE(opened);
    EXPECT_THAT(sentencesOf(opened.error()), HasSubstr("does not match the state before it"));
    EXPECT_THAT(recovered(),
                HasSubstr("does not match the earlier entries for the quota '" + firstQuota()));
    // Once it was told of, it is as good as others.
    fs::rename(folder_ / "recovered", path_);
    fs::remove(path_ + "-damaged");
    EXPECT_TRUE(open(OpenMode::readWrite)->run(command("restore-point", {{"name", {"after"}}})));
    EXPECT_EQ(recovered(), "");
}

TEST(StateSums, AreReadBackAsTheyWere) {
    store::StateSums sums;
    sums.n = 17;
    sums.of.back() = ~std::uint64_t{0};
    const std::string text = textOf(sums);
    EXPECT_EQ(store::sumsFrom(text), sums);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string other = text;
        other[i] ^= 1;
        EXPECT_FALSE(store::sumsFrom(other)) << i;
        EXPECT_FALSE(store::sumsFrom(text.substr(0, i))) << i;
    }
}

}  // namespace
}  // namespace apportion::testing
