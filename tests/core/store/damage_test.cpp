// SPDX-License-Identifier: GPL-3.0-or-later
// Truncated files and flipped bits: opening, checking and recovering never crash or hang, never
// write to the damaged file, and never call damaged what is whole or whole what is damaged.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "core/model/utf8.h"
#include "core/session/project/desk.h"
#include "core/store/own_file.h"
#include "core/store/verify.h"
#include "tests/core/sanitized.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreDamage : public ::testing::Test {
protected:
    StoreDamage() {
        end_ = makeProject(path_, 60);
        whole_ = bytesOf(path_);
        auto file = ProjectFile::open(path_, OpenMode::readOnly);
        objects_ = *file->objects(store::Extent::everything);
        entries_ = *file->revision();
    }

    void clear() const {
        for (const std::string& file : {path_, recovered_})
            for (const char* part : {"", "-wal", "-shm", "-damaged", ".new", ".reading"})
                fs::remove(file + part);
    }
    // To more entries than opening looks at.
    void grow() const {
        clear();
        writeBytes(path_, whole_);
        auto desk = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        for (std::size_t i = 0; i < 2 * store::kHeadEntries; ++i)
            ASSERT_TRUE(desk->run({CreateRestorePoint{"point " + std::to_string(i)}}));
    }
    // What is wrong with how the damage was met; empty = nothing.
    std::string met(const std::string& bytes) {
        clear();
        writeBytes(path_, bytes);
        bool whole = false;
        {
            auto file = ProjectFile::open(path_, OpenMode::readOnly);
            if (file) {
                const Problems problems = file->verify();
                whole = problems.empty();
                if (whole && *file->objects(store::Extent::everything) != objects_)
                    return "the damage is not noticed";
            } else if (!isClear(file.error())) {
                return sentencesOf(file.error());
            }
        }
        if (bytesOf(path_) != bytes)
            return "it was written to";
        ++(whole ? wholes_ : wounded_);
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        if (bytesOf(path_) != bytes)
            return "recovering wrote to it";
        for (const char* part : {".new", ".reading", ".reading-wal", ".reading-shm", "-wal"})
            if (fs::exists(recovered_ + part))
                return std::string("a remainder is left: ") + part;
        if (!recovered) {
            ++hopeless_;
            return isClear(recovered.error()) ? "" : sentencesOf(recovered.error());
        }
        return recoveredWell(*recovered, whole);
    }
    std::string recoveredWell(const Recovered& recovered, bool whole) {
        auto file = ProjectFile::open(recovered_, OpenMode::readWrite);
        if (!file)
            return "what was recovered does not open: " + sentencesOf(file.error());
        if (const Problems problems = file->verify(); !problems.empty())
            return "what was recovered is not whole: " + sentencesOf(problems);
        if (recovered.losses.empty() && recovered.entries != entries_)
            return "a loss is not told";
        if (whole && !recovered.losses.empty())
            return "a loss of what is whole is told: " + sentencesOf(recovered.losses);
        const bool same = sameBodies(*file->objects(store::Extent::everything));
        if (recovered.losses.empty() && !same)
            return "the state is another, and nothing tells of it";
        complete_ += same ? 1 : 0;
        // With its pool it is a project that one can work with.
        if (!same)
            return "";
        file = tl::unexpected(Problems{});
        return lost(recovered_, {}, end_.now);
    }
    bool sameBodies(const store::Objects& other) const {
        for (std::size_t i = 0; i < kObjectKinds; ++i) {
            const auto kind = static_cast<ObjectKind>(i);
            if (other.of(kind).size() != objects_.of(kind).size())
                return false;
            for (const auto& [key, object] : objects_.of(kind))
                if (other.find(kind, key) == nullptr || other.find(kind, key)->body != object.body)
                    return false;
        }
        return true;
    }
    static bool isClear(const Problems& problems) {
        for (const Problem& problem : problems) {
            const std::string& code = problem.message.code;
            for (const char* expected :
                 {"project-damaged", "project-not-one", "project-empty", "project-other",
                  "project-newer", "project-no-journal", "project-entry-missing",
                  "project-chain-broken", "project-entry-damaged", "recover-nothing",
                  "recover-not-one"})
                if (code == expected)
                    return true;
        }
        return false;
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
    BurstEnd end_;
    std::string whole_;
    store::Objects objects_;
    Revision entries_ = 0;
    int wholes_ = 0;
    int wounded_ = 0;
    int hopeless_ = 0;
    int complete_ = 0;  // recovered with all objects
};

