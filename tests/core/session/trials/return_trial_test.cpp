// SPDX-License-Identifier: GPL-3.0-or-later
// What the end of a temporary change will do, foreseen when it is begun.
#include "core/session/trials/return_trial.h"

#include <gmock/gmock.h>

#include "core/view/snapshot.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// Two nodes, a quota each.
constexpr const char* kPair = R"({"apportion": 1, "name": "pair",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}]})";

class ReturnTrialTest : public SmallProject {
protected:
    void SetUp() override { make(kPair); }

    void submit(const std::string& name, const std::string& quota, const std::string& duration) {
        Given given{{"name", name}, {"quota", quota}, {"gpu", "8"}};
        if (!duration.empty())
            given.emplace_back("duration", duration);
        ASSERT_EQ(run("submit", given), "");
    }
    // All of b is lent to a for a time.
    Given lent(const std::string& lasts) const {
        return {{"sizes", "a=16"}, {"sizes", "b=0"}, {"for", lasts}};
    }
    std::vector<ReturnTrial> tried(const Given& given) {
        CommandRequest request = command("scale", given);
        request.dryRun = true;
        const auto answer = desk_->run(request);
        EXPECT_TRUE(answer) << allOf(answer.error());
        if (!answer || !answer->entry)
            return {};
        notes_ = answer->notes;
        return tryReturns(*desk_, engineOf(project(), now()), now(), *answer->entry);
    }
    static std::vector<std::string> victims(const ReturnTrial& trial) {
        std::vector<std::string> names;
        for (const Effect::Hit& hit : trial.effect.evicted)
            names.push_back(hit.workload);
        return names;
    }

    Problems notes_;
};

TEST_F(ReturnTrialTest, SaysWhomItEvictsAndWhomItStarts) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "14400");
    submit("b-1", "b", "14400");
    const auto trials = tried(lent("1h"));
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_EQ(trials[0].change.ends, now() + 3600 * kSecond);
    EXPECT_FALSE(trials[0].unknown);
    EXPECT_FALSE(trials[0].proviso) << "every duration is stated";
    EXPECT_THAT(victims(trials[0]), ElementsAre("a-1"));
    EXPECT_THAT(trials[0].effect.started, ElementsAre("b-1"));
    EXPECT_EQ(trials[0].effect.evicted[0].lost, 3600 * kSecond * 8 * kOneGpu);
    EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ReturnTrialTest, WhatHasEndedByThenIsSpared) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "1800");
    submit("b-1", "b", "14400");
    const auto trials = tried(lent("1h"));
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_THAT(victims(trials[0]), IsEmpty());
    EXPECT_EQ(foretold(trials[0]).front().code, "return-nothing");
}

TEST_F(ReturnTrialTest, SaysOnWhatItDepends) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "");
    submit("b-1", "b", "14400");
    const auto trials = tried(lent("1h"));
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_THAT(victims(trials[0]), ElementsAre("a-1"));
    ASSERT_TRUE(trials[0].proviso);
    EXPECT_THAT(render(*trials[0].proviso), HasSubstr("a-2"));
    EXPECT_THAT(render(*trials[0].proviso), Not(HasSubstr("a-1")));
}

// What ends together with the change is gone when the sizes return.
TEST_F(ReturnTrialTest, EndsOfTheSameMomentComeFirst) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "3600");
    submit("b-1", "b", "14400");
    const auto trials = tried(lent("1h"));
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_THAT(victims(trials[0]), IsEmpty());
}

TEST_F(ReturnTrialTest, TellsWhatStartsNothingUntilItFits) {
    ASSERT_EQ(run("policy", {{"quota", "a"}, {"set", R"({"overQuota": "off"})"}}), "");
    submit("a-1", "a", "14400");
    submit("a-2", "a", "14400");
    const auto trials = tried(lent("1h"));
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_THAT(victims(trials[0]), IsEmpty()) << "nobody claims it";
    ASSERT_THAT(trials[0].drains, SizeIs(1));
    EXPECT_EQ(trials[0].drains[0].quota, "a");
    EXPECT_EQ(foretold(trials[0]).front().code, "return-drains");
}

// What is due on the way has been done by then.
TEST_F(ReturnTrialTest, AnEarlierChangeReturnsOnTheWay) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "14400");
    submit("b-1", "b", "14400");
    ASSERT_EQ(run("scale", lent("1h")), "");
    const auto trials = tried({{"sizes", "a=12"}, {"for", "30m"}});
    ASSERT_THAT(trials, SizeIs(1));
    EXPECT_THAT(victims(trials[0]), IsEmpty()) << "b has nothing yet to claim";
    const auto longer = tried({{"sizes", "a=12"}, {"for", "2h"}});
    ASSERT_THAT(longer, SizeIs(1));
    EXPECT_THAT(victims(longer[0]), IsEmpty()) << "the earlier return has evicted it";
}

TEST_F(ReturnTrialTest, AnEndBeforeTheReclaimIsWarnedOf) {
    submit("b-1", "b", "");
    Given given = lent("1h");
    given.emplace_back("mode", "reclaim");
    given.emplace_back("after", "2h");
    tried(given);
    ASSERT_THAT(notes_, SizeIs(1));
    EXPECT_EQ(notes_[0].message.code, "temporary-before-reclaim");
    given.back().second = "30m";
    tried(given);
    EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ReturnTrialTest, APreviewHasIt) {
    submit("a-1", "a", "14400");
    submit("a-2", "a", "14400");
    submit("b-1", "b", "14400");
    CommandRequest request = command("scale", lent("1h"));
    const auto preview = previewed(*desk_, request);
    ASSERT_TRUE(preview);
    EXPECT_THAT(preview->json, HasSubstr("evicting a-1"));
    ASSERT_THAT(preview->returns, SizeIs(1));
    EXPECT_THAT(victims(preview->returns[0]), ElementsAre("a-1"));
}

}  // namespace
}  // namespace apportion::testing
