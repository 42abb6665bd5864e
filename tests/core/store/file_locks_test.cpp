// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds a project is seen by other programs, whatever else this one does with the file.
#include "core/store/file_locks.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

// Of SQLite's file format: the range that whoever reads shares, and the byte of the index of a log
// that whoever has it open shares.
constexpr off_t kShared = 0x40000002, kSharedSize = 510, kIndexInUse = 128;

// Whether another program could have the range for itself.
bool isFree(const std::string& file, off_t start, off_t size) {
    const pid_t child = fork();
    if (child == 0) {
        const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        lock.l_start = start;
        lock.l_len = size;
        _exit(descriptor >= 0 && fcntl(descriptor, F_SETLK, &lock) == 0 ? 1 : 0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

std::ptrdiff_t openFiles() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class FileLocks : public ::testing::Test {
protected:
    FileLocks() {
        EXPECT_TRUE(newProject(path_, [] { return kBegin; }).has_value());
    }
    ProjectDesk desk(OpenMode mode = OpenMode::readWrite) {
        auto desk = ProjectDesk::open(path_, mode, "ana", [] { return kBegin; });
        EXPECT_TRUE(desk.has_value());
        EXPECT_TRUE(desk->project().has_value());
        return std::move(*desk);
    }
    // As a file dialog does that wants to know what kind of file each is.
    void sniff() const {
        for (const char* suffix : {"", "-wal", "-shm"}) {
            std::ifstream file(path_ + suffix, std::ios::binary);
            EXPECT_TRUE(file.is_open()) << suffix;
            file.get();
        }
    }
    bool fileIsFree() const { return isFree(path_, kShared, kSharedSize); }
    bool indexIsFree() const { return isFree(path_ + "-shm", kIndexInUse, 1); }

    const TemporaryFolder folder_;
    const std::string path_ = folder_ / "pool.apportion";
};

TEST_F(FileLocks, StayWhereTheProcessReadsTheFileBesides) {
    std::optional<ProjectDesk> held(desk());
    EXPECT_FALSE(fileIsFree());
    EXPECT_FALSE(indexIsFree());
    sniff();
    EXPECT_FALSE(fileIsFree());
    EXPECT_FALSE(indexIsFree());
    EXPECT_TRUE(held->run(command("policy", {{"quota", {"a"}}, {"set", {R"({"weight":2})"}}})));
    sniff();
    EXPECT_FALSE(fileIsFree());
    held.reset();
    EXPECT_TRUE(fileIsFree());
    EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
}

TEST_F(FileLocks, AreHeldUntilTheLastConnectionCloses) {
    std::optional<ProjectDesk> reader(desk(OpenMode::readOnly));
    std::optional<ProjectDesk> writer(desk());
    EXPECT_TRUE(writer->run(command("policy", {{"quota", {"a"}}, {"set", {R"({"weight":2})"}}})));
    reader.reset();
    EXPECT_FALSE(fileIsFree());
    EXPECT_FALSE(indexIsFree());
    reader.emplace(desk(OpenMode::readOnly));
    writer.reset();
    EXPECT_FALSE(fileIsFree());
    reader.reset();
    EXPECT_TRUE(fileIsFree());
}

TEST_F(FileLocks, LeaveNothingOpen) {
    desk();
    const std::ptrdiff_t before = openFiles();
    for (int i = 0; i < 20; ++i) {
        const ProjectDesk one = desk();
        const ProjectDesk other = desk(OpenMode::readOnly);
    }
    EXPECT_EQ(openFiles(), before);
}

}  // namespace
}  // namespace apportion::testing
