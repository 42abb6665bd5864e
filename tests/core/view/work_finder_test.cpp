// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_finder.h"

#include <gtest/gtest.h>

#include "core/session/session.h"
#include "core/view/explain/work_story.h"

namespace apportion {
namespace {

constexpr int kMany = 6000;

// One runs in each of two quotas, "red" and "blue", and a crowd waits in the first.
std::string crowd() {
    std::string text = R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 16}],
        "quotas": [{"name": "red", "guaranteed": {"gpu": 8}},
                   {"name": "blue", "guaranteed": {"gpu": 8}}], "until": 10,
        "workloads": [{"name": "Ünder", "quota": "red", "gpu": 8},
                      {"name": "train", "quota": "blue", "gpu": 8})";
    for (int i = 0; i < kMany; ++i)
        text += R"(, {"name": "w-)" + std::to_string(i) + R"(", "quota": "red", "gpu": 8})";
    return text + "]}";
}

class WorkFinderTest : public ::testing::Test {
protected:
    WorkFinderTest() {
        EXPECT_TRUE(session.openText(crowd(), "crowd").get());
        session.settled().get();
    }

    std::vector<std::string> names(const char* typed) {
        std::vector<std::string> names;
        found = session.findWork(typed, 3).get();
        for (const WorkloadRow& row : found.rows)
            names.push_back(row.name);
        return names;
    }
    using Names = std::vector<std::string>;

    Session session;
    FoundWork found;
};

TEST_F(WorkFinderTest, FindsWhatNoViewHasARowOf) {
    const auto view = session.settled().get();
    ASSERT_EQ(workNamed(*view, "w-5999"), nullptr);
    EXPECT_EQ(names("w-5999"), Names{"w-5999"});
    EXPECT_EQ(found.all, 1u);
    EXPECT_EQ(found.rows[0].quota, "red");
    EXPECT_EQ(found.rows[0].status.state, WorkloadState::pending);
    EXPECT_EQ(found.rows[0].status.waited, view->clock);
    EXPECT_EQ(names("train"), Names{"train"});
    EXPECT_FALSE(found.rows[0].status.placements.empty());
}

TEST_F(WorkFinderTest, TheNameItselfComesFirstThenWhatItBegins) {
    EXPECT_EQ(names("w-59"), (Names{"w-59", "w-590", "w-591"}));
    EXPECT_EQ(found.all, 111u) << "of which three are told";
    EXPECT_EQ(names("599"), (Names{"w-599", "w-1599", "w-2599"}));
}

TEST_F(WorkFinderTest, OfAllWordsOneIsOfTheName) {
    EXPECT_EQ(names("red 5999"), Names{"w-5999"});
    EXPECT_EQ(names("blue 5999"), Names{});
    EXPECT_EQ(names("red"), Names{}) << "all that is in a quota is no answer";
    EXPECT_EQ(names("under"), Names{"Ünder"});
    EXPECT_EQ(names("  "), Names{});
}

TEST_F(WorkFinderTest, ANewerQuestionEndsTheOneBefore) {
    auto before = session.findWork("w", 3);
    auto after = session.findWork("w-5998", 3);
    EXPECT_EQ(after.get().all, 1u);
    const FoundWork first = before.get();
    EXPECT_TRUE(first.all == kMany || !first.complete);
    const WorkToSearch none{Engine(Scenario{}), 0};
    EXPECT_TRUE(findWork(none, "w", 3, [] { return true; }).complete) << "there was nothing";
}

TEST(WorkFinderCopies, APoolOnceAsLongAsItStandsAsItDid) {
    int copies = 0;
    const auto fork = [&] {
        ++copies;
        return WorkToSearch{Engine(Scenario{}), 0};
    };
    WorkFinder finder;
    const auto type = [&](const char* state, const char* typed) {
        auto promise = std::make_shared<std::promise<FoundWork>>();
        auto found = promise->get_future();
        finder.find(state, fork, {typed, 3, 0}, promise, [] {});
        EXPECT_TRUE(found.get().complete);
        return copies;
    };
    EXPECT_EQ(type("one", "w"), 1);
    EXPECT_EQ(type("one", "w-"), 1);
    EXPECT_EQ(type("two", "w-1"), 2);
    finder.forgetUnused();
    EXPECT_EQ(type("two", "w"), 2) << "somebody has just asked";
    finder.forget();
    EXPECT_EQ(type("two", "w-1"), 3);
}

TEST_F(WorkFinderTest, TheViewsToComeHaveOneThatIsShown) {
    session.show("w-5999");
    auto view = session.settled().get();
    const WorkloadRow* row = workNamed(*view, "w-5999");
    ASSERT_NE(row, nullptr);
    EXPECT_TRUE(row->status.reason);
    EXPECT_EQ(view->waiting.size(), View::kMostRows + 1);
    EXPECT_EQ(view->key.waiting, kMany);
    session.show("w-1");
    view = session.settled().get();
    EXPECT_EQ(view->waiting.size(), View::kMostRows);
    EXPECT_NE(workNamed(*view, "w-1"), nullptr);
    session.show("nobody");
    EXPECT_EQ(session.settled().get()->waiting.size(), View::kMostRows);
}

}  // namespace
}  // namespace apportion
