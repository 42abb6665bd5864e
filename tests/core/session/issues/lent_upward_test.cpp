// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a quota above that uses what those below are guaranteed, while they wait.
#include <gtest/gtest.h>

#include "tests/core/session/view_at.h"

namespace apportion::testing {
namespace {

using test::scenarioOf;
using test::viewAt;

const Issue* lentUpward(const View& view, const char* quota) {
    for (const Issue& issue : view.issues)
        if (issue.validator == "lent-upward" && issue.subject == quota)
            return &issue;
    return nullptr;
}

TEST(LentUpward, WhileOwnWorkWaits) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "top", "guaranteed": {"gpu": 8},
                  "childPreemption": {"priorities": [1, 9], "modules": ["training"]}},
                 {"name": "a", "parent": "top", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "w", "quota": "a", "gpu": 8},
                    {"name": "t", "quota": "top", "gpu": 8, "submit": 5}], "until": 60})"),
                             30 * kSecond);
    const Issue* issue = lentUpward(view, "a");
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(render(issue->what),
              "Quotas above a use 8 GPUs of its guarantee while 1 workload of a cannot start.");
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::explain);
    // When t took from it, and not when w was submitted.
    EXPECT_EQ(issue->since, 5 * kSecond);
}

// 16 GPUs that are lent by 16 and 8: thirds of a GPU are nobody's.
TEST(LentUpward, WholeGpusAreLent) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1,
      "nodes": [{"name": "n", "count": 4, "gpu": 8}],
      "quotas": [{"name": "top", "guaranteed": {"gpu": 32},
                  "childPreemption": {"priorities": [1, 5], "modules": ["training"]}},
                 {"name": "a", "parent": "top", "guaranteed": {"gpu": 24}},
                 {"name": "b", "parent": "top", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "w-1", "quota": "a", "gpu": 8, "priority": 9},
                    {"name": "w-2", "quota": "a", "gpu": 8}, {"name": "v", "quota": "b", "gpu": 8},
                    {"name": "t", "quota": "top", "gpu": 8, "replicas": 2, "submit": 5}],
      "events": [{"at": 2, "do": "node", "node": "n-4", "state": "down"}], "until": 60})"),
                             30 * kSecond);
    for (const auto& [quota, gpus] : {std::pair("a", "11"), std::pair("b", "5")}) {
        const Issue* issue = lentUpward(view, quota);
        ASSERT_NE(issue, nullptr) << quota;
        EXPECT_EQ(render(issue->what), std::string("Quotas above ") + quota + " use " + gpus +
                                           " GPUs of its guarantee while 1 workload of " + quota +
                                           " cannot start.");
    }
}

}  // namespace
}  // namespace apportion::testing
