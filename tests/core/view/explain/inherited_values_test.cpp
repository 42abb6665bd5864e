// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/inherited_values.h"

#include <gtest/gtest.h>

#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

EntryChange change(const std::string& quota, const std::string& before, const std::string& after) {
    return {ObjectKind::quota,
            quota,
            "minRuntime",
            EntryChange::Unit::seconds,
            before,
            after,
            {},
            {},
            true};
}

TEST(InheritedValues, AreToldByTheirNumber) {
    const auto player = test::playerAt(test::scenarioOf(R"({"apportion": 1,
 "nodes": [{"name": "n", "gpu": 8}], "settings": {"minRuntime": 60},
 "quotas": [{"name": "top", "minRuntime": 600}, {"name": "a", "parent": "top"},
            {"name": "b"}]})"),
                                       0);
    EntryChanges all;
    all.changes = {change("a", "", "420"), change("b", "420", ""), change("b", "420", "480")};
    sayInherited(all, player->here().engine());
    ASSERT_TRUE(all.changes[0].messageBefore);
    EXPECT_EQ(render(*all.changes[0].messageBefore), "inherited (600 s)");
    EXPECT_FALSE(all.changes[0].messageAfter);
    ASSERT_TRUE(all.changes[1].messageAfter);
    EXPECT_EQ(render(*all.changes[1].messageAfter), "inherited (60 s)");
    EXPECT_FALSE(all.changes[2].messageBefore);
}

}  // namespace
}  // namespace apportion
