// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/team_colours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/view/history/recording.h"

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