CommandRequest pointNamed(const char* name) {
    return {CreateRestorePoint{name}};
}

TEST_F(StoreDamage, Truncated) {
    std::mt19937_64 random(1);
    for (std::size_t length = 1; length < whole_.size();
         length += 1 + random() % (kFewer * (length < 5000 ? 500 : 4000)))
        ASSERT_EQ(met(whole_.substr(0, length)), "") << length << " of " << whole_.size();
    for (std::size_t length = 4096; length < whole_.size(); length += kFewer * 4096)
        ASSERT_EQ(met(whole_.substr(0, length)), "") << length << " of " << whole_.size();
    RecordProperty("hopeless", hopeless_);
}

// Of a file with few pages a part of the list of tables stands behind them, and is cut off, too.
TEST_F(StoreDamage, OfAYoungFileThatWasCutTheJournalIsTakenOver) {
    clear();
    {
        auto young = newProject(path_, [] { return kBegin; });
        ASSERT_TRUE(young && young->run(pointNamed("young")));
    }
    const std::string bytes = bytesOf(path_);
    for (std::size_t pages = 3; pages < bytes.size() / 4096; ++pages) {
        clear();
        writeBytes(path_, bytes.substr(0, pages * 4096));
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        ASSERT_TRUE(recovered) << pages << ": " << sentencesOf(recovered.error());
        EXPECT_EQ(recovered->entries, 2) << pages;
        auto file = ProjectDesk::open(recovered_, OpenMode::readWrite, "ana");
        ASSERT_TRUE(file) << pages;
        EXPECT_EQ(sentencesOf(file->file().verify()), "") << pages;
    }
}

// Whoever closes a file that is being checked does not wait for the end.
TEST_F(StoreDamage, ACheckThatIsStoppedHasFoundNothing) {
    clear();
    std::string torn = whole_;
    const std::size_t at = torn.find("\"guaranteed\"");
    ASSERT_NE(at, std::string::npos);
    torn[at + 1] = 'G';
    writeBytes(path_, torn);
    auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file) << sentencesOf(file.error());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(file->verify(stop.get_token()).empty());
    EXPECT_TRUE(file->damage().empty()) << "nor does it count for others";
    EXPECT_FALSE(file->verify().empty());
    EXPECT_FALSE(file->damage().empty());
}

