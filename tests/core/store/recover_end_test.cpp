// SPDX-License-Identifier: GPL-3.0-or-later
// What recovery says of what it could not look at, and that it leaves nothing where it is stopped.
#include <algorithm>
#include <filesystem>

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RecoverEnd : public ::testing::Test {
protected:
    RecoverEnd() { makeProject(path_, 20); }
    Problems lossesAfter(const char* damage) {
        SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(damage);
        const auto recovered = recoverProject(path_, recovered_, "ana", kBegin);
        EXPECT_TRUE(recovered) << sentencesOf(recovered.error());
        return recovered ? recovered->losses : Problems();
    }
    std::vector<std::string> filesThere() const {
        std::vector<std::string> names;
        for (const auto& each : std::filesystem::directory_iterator(folder_.path()))
            names.push_back(each.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    const FaultVfs quick_;
    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    const std::string recovered_ = folder_ / "recovered.apportion";
};

TEST_F(RecoverEnd, IsProvenWhereTheJournalIsWhole) {
    EXPECT_THAT(lossesAfter("DROP TABLE pool; ALTER TABLE journal RENAME TO elsewhere"), IsEmpty());
}

TEST_F(RecoverEnd, IsNotKnownWhereNothingTellsOfIt) {
    const Problems losses = lossesAfter("DROP TABLE meta");
    ASSERT_EQ(losses.size(), 1U) << sentencesOf(losses);
    EXPECT_EQ(losses[0].message.code, "recover-end-unproven");
}

TEST_F(RecoverEnd, NamesWhatCouldNotBeLookedAt) {
    const Problems losses = lossesAfter("DROP TABLE meta; DROP TABLE pool; DROP TABLE workload");
    ASSERT_EQ(losses.size(), 1U) << sentencesOf(losses);
    EXPECT_THAT(render(losses[0].message), HasSubstr("pool"));
    EXPECT_THAT(render(losses[0].message), HasSubstr("workload"));
    EXPECT_THAT(render(losses[0].message), HasSubstr("could not be checked"));
}

TEST_F(RecoverEnd, SamplesThatAreGoneAreLost) {
    const Problems losses = lossesAfter("DROP TABLE history_series");
    ASSERT_EQ(losses.size(), 1U) << sentencesOf(losses);
    EXPECT_EQ(losses[0].message.code, "recover-samples-lost");
}

TEST_F(RecoverEnd, WhereItIsStoppedNothingIsLeft) {
    const auto before = filesThere();
    std::stop_source stop;
    stop.request_stop();
    const auto recovered = recoverProject(path_, recovered_, "ana", kBegin, {}, stop.get_token());
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().front().message.code, "recover-stopped");
    EXPECT_EQ(filesThere(), before);
}

}  // namespace
}  // namespace apportion::testing
