// SPDX-License-Identifier: GPL-3.0-or-later
// A file of which the end is missing: what stands before the cut is taken over.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class RecoverCut : public SmallProject {
protected:
    // So many quotas that they and their one entry fill most of the file.
    void SetUp() override {
        std::string quotas;
        for (int i = 0; i < 300; ++i)
            quotas += R"(, {"name": "a quota with a long name, number )" + std::to_string(i) +
                      R"(", "parent": "all", "guaranteed": {"gpu": 1}})";
        make(R"({"apportion": 1, "name": "many", "nodes": [{"name": "n", "count": 40, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 320}})" +
             quotas + "]}");
        desk_.reset();
    }
    void cutAt(std::uintmax_t percent) {
        std::filesystem::resize_file(path_, std::filesystem::file_size(path_) * percent / 100);
    }
    Result<Recovered> recover() {
        return recoverProject(path_, folder_ / "recovered.apportion", "ana", now());
    }
};

TEST_F(RecoverCut, NodesAreThereWithoutTheQuotasBehindThem) {
    cutAt(60);
    const auto recovered = recover();
    ASSERT_TRUE(recovered) << allOf(recovered.error());
    EXPECT_EQ(recovered->entries, 0);
    EXPECT_FALSE(recovered->losses.empty()) << "what is missing is told";
    auto opened =
        ProjectDesk::open(folder_ / "recovered.apportion", OpenMode::readWrite, "ana", clock());
    ASSERT_TRUE(opened) << allOf(opened.error());
    const auto project = opened->project();
    ASSERT_TRUE(project);
    EXPECT_EQ((*project)->pool.name, "many");
    ASSERT_EQ((*project)->pool.nodes.size(), 1U);
    EXPECT_EQ((*project)->pool.nodes[0].count, 40);
}

TEST_F(RecoverCut, OfWhichNothingIsLeftNothingIsMade) {
    cutAt(1);
    const auto recovered = recover();
    ASSERT_FALSE(recovered);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "recovered.apportion"));
}

}  // namespace
}  // namespace apportion::testing