TEST_F(StoreDamage, Lengthened) {
    EXPECT_EQ(met(whole_ + std::string(100, 'x')), "");
    EXPECT_EQ(met(whole_ + std::string(10'000, '\0')), "");
}

class StoreDamageBits : public StoreDamage, public ::testing::WithParamInterface<std::uint64_t> {};

TEST_P(StoreDamageBits, AreNoticedOrDoNotMatter) {
    std::mt19937_64 random(GetParam());
    for (int i = 0; i < 80; ++i) {
        // Every tenth in the first page, where the schema stands; half of the others not in room
        // that nothing uses.
        std::size_t at = random() % (i % 10 == 0 ? 4096 : whole_.size());
        while (i % 2 == 0 && whole_[at] == '\0')
            at = (at + 1) % whole_.size();
        const auto bit = static_cast<char>(1U << (random() % 8));
        std::string bytes = whole_;
        bytes[at] = static_cast<char>(bytes[at] ^ bit);
        ASSERT_EQ(met(bytes), "") << "byte " << at << ", bit " << int{bit};
    }
    std::cout << wholes_ << " whole, " << wounded_ << " told, of " << wholes_ + wounded_ << " "
              << complete_ << " recovered with all objects, " << hopeless_ << " not at all\n";
    EXPECT_GT(wounded_, 10);
    EXPECT_EQ(hopeless_, 0);
}
INSTANTIATE_TEST_SUITE_P(Seed, StoreDamageBits,
                         ::testing::Range<std::uint64_t>(1, kSanitized ? 2 : 7));

// As a program that knew nothing of sums would have left it.
void forgetSums(const std::string& path) {
    change(path, "DELETE FROM meta WHERE key = 'state-sums'");
}

// The sums know where the journal ended, and the tables of some of its entries.
TEST_F(StoreDamage, OfALostJournalAtLeastWhatIsKnownIsTold) {
    clear();
    writeBytes(path_, whole_);
    const auto [root, size] = [&] {
        SQLite::Database file(path_, SQLite::OPEN_READONLY);
        return std::pair(
            file.execAndGet("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").getInt64(),
            file.execAndGet("PRAGMA page_size").getInt64());
    }();
    forgetSums(path_);
    const std::string without = bytesOf(path_);
    for (const auto& [summed, first] :
         {std::pair(true, '\0'), std::pair(false, '\0'), std::pair(false, '\r')}) {
        std::string bytes = summed ? whole_ : without;
        const auto page = static_cast<std::size_t>((root - 1) * size);
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(page), 100, '\0');
        bytes[page] = first;
        clear();
        writeBytes(path_, bytes);
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        ASSERT_TRUE(recovered) << sentencesOf(recovered.error());
        EXPECT_EQ(recovered->entries, 0);
        ASSERT_FALSE(recovered->losses.empty());
        const Message& told = recovered->losses.front().message;
        EXPECT_EQ(told.arguments[1].value.number, 1);
        if (summed) {
            EXPECT_EQ(told.code, "recover-entries-lost");
            EXPECT_EQ(told.arguments[2].value.number, entries_);
        } else {
            EXPECT_EQ(told.code, "recover-entries-lost.open");
            EXPECT_GT(told.arguments[2].value.number, entries_ / 2);
        }
    }
}

// A chain that is unbroken as far as it goes is not all where the sums or the tables know more.
TEST_F(StoreDamage, EntriesThatAreMissingAtTheEndAreTold) {
    for (const bool summed : {true, false}) {
        clear();
        writeBytes(path_, whole_);
        change(path_, "DELETE FROM journal WHERE n > (SELECT max(n) - 3 FROM journal)");
        if (!summed)
            forgetSums(path_);
        EXPECT_FALSE(ProjectDesk::open(path_, OpenMode::readWrite, "ana"));
        fs::remove(path_ + "-damaged");
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        ASSERT_TRUE(recovered) << sentencesOf(recovered.error());
        EXPECT_EQ(recovered->entries, entries_ - 3);
        ASSERT_FALSE(recovered->losses.empty());
        EXPECT_EQ(recovered->losses.front().message.code,
                  summed ? "recover-entries-lost" : "recover-entries-lost.open");
        EXPECT_EQ(recovered->losses.front().message.arguments[1].value.number, entries_ - 2);
    }
}

// Whoever only looks hears that the next undo cannot be read, and not that there is none.
TEST_F(StoreDamage, WhatIsToBeUndoneIsNotNothing) {
    clear();
    writeBytes(path_, whole_);
    {
        auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
        ASSERT_TRUE(writer->run(pointNamed("last")));
        EXPECT_EQ(writer->turns()->undo, "last");
        EXPECT_EQ(writer->turns()->redo, std::nullopt);
    }
    change(path_, "UPDATE journal SET entry = '' WHERE n = (SELECT max(n) FROM journal)");
    auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
    ASSERT_TRUE(reader);
    const auto turns = reader->turns();
    ASSERT_FALSE(turns);
    EXPECT_EQ(turns.error().front().message.code, "project-entry-damaged");
}

TEST_F(StoreDamage, OneEntryThatIsLostIsToldAsOne) {
    clear();
    writeBytes(path_, whole_);
    SQLite::Database(path_, SQLite::OPEN_READWRITE)
        .exec("UPDATE journal SET entry = '' WHERE n = (SELECT max(n) FROM journal)");
    const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
    ASSERT_TRUE(recovered) << sentencesOf(recovered.error());
    EXPECT_EQ(recovered->entries, entries_ - 1);
    ASSERT_FALSE(recovered->losses.empty());
    EXPECT_EQ(recovered->losses.front().message.code, "recover-entries-lost.one");
}

// What newer programs keep beside what this one knows.
TEST_F(StoreDamage, OfANewerFileWhatThisOneKnowsIsTakenOver) {
    clear();
    writeBytes(path_, whole_);
    SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
    ASSERT_TRUE(recovered) << sentencesOf(recovered.error());
    EXPECT_EQ(recovered->entries, entries_);
    ASSERT_EQ(recovered->losses.size(), 1U);
    EXPECT_EQ(recovered->losses.front().message.code, "recover-newer");
}

// A copy that was killed stays under its own name until the next one, if nobody is at it.
TEST_F(StoreDamage, WhatKilledCopiesLeftIsRemovedByTheNextOne) {
    clear();
    writeBytes(path_, whole_);
    const auto leave = [&](const std::string& end, std::chrono::hours age) {
        std::string name = recovered_ + end;
        writeBytes(name, "left");
        std::filesystem::last_write_time(name, std::filesystem::file_time_type::clock::now() - age);
        return name;
    };
    // Beyond the highest number that a process may have.
    const std::string old = leave(".new-99999999", std::chrono::hours(2));
    const std::string log = leave(".reading-99999999-wal", std::chrono::hours(2));
    const std::string lately = leave(".new-99999998", std::chrono::hours(0));
    const std::string alive = leave(".new-1", std::chrono::hours(2));
    const std::string other = leave(".new-x", std::chrono::hours(2));
    // Of this machine and container all processes are known, whatever the file was to be.
    std::string here = store::OwnFile::beside(path_, store::kDraft)->name();
    here.erase(0, here.rfind(".new-"));
    here.replace(here.find('-') + 1, here.find('@') - here.find('-') - 1, "99999997");
    const std::string dead = leave(here, std::chrono::hours(0));
    const std::string deadLog = leave("-other" + here + "-wal", std::chrono::hours(0));
    ASSERT_TRUE(recoverProject(path_, recovered_, "ana", kBegin));
    EXPECT_FALSE(std::filesystem::exists(dead));
    EXPECT_FALSE(std::filesystem::exists(deadLog));
    EXPECT_FALSE(std::filesystem::exists(old));
    EXPECT_FALSE(std::filesystem::exists(log));
    EXPECT_TRUE(std::filesystem::exists(lately));
    EXPECT_TRUE(std::filesystem::exists(alive));
    EXPECT_TRUE(std::filesystem::exists(other));
    for (const std::string& name : {lately, alive, other})
        std::filesystem::remove(name);
}

// A key that was hit is not what the workload calls itself.
TEST_F(StoreDamage, AWorkloadUnderAnotherNameIsTold) {
    clear();
    writeBytes(path_, whole_);
    change(path_, "UPDATE workload SET key = 'hit' WHERE key = (SELECT max(key) FROM workload)");
    const auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().front().message.code, "project-damaged");
    EXPECT_NE(sentencesOf(reader.error()).find("stands under another name"), std::string::npos);
    EXPECT_TRUE(recoverProject(path_, recovered_, "ana", kBegin));
}

// JSON that is none of ours is told of its object, in words.
TEST_F(StoreDamage, ARowWithoutItsKeysIsTold) {
    for (const auto& [table, told] :
         {std::pair("run", "the run '"), std::pair("ended", "the ended '")}) {
        clear();
        writeBytes(path_, whole_);
        change(path_, "UPDATE " + std::string(table) + " SET body = '{}'");
        auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
        const Problems wrong = reader ? reader->show().error() : reader.error();
        const std::string sentences = sentencesOf(wrong);
        EXPECT_NE(sentences.find(told), std::string::npos) << sentences;
        EXPECT_NE(sentences.find(path_), std::string::npos) << sentences;
        EXPECT_EQ(sentences.find("json.exception"), std::string::npos) << sentences;
    }
}

// A copy is not in WAL mode, and a writer would make it so.
TEST_F(StoreDamage, ACopyThatIsDamagedIsNotWrittenToEither) {
    clear();
    writeBytes(path_, whole_);
    const std::string copy = path_ + "-copy";
    ASSERT_TRUE(ProjectFile::open(path_, OpenMode::readOnly)->backup(copy, false));
    SQLite::Database(copy, SQLite::OPEN_READWRITE)
        .exec("UPDATE journal SET hash = 'none' WHERE n = (SELECT max(n) FROM journal)");
    const std::string bytes = bytesOf(copy);
    EXPECT_FALSE(ProjectFile::open(copy, OpenMode::readWrite));
    EXPECT_EQ(bytesOf(copy), bytes);
}

TEST_F(StoreDamage, ACopyWithALostPageIsNotWrittenToEither) {
    clear();
    writeBytes(path_, whole_);
    const std::string copy = path_ + "-copy";
    ASSERT_TRUE(ProjectFile::open(path_, OpenMode::readOnly)->backup(copy, false));
    const std::string sound = bytesOf(copy);
    int refused = 0;
    for (std::size_t at = 4096; at + 4096 <= sound.size(); at += 4096) {
        std::string bytes = sound;
        bytes.replace(at, 4096, std::string(4096, '\0'));
        writeBytes(copy, bytes);
        if (ProjectFile::open(copy, OpenMode::readWrite))
            continue;  // an unused page
        ++refused;
        EXPECT_EQ(bytesOf(copy), bytes) << "page " << at / 4096 + 1;
    }
    EXPECT_GT(refused, 10);
    writeBytes(copy, sound);
    EXPECT_TRUE(ProjectFile::open(copy, OpenMode::readWrite));
}

TEST_F(StoreDamage, IsToldInUtf8WhateverStandsThere) {
    clear();
    writeBytes(path_, whole_);
    change(path_, "UPDATE run SET body = CAST(x'7b2261223a22f028ff8c7d' AS TEXT)");
    auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file);
    const Problems found = file->verify();
    ASSERT_FALSE(found.empty());
    for (const Problem& each : found)
        EXPECT_FALSE(firstBadUtf8(render(each.message))) << render(each.message);
}

