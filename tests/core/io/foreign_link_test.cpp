// SPDX-License-Identifier: GPL-3.0-or-later
// Links that another member of a shared folder planted on the way to a file.
#include "core/io/foreign_link.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/io/output_file.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

constexpr uid_t kAnother = 65534;

TEST(ForeignLink, OwnLinksAreFollowed) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "real");
    fs::create_directory_symlink("real", folder / "own");
    EXPECT_EQ(linkOfAnother(folder / "own/new.csv"), "");
    EXPECT_EQ(linkOfAnother(folder / "own/../real/none/new.csv"), "");
}

TEST(ForeignLink, AFolderThatLeadsElsewhereIsNotWrittenThrough) {
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can create links of another user";
    const TemporaryFolder folder;
    fs::create_directory(folder / "home");
    fs::create_directory_symlink("home", folder / "exports");
    ASSERT_EQ(lchown((folder / "exports").c_str(), kAnother, kAnother), 0);
    fs::create_directory_symlink("exports", folder / "own");
    for (const char* way : {"exports/.profile", "own/.profile", "home/../exports/.profile"}) {
        EXPECT_EQ(linkOfAnother(folder / way), folder / "exports") << way;
        const auto written = writeOutput(folder / way, "echo planted");
        ASSERT_FALSE(written) << way;
        EXPECT_EQ(written.error().front().message.code, "not-written.link");
    }
    EXPECT_TRUE(fs::is_empty(folder / "home"));
}

}  // namespace
}  // namespace apportion
