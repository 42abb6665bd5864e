// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/free_place.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

TEST(FreePlace, IsTheFileItselfElseTheNextNumberThatNothingHas) {
    const testing::TemporaryFolder own;
    const std::filesystem::path& folder = own.path();
    const std::string wanted = (folder / "Quota1.2.apportion").string();
    const auto name = [&] {
        const std::filesystem::path place(freePlace(wanted));
        EXPECT_EQ(place.parent_path(), folder);
        return place.filename().string();
    };
    EXPECT_EQ(name(), "Quota1.2.apportion");
    std::ofstream(folder / "Quota1.2.apportion") << "mine";
    EXPECT_EQ(name(), "Quota1.2-2.apportion");
    std::filesystem::create_directory(folder / "Quota1.2-2.apportion");
    std::filesystem::create_symlink("nowhere", folder / "Quota1.2-3.apportion");
    EXPECT_EQ(name(), "Quota1.2-4.apportion");
}

}  // namespace
}  // namespace apportion