std::string withoutPage(std::string bytes, std::size_t page) {
    return bytes.replace((page - 1) * 4096, 4096, std::string(4096, '\0'));
}

// The leaves of the journal, in its order.
std::vector<std::size_t> journalLeaves(const std::string& path) {
    SQLite::Database file(path, SQLite::OPEN_READONLY);
    SQLite::Statement page(file,
                           "SELECT pageno FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf'"
                           " ORDER BY path");
    std::vector<std::size_t> leaves;
    while (page.executeStep())
        leaves.push_back(static_cast<std::size_t>(page.getColumn(0).getInt64()));
    return leaves;
}

// What opening looks at is whole.
TEST_F(StoreDamage, WhatOneProgramMeetsKeepsAllFromWriting) {
    grow();
    const std::string whole = bytesOf(path_);
    const std::string bytes = withoutPage(whole, journalLeaves(path_)[1]);
    clear();
    writeBytes(path_, bytes);
    auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer) << sentencesOf(writer.error());
    {
        auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
        ASSERT_TRUE(reader);
        const auto history = reader->history(1000);
        ASSERT_FALSE(history);
        EXPECT_EQ(history.error().front().message.code, "project-damaged");
    }
    EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged.known");
    const auto answer = writer->run(pointNamed("lost"));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().front().message.code, "project-damaged.known");
    writer = tl::unexpected(Problems{});
    EXPECT_EQ(bytesOf(path_), bytes);
    // As after any check: a file that was mended is looked at again.
    writeBytes(path_, whole);
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_FALSE(fs::exists(path_ + "-damaged"));
}

