// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/team_colours.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/view/history/recording.h"
#include "core/view/visible_rows.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;

class TeamColoursTest : public ::testing::Test {
protected:
    static std::vector<TeamInfo> teams(const std::vector<std::string>& quotas) {
        std::vector<TeamInfo> teams;
        for (const std::string& quota : quotas)
            teams.push_back({quota, quota, static_cast<int>(teams.size()), -1});
        return teams;
    }
    std::vector<int> given(const std::vector<std::string>& quotas) {
        auto all = teams(quotas);
        colours.give(all);
        std::vector<int> found;
        for (const TeamInfo& team : all)
            found.push_back(team.colour);
        return found;
    }

    TeamColours colours;
};

TEST_F(TeamColoursTest, StayWhateverComesOrGoesBeside) {
    EXPECT_THAT(given({"a", "b", "c"}), ElementsAre(0, 1, 2));
    EXPECT_THAT(given({"b", "c"}), ElementsAre(1, 2));
    EXPECT_THAT(given({"new", "b", "c"}), ElementsAre(3, 1, 2)) << "a may come back";
    EXPECT_THAT(given({"a", "b", "c"}), ElementsAre(0, 1, 2));
}

TEST_F(TeamColoursTest, AreTheSameForWhoSeesAPart) {
    Project project;
    for (const auto& [name, parent] : std::vector<std::pair<std::string, std::string>>{
             {"all", ""}, {"a", "all"}, {"b", "all"}, {"b1", "b"}}) {
        project.pool.quotas.emplace_back();
        project.pool.quotas.back().name = name;
        project.pool.quotas.back().parent = parent;
    }
    project.pool.workspaces.push_back({"w", {"b"}, {{"bob", Role::member}}, {}});
    project.users.push_back({"ana", {{ProjectRole::administrator, ""}}});
    auto whole = teamsOf(project.pool.quotas);
    colours.give(whole);
    ASSERT_EQ(whole[2].quota, "b");
    auto part = visibleTeams("bob", project);
    TeamColours seen;
    seen.give(part);
    const auto b = std::find_if(part.begin(), part.end(),
                                [](const TeamInfo& team) { return team.quota == "b"; });
    ASSERT_NE(b, part.end());
    EXPECT_LT(part.size(), whole.size());
    EXPECT_EQ(b->colour, whole[2].colour);
}

// One console was open when quotas came, another one opens the file after that.
TEST_F(TeamColoursTest, AreTheSameForWhoeverOpensTheFileLater) {
    Scenario pool;
    const auto add = [&](const std::string& name, const std::string& parent) {
        pool.quotas.emplace_back();
        pool.quotas.back().name = name;
        pool.quotas.back().parent = parent;
    };
    add("x", "");
    add("x1", "x");
    add("y", "");
    auto before = teamsOf(pool.quotas);
    colours.give(before);
    add("z", "");
    add("x2", "x");
    auto before2 = teamsOf(pool.quotas);
    colours.give(before2);
    TeamColours fresh;
    auto after = teamsOf(pool.quotas);
    fresh.give(after);
    ASSERT_EQ(before2.size(), 5U);
    for (std::size_t i = 0; i < after.size(); ++i)
        EXPECT_EQ(after[i].colour, before2[i].colour) << after[i].quota;
}

TEST_F(TeamColoursTest, FollowNames) {
    EXPECT_THAT(given({"a", "b"}), ElementsAre(0, 1));
    colours.rename(teams({"a", "b"}), teams({"b", "a"}));
    EXPECT_THAT(given({"b", "a"}), ElementsAre(0, 1));
    colours.rename(teams({"b", "a"}), teams({"c", "a"}));
    EXPECT_THAT(given({"a", "b", "c"}), ElementsAre(1, 2, 0)) << "another quota of an old name";
}

TEST_F(TeamColoursTest, AreTakenFromWhoIsGoneWhereThereAreNoMore) {
    std::vector<std::string> all;
    for (int i = 0; i < kMostColours; ++i)
        all.push_back("q" + std::to_string(i));
    given(all);
    all.front() = "new";
    EXPECT_EQ(given(all).front(), 0);
    all.front() = "q0";
    all.push_back("new");
    EXPECT_EQ(given(all).back(), 0) << "it keeps it";
    EXPECT_EQ(given(all).front(), kMostColours);
}

}  // namespace
}  // namespace apportion::testing
