// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/edit_draft.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

using Kind = EditDraft::Kind;
using Key = EditDraft::Key;

Scenario pool() {
    Scenario scenario;
    scenario.nodes = {{{"n", 8 * kOneGpu, "H100", {}, {}, {}}, 2}};
    scenario.quotas = {{"root", {}, {16 * kOneGpu, {}, {}}, {}},
                       {"a", "root", {6 * kOneGpu, {}, {}}, {}},
                       {"b", "root", {10 * kOneGpu, {}, {}}, {}}};
    return scenario;
}

TEST(EditDraftTest, EveryKindOfFormGivesAnEditThatItsFormTakesAgain) {
    for (const Kind kind : {Kind::scale, Kind::policy, Kind::node, Kind::addNodes, Kind::removeNode,
                            Kind::joins, Kind::forecast}) {
        EditDraft draft = firstDraft(kind, pool());
        const PlanEdit edit = editOf(draft);
        const auto again = draftOf(edit);
        ASSERT_TRUE(again) << static_cast<int>(kind);
        EXPECT_EQ(editOf(*again), edit) << static_cast<int>(kind);
        EXPECT_EQ(again->kind, kind);
    }
}

TEST(EditDraftTest, EveryKeyOfAPolicyComesBack) {
    for (const Key key :
         {Key::weight, Key::limit, Key::borrowing, Key::lend, Key::queueing, Key::minRuntime})
        for (const std::int64_t number : {std::int64_t{-1}, std::int64_t{1600}}) {
            EditDraft draft = firstDraft(Kind::policy, pool());
            draft.key = key;
            draft.number = number;
            draft.borrowing = OverQuota::off;
            draft.queueing = Queueing::balance;
            const auto again = draftOf(editOf(draft));
            ASSERT_TRUE(again);
            EXPECT_EQ(again->key, key);
            EXPECT_EQ(editOf(*again), editOf(draft));
        }
}

TEST(EditDraftTest, WhatAFormWouldLoseHasNoForm) {
    AddQuota join;
    join.quota.name = "c";
    join.workloads.emplace_back().name = "first";
    EXPECT_FALSE(draftOf({0, join}));
    PolicyChange two;
    two.weight = std::optional<std::int64_t>(3);
    two.rank = std::optional<int>(1);
    EXPECT_FALSE(draftOf({0, EventAction{PolicyEvent{"a", two}}}));
    EXPECT_FALSE(draftOf({0, Forecast{"a", 1005, 0}}));
}

}  // namespace
}  // namespace apportion
