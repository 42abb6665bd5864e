// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_file.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;

std::size_t filesIn(const TemporaryFolder& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
        ++count;
    return count;
}

TEST(OutputFile, ReplacesAFileAndKeepsItsRights) {
    const TemporaryFolder folder;
    const auto path = folder / "file";
    ASSERT_TRUE(writeOutput(path, "one"));
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    ASSERT_TRUE(writeOutput(path, "two"));
    EXPECT_EQ(bytesOf(path), "two");
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_read);
    EXPECT_EQ(filesIn(folder), 1U);
}

TEST(OutputFile, IsWrittenWholeBeforeItStandsInItsPlace) {
    const TemporaryFolder folder;
    auto output = OutputFile::open(folder / "file");
    ASSERT_TRUE(output);
    (*output)->stream() << "text";
    ASSERT_TRUE((*output)->finish());
    EXPECT_FALSE(std::filesystem::exists(folder / "file"));
    const auto draft = std::filesystem::directory_iterator(folder.path())->path();
    EXPECT_EQ(bytesOf(draft), "text");
    ASSERT_TRUE((*output)->commit());
    EXPECT_EQ(bytesOf(folder / "file"), "text");
    EXPECT_EQ(filesIn(folder), 1U);
}

TEST(OutputFile, FollowsALink) {
    const TemporaryFolder folder;
    writeBytes(folder / "file", "one");
    std::filesystem::create_symlink("file", folder / "link");
    ASSERT_TRUE(writeOutput(folder / "link", "two"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(bytesOf(folder / "file"), "two");
}

TEST(OutputFile, WritesStraightToADevice) {
    EXPECT_TRUE(writeOutput("/dev/null", "text"));
    const auto full = writeOutput("/dev/full", "text");
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().at(0).message.code, "not-written");
    EXPECT_TRUE(isComplete(full.error()[0].message));
}

// A log that others write to as well is neither replaced nor begun anew.
TEST(OutputFile, GoesOnWhereAnOpenFileStands) {
    const TemporaryFolder folder;
    const auto log = folder / "log";
    const int file = ::open(log.c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_GT(file, STDERR_FILENO);
    ASSERT_EQ(::write(file, "before", 6), 6);
    const std::string number = std::to_string(file);
    EXPECT_TRUE(writeOutput("/dev/fd/" + number, " one"));
    EXPECT_TRUE(writeOutput("/proc/self/fd/" + number, " two"));
    std::filesystem::create_symlink("/dev/fd/" + number, folder / "link");
    EXPECT_TRUE(writeOutput(folder / "link", " three"));
    ASSERT_EQ(::write(file, " after", 6), 6);
    EXPECT_EQ(bytesOf(log), "before one two three after");
    ::close(file);
    EXPECT_EQ(filesIn(folder), 2U);
}

TEST(OutputFile, TellsThatAnOpenFileCannotBeWritten) {
    const TemporaryFolder folder;
    writeBytes(folder / "read", "text");
    const int file = ::open((folder / "read").c_str(), O_RDONLY);
    ASSERT_GT(file, STDERR_FILENO);
    EXPECT_FALSE(writeOutput("/dev/fd/" + std::to_string(file), "other"));
    ::close(file);
    EXPECT_EQ(bytesOf(folder / "read"), "text");
    EXPECT_FALSE(writeOutput("/dev/fd/" + std::to_string(file), "other"));
}

TEST(OutputFile, SaysThatThereIsNoDirectoryOrThatItIsOne) {
    const TemporaryFolder folder;
    const auto toldOf = [](const std::string& path) {
        return render(writeOutput(path, "x").error().at(0).message);
    };
    const std::string none = folder / "none";
    EXPECT_EQ(toldOf(none + "/a.csv"),
              none + "/a.csv cannot be written, because folder " + none + " does not exist.");
    EXPECT_EQ(toldOf(folder / "."), (folder / ".") + " is a folder, not a file.");
}

TEST(OutputFile, LeavesTheOldFileWholeWhereWritingFails) {
    const TemporaryFolder folder;
    const auto path = folder / "file";
    writeBytes(path, "old");
    // A bound on the size of files stands for a full disk.
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    auto bound = before;
    bound.rlim_cur = 4096;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &bound);
    const auto result = writeOutput(path, std::string(100'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().at(0).message.code, "not-written");
    EXPECT_EQ(bytesOf(path), "old");
    EXPECT_EQ(filesIn(folder), 1U);
}

TEST(OutputFile, TellsAFolderThatIsNotThere) {
    const TemporaryFolder folder;
    EXPECT_FALSE(writeOutput(folder / "no/file", "text"));
    EXPECT_FALSE(writeOutput(folder.path().string(), "text"));
}

}  // namespace
}  // namespace apportion
