// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/new_pool.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

using Part = NewPoolPlace::Part;

NewPool twoTeams() {
    NewPool pool;
    pool.name = pool.root = "Pool";
    pool.nodes = 2;
    pool.teams = {{"A", 8 * kOneGpu}, {"B", 8 * kOneGpu}};
    return pool;
}

std::vector<NewPoolPlace> placesOf(const NewPool& pool) {
    std::vector<NewPoolPlace> places;
    if (const auto made = poolOf(pool); !made)
        for (const Problem& problem : made.error())
            places.push_back(placeOf(pool, problem));
    return places;
}

TEST(NewPool, EachRefusalStandsWhereItIs) {
    EXPECT_TRUE(placesOf(twoTeams()).empty());
    NewPool pool = twoTeams();
    pool.teams[1].name = "A";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::teamName, 1}})) << "twice";
    pool = twoTeams();
    pool.teams[1].name = "Pool";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::teamName, 1}})) << "as the root";
    pool = twoTeams();
    pool.teams[0].name.clear();
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::teamName, 0}}));
    pool = twoTeams();
    pool.teams[1].gpu = 9 * kOneGpu;
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::teamGpu, 1}}));
    pool = twoTeams();
    pool.gpuType = "a\tb";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::gpuType, 0}}));
    pool = twoTeams();
    pool.name = pool.root = "a\tb";
    EXPECT_EQ(placesOf(pool).front(), (NewPoolPlace{Part::name, 0}));
    pool.name = pool.root = "";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::name, 0}})) << "and no team";
    pool.teams[1].gpu = 9 * kOneGpu;
    EXPECT_GT(placesOf(pool).size(), 1U) << "that is another mistake";
}

TEST(NewPool, ItsTeamsShareItAsTheyDidALargerOne) {
    NewPool pool;
    const auto shares = [&](int nodes, int gpus, const std::vector<Gpu>& parts) {
        pool.nodes = nodes;
        pool.gpusPerNode = gpus;
        std::vector<Gpu> whole;
        for (const Gpu each : divided(pool, parts))
            whole.push_back(each / kOneGpu);
        return whole;
    };
    EXPECT_EQ(shares(16, 8, {48, 80}), (std::vector<Gpu>{48, 80}));
    EXPECT_EQ(shares(1, 4, {48, 80}), (std::vector<Gpu>{2, 2})) << "1.5 and 2.5: the first of two";
    EXPECT_EQ(shares(1, 1, {48, 80}), (std::vector<Gpu>{0, 1}));
    EXPECT_EQ(shares(2, 8, {1, 1, 1}), (std::vector<Gpu>{6, 5, 5}));
    EXPECT_EQ(shares(2, 8, {0, 0}), (std::vector<Gpu>{0, 0}));
}

std::vector<std::string> nodesOf(const NewPool& wanted) {
    std::vector<std::string> names;
    if (const auto made = poolOf(wanted))
        for (const Node& node : expand(made->nodes))
            names.push_back(node.name);
    return names;
}

// Work with a command runs only on a node that is this machine.
TEST(NewPool, OneOfItsNodesMayBeThisMachine) {
    NewPool pool = twoTeams();
    EXPECT_EQ(nodesOf(pool), (std::vector<std::string>{"node-1", "node-2"}));
    pool.nodes = 3;
    pool.nodeName = "gpu";
    EXPECT_EQ(nodesOf(pool), (std::vector<std::string>{"gpu-1", "gpu-2", "gpu-3"}));
    pool.here = "desk";
    EXPECT_EQ(nodesOf(pool), (std::vector<std::string>{"desk", "gpu-1", "gpu-2"}));
    pool.nodes = 1;
    pool.teams.clear();
    EXPECT_EQ(nodesOf(pool), (std::vector<std::string>{"desk"}));
    EXPECT_EQ(poolOf(pool)->quotas[0].guaranteed.gpu, 8 * kOneGpu);
    pool.nodes = 2;
    pool.nodeName = "desk";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::nodeName, 0}})) << "twice";
}

// Ten and more have numbers that begin alike.
TEST(NewPool, ManyTeamsAreToldApart) {
    NewPool pool = twoTeams();
    pool.teams.clear();
    for (int i = 0; i < 12; ++i)
        pool.teams.push_back({"team " + std::to_string(i), 0});
    pool.teams[11].name = "team 0";
    EXPECT_EQ(placesOf(pool), (std::vector<NewPoolPlace>{{Part::teamName, 11}}));
}

}  // namespace
}  // namespace apportion