// The state is in tables of its own.
TEST_F(StoreDamage, WhatThePoolIsIsShownWithoutThePartThatIsLost) {
    grow();
    const std::string bytes = withoutPage(bytesOf(path_), journalLeaves(path_)[1]);
    std::string work;
    {
        auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
        const auto project = reader->project();
        ASSERT_TRUE(project && !(*project)->work.empty());
        work = (*project)->work.front().spec.name;
    }
    for (int i = 0; i < 2; ++i) {  // found here, and known
        if (i == 0) {
            clear();
            writeBytes(path_, bytes);
        }
        auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana");
        ASSERT_TRUE(reader) << sentencesOf(reader.error());
        const auto shown = reader->show();
        ASSERT_TRUE(shown) << sentencesOf(shown.error());
        EXPECT_FALSE(shown->outcome.quotas.empty());
        EXPECT_FALSE(reader->notices().empty());
        const auto explained = reader->explain(work);
        ASSERT_TRUE(explained) << sentencesOf(explained.error());
        EXPECT_EQ(explained->workload, work);
        // Of what only the journal knows nothing is said.
        EXPECT_FALSE(reader->explain("none"));
    }
}

// So does what keeps a program from opening it those that have it open.
TEST_F(StoreDamage, WhatIsMetOnOpeningKeepsOthersFromWriting) {
    clear();
    writeBytes(path_, whole_);
    const auto leaves = journalLeaves(path_);
    auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer);
    {
        std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>((leaves.back() - 1) * 4096));
        file << std::string(4096, '\0');
    }
    (void)ProjectFile::open(path_, OpenMode::readOnly);
    EXPECT_TRUE(fs::exists(path_ + "-damaged"));
    EXPECT_FALSE(writer->run(pointNamed("lost")));
}

