// SPDX-License-Identifier: GPL-3.0-or-later
// What trying a command leaves behind, which a form does with every key.
#include <malloc.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class DryRunMemory : public SmallProject {
protected:
    static std::size_t inUse() {
        const auto memory = mallinfo2();
        return memory.uordblks + memory.hblkhd;
    }
};

TEST_F(DryRunMemory, IsGivenBack) {
    std::string pool = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
        "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}], "workloads": [)";
    for (int i = 0; i < 2000; ++i)
        pool += (i > 0 ? "," : "") +
                (R"({"name": "w)" + std::to_string(i) + R"(", "quota": "A", "gpu": 8})");
    make(pool + "]}");
    const auto tryOnce = [&] {
        CommandRequest request = command("quota.add", {{"name", "B"}, {"gpu", "0"}});
        request.dryRun = true;
        EXPECT_EQ(codeOf(desk_->run(request)), "");
    };
    ASSERT_TRUE(desk_->project());
    const std::size_t before = inUse();
    tryOnce();
    EXPECT_LT(inUse(), before + 500'000) << "a copy of the project takes a few million bytes";
}

}  // namespace
}  // namespace apportion::testing
