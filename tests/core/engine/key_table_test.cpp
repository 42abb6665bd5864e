// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/key_table.h"

#include <map>

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(KeyTable, KeepsTheFirstValueOfEveryKey) {
    KeyTable<3, int> table;
    EXPECT_EQ(table.find({0, 0, 0}), nullptr);
    std::map<KeyTable<3, int>::Key, int> all;
    for (int i = 0; i < 1000; ++i) {
        const KeyTable<3, int>::Key key{i % 7, -(i % 11), (i % 13) * 100};
        const auto [value, added] = table.tryEmplace(key, i);
        EXPECT_EQ(added, all.try_emplace(key, i).second);
        EXPECT_EQ(*value, all.at(key));
    }
    EXPECT_EQ(table.size(), all.size());
    for (const auto& [key, value] : all)
        EXPECT_EQ(*table.find(key), value);
    EXPECT_EQ(table.find({7, 0, 0}), nullptr);
    table.clear();
    EXPECT_EQ(table.size(), 0U);
    EXPECT_EQ(table.find({0, 0, 0}), nullptr);
}

}  // namespace
}  // namespace apportion