TEST_F(StoreDamage, LostPages) {
    // Odd, so that both kinds of page are met.
    for (std::size_t at = 0; at < whole_.size(); at += (kFewer | 1) * 4096) {
        std::string bytes = whole_;
        bytes.replace(at, 4096, std::string(4096, at % 8192 == 0 ? '\0' : '\xFF'));
        ASSERT_EQ(met(bytes), "") << "page " << at / 4096 + 1;
    }
    std::cout << wounded_ << " told, " << complete_ << " recovered with all objects, " << hopeless_
              << " not at all\n";
    EXPECT_EQ(hopeless_, 0);
}

TEST_F(StoreDamage, IsToldOnceAndOfTheFileThatIsDamaged) {
    clear();
    writeBytes(path_, whole_);
    const std::int64_t root =
        SQLite::Database(path_, SQLite::OPEN_READONLY)
            .execAndGet("SELECT rootpage FROM sqlite_master WHERE name = 'ended'")
            .getInt64();
    std::string bytes = whole_;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>((root - 1) * 4096), 4096, '\xFF');
    writeBytes(path_, bytes);
    auto file = ProjectFile::open(path_, OpenMode::readOnly);
    ASSERT_TRUE(file);
    const auto copied = file->backup(folder_ / "copy", false);
    ASSERT_FALSE(copied);
    EXPECT_EQ(copied.error().front().file, path_);
    for (const Problem& found : file->verify())
        EXPECT_EQ(render(found.message).find_first_of("*\n"), std::string::npos)
            << render(found.message);
    const std::string told = sentencesOf(file->damage());
    EXPECT_EQ(told.find("is damaged"), told.rfind("is damaged")) << told;
}

}  // namespace
}  // namespace apportion::testing
