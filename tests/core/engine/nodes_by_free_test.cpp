// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/nodes_by_free.h"

#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace apportion {
namespace {

// The same as a sorted set of pairs answers.
class Pairs {
public:
    std::set<std::pair<Gpu, int>> all;

    template <typename Takes>
    int firstOfFewest(Gpu least, Takes&& takes) const {
        for (const auto& [free, node] : all)
            if (free >= least && takes(node))
                return node;
        return -1;
    }
    template <typename Takes>
    int firstOfMost(Gpu least, Takes&& takes) const {
        std::pair<Gpu, int> best{-1, -1};
        for (const auto& [free, node] : all)
            if (free >= least && free > best.first && takes(node))
                best = {free, node};
        return best.second;
    }
};

void expectSame(int nodes, Gpu most, Gpu step, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](Gpu bound) {
        return std::uniform_int_distribution<Gpu>(0, bound)(random);
    };
    NodesByFree byFree;
    Pairs pairs;
    std::vector<Gpu> free(static_cast<std::size_t>(nodes));
    for (int node = 0; node < nodes; ++node) {
        free[static_cast<std::size_t>(node)] = most;
        byFree.insert(most, node);
        pairs.all.insert({most, node});
    }
    for (int i = 0; i < 2000; ++i) {
        const int node = static_cast<int>(below(nodes - 1));
        Gpu& now = free[static_cast<std::size_t>(node)];
        const Gpu to = below(most / step) * step;
        pairs.all.erase({now, node});
        if (i % 5 == 0) {
            byFree.erase(now, node);
            byFree.insert(to, node);
        } else {
            byFree.move(now, to, node);
        }
        pairs.all.insert({to, node});
        now = to;
        const Gpu least = below(most);
        const auto takes = [i](int each) { return each % 7 != i % 7; };
        ASSERT_EQ(byFree.firstOfFewest(least, takes), pairs.firstOfFewest(least, takes)) << i;
        ASSERT_EQ(byFree.firstOfMost(least, takes), pairs.firstOfMost(least, takes)) << i;
    }
}

TEST(NodesByFree, AnswersAsASortedSetOfPairs) {
    expectSame(60, 8 * kOneGpu, kOneGpu, 1);
    expectSame(150, 8 * kOneGpu, 25, 2);  // shared devices
    expectSame(3, 480 * kOneGpu, kOneGpu, 3);
    expectSame(1, 480 * kOneGpu, kOneGpu, 4);
}

}  // namespace
}  // namespace apportion
