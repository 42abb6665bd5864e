// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recover_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

Problem problem(const char* code) {
    Problem made;
    made.file = "pool.apportion";
    made.message.code = code;
    return made;
}

TEST(RecoverFile, IsTheOneThatIsDamaged) {
    EXPECT_EQ(recoverableFile({problem("project-damaged")}), "pool.apportion");
    EXPECT_EQ(recoverableFile({problem("project-newer"), problem("project-no-journal")}),
              "pool.apportion");
    EXPECT_EQ(recoverableFile({problem("project-newer")}), "");
    EXPECT_EQ(recoverableFile({}), "");
}

TEST(RecoverFile, IsTheRefusedOneWhereWhatIsOpenIsWhole) {
    View view;
    EXPECT_EQ(fileToRecover(view, ""), "");
    EXPECT_EQ(fileToRecover(view, "refused.apportion"), "refused.apportion");
    view.document.warnings = {problem("project-chain-broken")};
    EXPECT_EQ(fileToRecover(view, "refused.apportion"), "pool.apportion");
}

TEST(RecoverFile, IsAskedForAgainAfterAStopAndUnderAnotherName) {
    EXPECT_TRUE(wasStopped({problem("recover-stopped")}));
    EXPECT_TRUE(mayRecoverAgain({problem("recover-stopped")}));
    EXPECT_FALSE(wasStopped({problem("project-exists")}));
    EXPECT_TRUE(mayRecoverAgain({problem("project-exists")}));
    EXPECT_FALSE(mayRecoverAgain({problem("recover-nothing")}));
    EXPECT_FALSE(mayRecoverAgain({problem("recover-not-one")}));
}

TEST(RecoverFile, GoesBesideItUnderANameThatNothingHas) {
    const testing::TemporaryFolder own;
    const std::filesystem::path& folder = own.path();
    const std::string damaged = (folder / "pool.apportion").string();
    const auto name = [&] {
        return std::filesystem::path(placeForRecovered(damaged)).filename().string();
    };
    EXPECT_EQ(std::filesystem::path(placeForRecovered(damaged)).parent_path(), folder);
    EXPECT_EQ(name(), "pool-recovered.apportion");
    std::ofstream(folder / "pool-recovered.apportion") << "mine";
    EXPECT_EQ(name(), "pool-recovered-2.apportion");
    std::filesystem::create_symlink("nowhere", folder / "pool-recovered-2.apportion");
    EXPECT_EQ(name(), "pool-recovered-3.apportion");
}

}  // namespace
}  // namespace apportion
