// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is evicted again and again: what is proposed helps, and the issue stays until it does.
#include <gmock/gmock.h>

#include "core/change/command.h"
#include "core/view/issues/issue.h"
#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

using test::scenarioOf;
using test::viewAt;
using ::testing::HasSubstr;

const Issue* find(const View& view) {
    for (const Issue& issue : view.issues)
        if (issue.validator == "thrashing")
            return &issue;
    return nullptr;
}

std::string fixArgument(const IssueFix& fix, const std::string& name) {
    return fix.change ? argumentsOf(*fix.change).text(name) : std::string();
}

// The owner takes it back every ten minutes.
std::string thrashing(const std::string& quota, const std::string& work) {
    std::string text = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "own", "guaranteed": {"gpu": 4}},
            {"name": "guest", "guaranteed": {"gpu": 0})" +
                       quota + R"(}],
 "workloads": [{"name": "guest-1", "quota": "guest", "gpu": 4, "priority": 2)" +
                       work + "}";
    for (int i = 1; i <= 4; ++i)
        text += R"(, {"name": "own-)" + std::to_string(i) +
                R"(", "quota": "own", "gpu": 4, "duration": 60, "submit": )" +
                std::to_string(i * 600) + "}";
    return text + R"(], "until": 20000})";
}

constexpr const char* kHourly = R"(, "checkpoint": 3600)";

TEST(ThrashingIssues, WorkThatIsEvictedAgainAndAgain) {
    EXPECT_EQ(find(viewAt(scenarioOf(thrashing("", kHourly)), 1500 * kSecond)), nullptr)
        << "two are not many";
    const View view = viewAt(scenarioOf(thrashing("", kHourly)), 2410 * kSecond);
    const Issue* issue = find(view);
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(fixArgument(issue->fix, "set"), R"({"minRuntime":3600})")
        << "what reaches its checkpoint is kept";
    EXPECT_THAT(renderRemedy(issue->what), HasSubstr("a minimum runtime of 3600 s for guest"));
    EXPECT_TRUE(isComplete(issue->what)) << issue->what.code;
    EXPECT_THAT(
        render(issue->what),
        HasSubstr("guest-1 was evicted 4 times within 86400 s and lost 2220 s of its runtime"));
    EXPECT_EQ(issue->since, 600 * kSecond);
    Scenario mended = scenarioOf(thrashing("", kHourly));
    PolicyEvent policy{"guest", {}};
    policy.change.minRuntime = std::optional<Duration>(3600 * kSecond);
    mended.events.push_back({2410 * kSecond, policy});
    EXPECT_EQ(find(viewAt(mended, 2410 * kSecond)), nullptr)
        << "what was taken before would be left alone now";
    EXPECT_EQ(find(viewAt(scenarioOf(thrashing("", kHourly)), 8000 * kSecond)), nullptr)
        << "it has run for longer by now than it had lost";
}

GpuTime lostUntil(const Scenario& scenario, Instant at) {
    GpuTime lost = 0;
    const auto player = test::playerAt(scenario, at);
    for (const Eviction& each : player->recording().evictions())
        if (each.at <= at)
            lost += each.lost;
    return lost;
}

TEST(ThrashingIssues, TheProtectionThatIsProposedHelps) {
    const std::string checkpoint = thrashing(R"(, "minRuntime": 3600)", kHourly);
    EXPECT_LT(lostUntil(scenarioOf(checkpoint), 8000 * kSecond),
              lostUntil(scenarioOf(thrashing("", kHourly)), 8000 * kSecond) / 2);
    // Without checkpoints it has to end.
    const View view = viewAt(scenarioOf(thrashing("", R"(, "duration": 1500)")), 2410 * kSecond);
    const Issue* issue = find(view);
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(fixArgument(issue->fix, "set"), R"({"minRuntime":1500})");
}

TEST(ThrashingIssues, AProtectionThatDoesNotHelpMendsNothing) {
    const View view =
        viewAt(scenarioOf(thrashing(R"(, "minRuntime": 570)", kHourly)), 2500 * kSecond);
    const Issue* issue = find(view);
    ASSERT_NE(issue, nullptr) << "each run is taken when the protection ends";
    EXPECT_EQ(fixArgument(issue->fix, "set"), R"({"minRuntime":3600})");
}

TEST(ThrashingIssues, WhereNoProtectionHelpsNoneIsProposed) {
    const View view = viewAt(scenarioOf(thrashing("", "")), 2410 * kSecond);
    const Issue* issue = find(view);
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(issue->fix.kind, IssueFix::Kind::explain) << "it never ends and saves nothing";
    EXPECT_EQ(issue->fix.subject, issue->subject);
    EXPECT_THAT(renderRemedy(issue->what), HasSubstr("Save checkpoints more often than runs end"));
}

// Where a rule of the quota itself lets others take it, that can be changed.
TEST(ThrashingIssues, WhereNoProtectionHelpsTheRuleOfTheQuotaIsOffered) {
    const auto fixOf = [](const std::string& policy) {
        std::string jobs;
        for (int i = 0; i < 4; ++i)
            jobs += R"(, {"name": "h-)" + std::to_string(i) +
                    R"(", "quota": "t", "gpu": 4, "priority": 8, "duration": 60, "submit": )" +
                    std::to_string(200 + i * 300) + "}";
        const View view = viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "t", "guaranteed": {"gpu": 4}, )" +
                                            policy +
                                            R"(}],
 "workloads": [{"name": "low", "quota": "t", "gpu": 4, "priority": 2})" +
                                            jobs + R"(], "until": 1400})"),
                                 1250 * kSecond);
        const Issue* issue = find(view);
        EXPECT_NE(issue, nullptr);
        return issue == nullptr ? IssueFix() : issue->fix;
    };
    EXPECT_EQ(fixArgument(fixOf(R"("priorityPreemption": true)"), "set"),
              R"({"priorityPreemption":false})");
    const IssueFix self = fixOf(R"("selfPreemption": {"high": [7, 9], "low": [1, 3],
        "modules": ["training"], "scope": "quota"})");
    EXPECT_EQ(self.kind, IssueFix::Kind::selfPreemption);
    EXPECT_EQ(self.subject, "t");
}

// Rule 18 is read beside the taker's branch.
TEST(ThrashingIssues, TheProtectionIsSetWhereItIsRead) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "own", "guaranteed": {"gpu": 4}}, {"name": "guests"},
            {"name": "guest", "parent": "guests"}],
 "workloads": [{"name": "guest-1", "quota": "guest", "gpu": 4, "checkpoint": 3600},
  {"name": "o-1", "quota": "own", "gpu": 4, "duration": 60, "submit": 600},
  {"name": "o-2", "quota": "own", "gpu": 4, "duration": 60, "submit": 1200},
  {"name": "o-3", "quota": "own", "gpu": 4, "duration": 60, "submit": 1800}], "until": 3000})"),
                             1810 * kSecond);
    const Issue* issue = find(view);
    ASSERT_NE(issue, nullptr);
    EXPECT_EQ(fixArgument(issue->fix, "quota"), "guests");
}

}  // namespace
}  // namespace apportion
