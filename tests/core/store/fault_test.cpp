// SPDX-License-Identifier: GPL-3.0-or-later
// The disk fails at every single write, flush, truncation and removal of a burst of commands.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/core/io/temporary_folder.h"
#include "tests/core/sanitized.h"
#include "tests/core/store/burst.h"
#include "tests/core/store/fault_vfs.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

// A project in which something has happened, as bytes: quicker to put down than to make.
// Each test is cut into parts, to be short ones that can run beside each other.
constexpr long kParts = 4;
// Under a sanitizer a twentieth of the faults: the build for users meets all of them.
constexpr long kStride = kSanitized ? kParts * 20 : kParts;

class FaultTest : public ::testing::TestWithParam<long> {
protected:
    FaultTest() {
        const FaultVfs quick;
        EXPECT_TRUE(newProject(folder_ / "made", [] { return kBegin; }).has_value());
        before_ = run({.seed = 7, .steps = 20}, folder_ / "made");
        made_ = bytesOf(folder_ / "made");
    }
    std::string fresh() const {
        for (const char* part : {"-wal", "-shm"})
            fs::remove(path_ + part);
        writeBytes(path_, made_);
        return path_;
    }
    // Of both bursts.
    std::vector<Acknowledged> all(const BurstEnd& end) const {
        std::vector<Acknowledged> all = before_.acknowledged;
        all.insert(all.end(), end.acknowledged.begin(), end.acknowledged.end());
        return all;
    }
    // The file is closed once in the middle, so that the WAL moves into it.
    BurstEnd burst() const {
        return run({.seed = 11, .steps = 12, .reopenAfter = 6}, fresh(), before_.now);
    }
    long operationsOfABurst() const {
        FaultVfs disk;
        disk.fail(Fault::ioError, FaultVfs::kForEver);
        const BurstEnd end = burst();
        EXPECT_GT(end.acknowledged.size(), 10U) << sentencesOf(end.refused);
        return disk.operations();
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    std::string made_;
    BurstEnd before_;
};

void expectOnlyDiskErrors(const Problems& refused, const char* code) {
    for (const Problem& problem : refused)
        if (problem.message.code.rfind("project-", 0) == 0 &&
            problem.message.code != "project-name-taken" &&
            problem.message.code != "project-unknown" &&
            problem.message.code != "project-unknown.near") {
            ASSERT_EQ(problem.message.code, code) << render(problem.message);
        }
}

TEST_P(FaultTest, NothingIsLostByAnErrorThatStays) {
    const long operations = operationsOfABurst();
    ASSERT_GT(operations, 100);
    for (long n = GetParam(); n <= operations; n += kStride) {
        BurstEnd end;
        {
            FaultVfs disk;
            disk.fail(Fault::ioError, n);
            end = burst();
            ASSERT_TRUE(disk.failed());
        }
        expectOnlyDiskErrors(end.refused, "project-failed");
        const FaultVfs quick;
        ASSERT_EQ(lost(path_, all(end), end.now), "") << "operation " << n << " of " << operations;
    }
}

TEST_P(FaultTest, NothingIsLostByAnErrorThatPasses) {
    const long operations = operationsOfABurst();
    for (long n = GetParam(); n <= operations; n += kStride)
        for (const long count : {1L, 3L}) {
            BurstEnd end;
            FaultVfs disk;
            disk.fail(Fault::ioError, n, count);
            end = burst();
            disk.mend();
            expectOnlyDiskErrors(end.refused, "project-failed");
            ASSERT_EQ(lost(path_, all(end), end.now), "")
                << count << " from operation " << n << " of " << operations;
        }
}

TEST_P(FaultTest, NothingIsLostOnAFullDisk) {
    const long operations = operationsOfABurst();
    for (long n = GetParam(); n <= operations; n += kStride) {
        BurstEnd end;
        FaultVfs disk;
        disk.fail(Fault::diskFull, n);
        end = burst();
        disk.mend();
        expectOnlyDiskErrors(end.refused, "project-disk-full");
        ASSERT_EQ(lost(path_, all(end), end.now), "") << "operation " << n << " of " << operations;
    }
}

TEST_P(FaultTest, NothingIsLostByAPowerLoss) {
    const long operations = operationsOfABurst();
    for (long n = GetParam(); n <= operations; n += kStride) {
        std::vector<std::string> copies;
        BurstEnd end;
        {
            FaultVfs disk;
            disk.fail(Fault::powerLoss, n);
            end = burst();
            auto seed = static_cast<std::uint64_t>(n) * 100;
            for (const Survives survives :
                 {Survives::nothing, Survives::beginning, Survives::anything, Survives::anything}) {
                copies.push_back(path_ + std::to_string(copies.size()));
                disk.afterPowerLoss(path_, copies.back(), survives, ++seed);
            }
        }
        const FaultVfs quick;
        for (const std::string& copy : copies)
            ASSERT_EQ(lost(copy, all(end), end.now), "")
                << copy << ", operation " << n << " of " << operations;
    }
}

INSTANTIATE_TEST_SUITE_P(Part, FaultTest, ::testing::Range(1L, kParts + 1));

TEST(FaultOnCreation, AHalfProjectNeverStandsInItsPlace) {
    const TemporaryFolder folder;
    for (long n = 1;; ++n) {
        const std::string path = folder / ("new" + std::to_string(n));
        bool failed = false;
        {
            FaultVfs disk;
            disk.fail(n % 2 == 0 ? Fault::diskFull : Fault::ioError, n);
            const auto made = newProject(path, [] { return kBegin; });
            failed = disk.failed();
            if (made.has_value()) {
                EXPECT_FALSE(disk.unflushed());
            } else {
                EXPECT_EQ(made.error().front().message.code,
                          n % 2 == 0 ? "project-disk-full" : "project-failed");
            }
        }
        const FaultVfs quick;
        if (!fs::exists(path)) {
            ASSERT_TRUE(newProject(path, [] { return kBegin; }).has_value()) << n;
        }
        ASSERT_EQ(lost(path, {}, kBegin), "") << "operation " << n;
        if (!failed)
            break;
    }
}

}  // namespace
}  // namespace apportion::testing
