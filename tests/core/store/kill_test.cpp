// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 at random moments while a process runs 500 commands, also while the next one recovers.
// APPORTION_KILLS: how often; `tests/run --long kills` does it a thousand times.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

namespace fs = std::filesystem;

struct Told {
    Revision n;
    char hash[64];
};
// As one write to a pipe this is there whole or not at all.
static_assert(sizeof(Told) <= 512);

class StoreKill : public ::testing::Test {
protected:
    // Runs a burst in a child, which is killed after so long, counted from so many acknowledged
    // entries; gives what it acknowledged.
    std::vector<Acknowledged> killedAfter(std::chrono::microseconds time, std::uint64_t seed,
                                          std::size_t first = 0) {
        int acks[2];
        EXPECT_EQ(pipe(acks), 0);
        const pid_t child = fork();
        if (child == 0) {
            close(acks[0]);
            const Burst burst{seed, 500, 25, true, [&](const JournalEntry& entry) {
                                  Told told{entry.n, {}};
                                  entry.hash.copy(told.hash, sizeof told.hash);
                                  (void)!::write(acks[1], &told, sizeof told);
                              }};
            (void)run(burst, path_, now_);
            _exit(0);
        }
        close(acks[1]);
        std::vector<Acknowledged> acknowledged;
        const auto hear = [&] {
            Told told{};
            if (read(acks[0], &told, sizeof told) != sizeof told)
                return false;
            acknowledged.push_back({told.n, std::string(told.hash, sizeof told.hash)});
            return true;
        };
        while (acknowledged.size() < first && hear()) {
        }
        usleep(static_cast<useconds_t>(time.count()));
        kill(child, SIGKILL);
        while (hear()) {
        }
        close(acks[0]);
        waitpid(child, nullptr, 0);
        return acknowledged;
    }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
    Moment now_ = kBegin;
};

TEST_F(StoreKill, NothingAcknowledgedIsLost) {
    const char* given = std::getenv("APPORTION_KILLS");
    const int kills = given != nullptr ? std::atoi(given) : 8;
    std::mt19937_64 random(given != nullptr ? std::random_device{}() : 5);
    std::size_t acknowledged = 0;
    for (int i = 0; i < kills; ++i) {
        // A new file from time to time: checking the whole journal takes longer and longer.
        if (i % 20 == 0) {
            for (const char* part : {"", "-wal", "-shm"})
                fs::remove(path_ + part);
            ASSERT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
        }
        now_ += 500 * 300;
        const std::uint64_t seed = random();
        // Now and then the one who would mend it is killed as well.
        if (i % 4 == 3)
            (void)killedAfter(std::chrono::microseconds(random() % 20'000), seed);
        const auto told = killedAfter(std::chrono::microseconds(random() % 250'000), seed + 1,
                                      i % 4 == 1 ? 1 : 0);
        acknowledged += told.size();
        ASSERT_EQ(lost(path_, told, now_), "") << "kill " << i << ", seed " << seed;
    }
    std::cout << kills << " kills, " << acknowledged << " acknowledged entries, none lost\n";
    EXPECT_TRUE(kills < 2 || acknowledged > 0);
}

// Making and backing up a file: there is a whole one in its place, or none.
TEST_F(StoreKill, AHalfFileNeverStandsInItsPlace) {
    std::mt19937_64 random(6);
    {
        ASSERT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
        (void)run({.seed = 6, .steps = 40}, path_);
    }
    for (int i = 0; i < 8; ++i) {
        const std::string made = folder_ / ("made" + std::to_string(i));
        const std::string copy = folder_ / ("copy" + std::to_string(i));
        const pid_t child = fork();
        if (child == 0) {
            (void)newProject(made, [] { return kBegin; });
            if (auto file = ProjectFile::open(path_, OpenMode::readOnly))
                (void)file->backup(copy, false);
            _exit(0);
        }
        usleep(static_cast<useconds_t>(random() % 60'000));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        for (const std::string& file : {made, copy}) {
            // What is left of the first attempt is not in the way of the second.
            if (!fs::exists(file) && file == made) {
                ASSERT_TRUE(newProject(made, [] { return kBegin; }).has_value()) << file;
            } else if (!fs::exists(file)) {
                ASSERT_TRUE(
                    ProjectFile::open(path_, OpenMode::readOnly)->backup(copy, false).has_value());
            }
            ASSERT_EQ(lost(file, {}, kBegin), "") << file;
        }
    }
}

}  // namespace
}  // namespace apportion::testing
