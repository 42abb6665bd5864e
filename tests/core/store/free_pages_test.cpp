// SPDX-License-Identifier: GPL-3.0-or-later
// The list of pages that nothing uses: a number in it that the disk has changed makes nobody write
// over what stands in the page that it names now.
#include "core/store/free_pages.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "core/session/project/desk.h"
#include "core/store/database.h"
#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

class StoreFreePages : public ::testing::Test {
protected:
    bool areEmpty() const {
        SQLite::Database reader = store::connect(path_, store::Access::readOnly);
        return store::freePagesAreEmpty(reader, path_);
    }
    std::int64_t number() const {
        return SQLite::Database(path_, SQLite::OPEN_READONLY)
            .execAndGet("PRAGMA freelist_count")
            .getInt64();
    }
    // As after large tables that went.
    void free(int pages) const {
        change(path_,
               "PRAGMA secure_delete = ON; CREATE TABLE filler(text);"
               "INSERT INTO filler WITH RECURSIVE each(n) AS"
               " (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < " +
                   std::to_string(pages) +
                   ") SELECT hex(zeroblob(1900)) FROM each;"
                   "DROP TABLE filler");
    }
    void write(const std::string& bytes) const {
        for (const char* part : {"", "-wal", "-shm", "-damaged"}) {
            fs::remove(path_ + part);
            fs::remove(recovered_ + part);
        }
        writeBytes(path_, bytes);
    }
    Revision revision() const { return *ProjectFile::open(path_, OpenMode::readOnly)->revision(); }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
};

TEST_F(StoreFreePages, OfASoundFileAreTakenForWhatTheyAre) {
    makeProject(path_, 200);
    EXPECT_TRUE(areEmpty()) << number();
    free(30);
    EXPECT_GT(number(), 20);
    EXPECT_TRUE(areEmpty());
    // Those that stand in the log, too.
    auto writer = ProjectDesk::open(path_, OpenMode::readWrite, "ana");
    ASSERT_TRUE(writer) << sentencesOf(writer.error());
    const std::int64_t before = number();
    for (int i = 0; i < 20; ++i)
        ASSERT_TRUE(writer->run(command("restore-point", {{"name", {std::to_string(i)}}})));
    EXPECT_LT(number(), before);
    EXPECT_TRUE(areEmpty());
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_FALSE(fs::exists(path_ + "-damaged"));
}

// More pages than one trunk has room for.
TEST_F(StoreFreePages, OfALongListAreAllLookedAt) {
    makeProject(path_, 10);
    free(2000);
    EXPECT_GT(number(), 1500);
    EXPECT_TRUE(areEmpty());
    EXPECT_EQ(openingSays(path_), "");
}

// What is not empty may be what another program has left there.
TEST_F(StoreFreePages, ThatHoldSomethingAreOnlyDoubted) {
    makeProject(path_, 10);
    change(path_,
           "PRAGMA secure_delete = OFF; CREATE TABLE filler(text);"
           "INSERT INTO filler VALUES(hex(randomblob(20000))); DROP TABLE filler");
    EXPECT_GT(number(), 3);
    EXPECT_FALSE(areEmpty());
    EXPECT_EQ(openingSays(path_), "");
    EXPECT_FALSE(fs::exists(path_ + "-damaged"));
}

TEST_F(StoreFreePages, AChangedBitOfTheirListCostsNothing) {
    constexpr std::size_t kPage = 4096, kHeader = 32;
    makeProject(path_, 20);
    free(6);
    const std::string whole = bytesOf(path_);
    const Revision entries = revision();
    const auto numberAt = [&](std::size_t at) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | static_cast<unsigned char>(whole[at + i]);
        return value;
    };
    const std::size_t trunk = (numberAt(kHeader) - 1) * kPage;
    const std::size_t leaves = numberAt(trunk + 4);
    ASSERT_GE(leaves, 4U);
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < 8; ++i)
        used.push_back(kHeader + i);
    for (std::size_t i = 0; i < 8 + 4 * leaves; ++i)
        used.push_back(trunk + i);
    for (const std::size_t at : used)
        for (unsigned bit = 0; bit < 8; ++bit) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << bit));
            write(bytes);
            EXPECT_EQ(openingSays(path_, OpenMode::readWrite), "project-damaged")
                << at << ", bit " << bit;
            EXPECT_TRUE(bytesOf(path_) == bytes) << at << ", bit " << bit;
            if (bit != at % 8)
                continue;
            const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
            ASSERT_TRUE(recovered) << at << sentencesOf(recovered.error());
            EXPECT_EQ(recovered->entries, entries);
            EXPECT_EQ(sentencesOf(recovered->losses), "");
        }
    write(whole);
    EXPECT_EQ(openingSays(path_), "");
}

}  // namespace
}  // namespace apportion::testing
