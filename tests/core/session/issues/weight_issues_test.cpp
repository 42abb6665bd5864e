// SPDX-License-Identifier: GPL-3.0-or-later
// Weights, limits and trees that do not do what they look like.
#include <gmock/gmock.h>

#include "tests/core/session/issues/mended.h"

namespace apportion {
namespace {

using test::expectMended;
using test::find;
using test::scenarioOf;
using test::viewAt;
using ::testing::HasSubstr;

TEST(Issues, AWeightWithoutEffectAndAShareOfZero) {
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "top", "guaranteed": {"gpu": 8}},
                 {"name": "first", "parent": "top", "guaranteed": {"gpu": 8}},
                 {"name": "shared", "parent": "top"},
                 {"name": "ann", "parent": "shared", "weight": 1},
                 {"name": "ben", "parent": "shared", "weight": 1}], "until": 60})",
                 30 * kSecond, "share-without-effect", "have no effect: ann and ben.");
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}, "weight": 2, "overQuota": "off"},
                 {"name": "b", "guaranteed": {"gpu": 4}}], "until": 60})",
                 30 * kSecond, "share-without-effect", "because a does not borrow");
}

TEST(Issues, ALimitBelowWhatRuns) {
    expectMended(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}},
                 {"name": "b", "guaranteed": {"gpu": 4}}],
      "workloads": [{"name": "a-1", "quota": "a", "gpu": 6}],
      "events": [{"at": 10, "do": "policy", "quota": "a", "limit": {"gpu": 4}}], "until": 60})",
                 30 * kSecond, "above-limit", "Quota a runs 6 GPUs, above its limit of 4 GPUs.");
}

TEST(Issues, ALimitInCoresOrMemoryBelowWhatRuns) {
    const std::string pool = R"({"apportion": 1,
      "nodes": [{"name": "n", "gpu": 8, "cpu": 32, "memory": 128}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}},
                 {"name": "b", "guaranteed": {"gpu": 4}}],
      "workloads": [{"name": "a-1", "quota": "a", "gpu": 1, "cpu": 12, "memory": 64}],
      "events": [{"at": 10, "do": "policy", "quota": "a", "limit": )";
    expectMended(pool + R"({"gpu": 4, "cpu": 8}}], "until": 60})", 30 * kSecond, "above-limit",
                 "Quota a runs 12 cores, above its limit of 8 cores.");
    expectMended(pool + R"({"memory": 60}}], "until": 60})", 30 * kSecond, "above-limit",
                 "Quota a runs 64 GiB, above its limit of 60 GiB.");
}

TEST(Issues, OneTreeOverSeveralTypes) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1,
      "nodes": [{"name": "n", "gpu": 2, "gpuType": "H100"}, {"name": "m", "gpu": 6, "gpuType": "A10"}],
      "quotas": [{"name": "top", "guaranteed": {"gpu": 8}},
                 {"name": "a", "parent": "top", "guaranteed": {"gpu": 8}}], "until": 60})"),
                             30 * kSecond);
    const Issue* issue = find(view, "several-types");
    ASSERT_NE(issue, nullptr);
    EXPECT_THAT(render(issue->what), HasSubstr("A10 (6 GPUs) and H100 (2 GPUs)"));
    EXPECT_THAT(renderRemedy(issue->what), HasSubstr(R"('nodes': {"gpuType": "A10"})"));
}

}  // namespace
}  // namespace apportion
