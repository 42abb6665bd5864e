// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/size_changes.h"

#include <gtest/gtest.h>

#include "core/view/history/history_points.h"

namespace apportion {
namespace {

JournalEntry scaled(Moment at, const std::string& before, const std::string& after) {
    JournalEntry entry;
    entry.at = at;
    entry.action = "scale";
    entry.facts.push_back({ObjectKind::quota, "Q", 1, R"({"guaranteed":{"gpu":)" + before + "}}",
                           R"({"guaranteed":{"gpu":)" + after + "}}"});
    return entry;
}

TEST(SizeChanges, ThePastIsFilledByTheJournalAndTheRestStays) {
    std::vector<SizeChange> changes = sizeChangesOf(scaled(1010, "48", "56.5"), 1000);
    ASSERT_EQ(changes.size(), 1U);
    for (const SizeChange& each : sizeChangesOf(scaled(1030, "56.5", "40"), 1000))
        changes.push_back(each);
    std::vector<TeamInfo> teams(2);
    teams[0].quota = "Q";
    teams[1].quota = "R";
    History history;
    startHistory(history, teams.size());
    for (const Instant at : {0, 10, 20, 30, 40})
        addPoint(history, at, unknownMoment(teams.size()));
    history.guaranteed[0][4] = 7 * kOneGpu;  // what is known is left as it is
    fillSizes(history, teams, changes, {40 * kOneGpu, 8 * kOneGpu});
    const Gpu large = 56 * kOneGpu + kOneGpu / 2;
    EXPECT_EQ(history.guaranteed[0],
              (std::vector<Gpu>{48 * kOneGpu, large, large, 40 * kOneGpu, 7 * kOneGpu}));
    EXPECT_EQ(history.guaranteed[1], std::vector<Gpu>(5, 8 * kOneGpu));
}

TEST(SizeChanges, ASizeChangesAtItsMomentAlsoWhereNothingElseDid) {
    std::vector<SizeChange> changes = sizeChangesOf(scaled(1010, "2", "6"), 1000);
    JournalEntry back = scaled(1030, "6", "2");
    back.action = "temporary.return";
    for (const SizeChange& each : sizeChangesOf(back, 1000))
        changes.push_back(each);
    changes.push_back({35, "elsewhere", 0, kOneGpu});
    std::vector<TeamInfo> teams(1);
    teams[0].quota = "Q";
    History history;
    startHistory(history, teams.size());
    PoolMoment moment = unknownMoment(teams.size());
    moment.held.subtree = {3 * kOneGpu};
    for (const Instant at : {0, 20, 50})
        addPoint(history, at, moment);
    fillSizes(history, teams, changes, {2 * kOneGpu});
    EXPECT_EQ(history.times, (std::vector<Instant>{0, 10, 20, 30, 50}));
    EXPECT_EQ(history.guaranteed[0],
              (std::vector<Gpu>{2 * kOneGpu, 6 * kOneGpu, 6 * kOneGpu, 2 * kOneGpu, 2 * kOneGpu}));
    EXPECT_EQ(history.subtree[0], std::vector<Gpu>(5, 3 * kOneGpu));
}

// While nobody runs it no samples are taken; its nodes came and went all the same.
TEST(SizeChanges, ThePoolStepsWhereNodesCameAndWent) {
    const auto nodes = [](Moment at, const std::string& before, const std::string& after) {
        JournalEntry entry;
        entry.at = at;
        entry.action = "nodes.add";
        entry.facts.push_back({ObjectKind::nodes, "n", 0, before, after});
        return entry;
    };
    EXPECT_TRUE(changesSizes("nodes.add"));
    std::vector<SizeChange> changes;
    follow(changes, nodes(1005, "", R"({"count":2,"gpu":8,"name":"n"})"), 1000);
    follow(changes, nodes(1030, "", R"({"gpu":4,"name":"m"})"), 1000);
    follow(changes, nodes(1040, R"({"gpu":4,"name":"m"})", ""), 1000);
    std::vector<TeamInfo> teams(1);
    teams[0].quota = "Q";
    History history;
    startHistory(history, teams.size());
    for (const Instant at : {0, 20, 25, 60})
        addPoint(history, at, unknownMoment(teams.size()));
    history.capacity[1] = 16 * kOneGpu;  // it ran until 25
    fillSizes(history, teams, changes, {kOneGpu});
    EXPECT_EQ(history.times, (std::vector<Instant>{0, 5, 20, 25, 30, 40, 60}));
    EXPECT_EQ(history.capacity, (std::vector<Gpu>{0, 16 * kOneGpu, 16 * kOneGpu, 16 * kOneGpu,
                                                  20 * kOneGpu, 16 * kOneGpu, 16 * kOneGpu}));
}

// The past of a quota goes by the name that it has now.
TEST(SizeChanges, ARenameIsFollowedAndNoChangeOfSize) {
    std::vector<SizeChange> sizes;
    follow(sizes, scaled(1010, "48", "56"), 1000);
    JournalEntry renamed;
    renamed.at = 1020;
    renamed.action = "quota.rename";
    renamed.facts.push_back(
        {ObjectKind::quota, "Q", 1, R"({"name":"Q","guaranteed":{"gpu":56}})", ""});
    renamed.facts.push_back(
        {ObjectKind::quota, "New", 1, "", R"({"name":"New","guaranteed":{"gpu":56}})"});
    follow(sizes, renamed, 1000);
    ASSERT_EQ(sizes.size(), 1U);
    EXPECT_EQ(sizes[0].quota, "New");
    EXPECT_EQ(sizes[0].before, 48 * kOneGpu);
    std::vector<TeamInfo> teams(1);
    teams[0].quota = "New";
    History history;
    startHistory(history, teams.size());
    for (const Instant at : {0, 30})
        addPoint(history, at, unknownMoment(teams.size()));
    fillSizes(history, teams, sizes, {56 * kOneGpu});
    EXPECT_EQ(history.times, (std::vector<Instant>{0, 10, 30}));
    EXPECT_EQ(history.guaranteed[0], (std::vector<Gpu>{48 * kOneGpu, 56 * kOneGpu, 56 * kOneGpu}));
    EXPECT_TRUE(changesSizes("quota.rename"));
}

TEST(SizeChanges, EntriesThatHoldEverythingAreNotReadForIt) {
    EXPECT_TRUE(changesSizes("scale"));
    EXPECT_TRUE(changesSizes("undo"));
    EXPECT_FALSE(changesSizes("init"));
    EXPECT_FALSE(changesSizes("instant"));
}

}  // namespace
}  // namespace apportion
