// SPDX-License-Identifier: GPL-3.0-or-later
// Which quotas a tree shows, and in which order.
#include "core/view/quota_order.h"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;

QuotaRow row(const std::string& name, int parent, Gpu used = 0) {
    QuotaRow row;
    row.name = row.team = name;
    row.parent = parent;
    row.numbers.subtree = used;
    return row;
}

// all > (b > (b10, b2), a), other
std::vector<QuotaRow> small() {
    return {row("all", -1, 9), row("b", 0, 5), row("b10", 1, 1),
            row("b2", 1, 4),   row("a", 0, 4), row("other", -1, 7)};
}

std::vector<std::string> walk(const std::vector<QuotaRow>& rows, const QuotaOrder& order,
                              int parent = -1) {
    std::vector<std::string> names;
    for (int i = 0; i < order.count(parent); ++i) {
        const int child = order.child(parent, i);
        EXPECT_EQ(order.place[static_cast<std::size_t>(child)], i);
        names.push_back(rows[static_cast<std::size_t>(child)].name);
        for (std::string& below : walk(rows, order, child))
            names.push_back(std::move(below));
    }
    return names;
}

std::vector<std::string> shown(const QuotaQuery& query) {
    const auto rows = small();
    return walk(rows, orderQuotas(rows, query));
}

TEST(QuotaOrder, IsThatOfTheViewUnlessSomethingIsAskedFor) {
    EXPECT_THAT(shown({}), ElementsAre("all", "b", "b10", "b2", "a", "other"));
    const QuotaOrder none = orderQuotas({}, {});
    EXPECT_EQ(none.count(-1), 0);
}

TEST(QuotaOrder, SortsSiblingsWithinTheirParent) {
    QuotaQuery query;
    query.key = QuotaKey::name;
    EXPECT_THAT(shown(query), ElementsAre("all", "a", "b", "b2", "b10", "other"));
    query.descending = true;
    EXPECT_THAT(shown(query), ElementsAre("other", "all", "b", "b10", "b2", "a"));
    query.key = QuotaKey::used;
    EXPECT_THAT(shown(query), ElementsAre("all", "b", "b2", "b10", "a", "other"));
    query.flat = true;
    // Equal ones stay as they were.
    EXPECT_THAT(shown(query), ElementsAre("all", "other", "b", "b2", "a", "b10"));
}

TEST(QuotaOrder, FilteredItShowsWhatFitsAndWhatLeadsThere) {
    QuotaQuery query;
    query.text = "B1";
    EXPECT_THAT(shown(query), ElementsAre("all", "b", "b10"));
    const auto rows = small();
    const QuotaOrder order = orderQuotas(rows, query);
    EXPECT_EQ(order.matches, 1);
    EXPECT_EQ(order.place[4], -1);
    query.flat = true;
    EXPECT_THAT(shown(query), ElementsAre("b10"));
}

TEST(QuotaOrder, FindsDisplayNamesAndPolicies) {
    auto rows = small();
    rows[4].team = "Vision";
    rows[5].policy.overQuota = OverQuota::off;
    QuotaQuery query;
    query.text = "visi";
    EXPECT_THAT(walk(rows, orderQuotas(rows, query)), ElementsAre("all", "a"));
    query.traits = 1U << static_cast<unsigned>(PolicyTrait::borrowsNothing);
    EXPECT_THAT(walk(rows, orderQuotas(rows, query)), ElementsAre("all", "a", "other"));
}

TEST(QuotaOrder, EveryKeySortsByItsNumber) {
    std::vector<QuotaRow> rows{row("x", -1), row("y", -1)};
    rows[0].policy.weight = 3;
    rows[1].numbers.guaranteed = 2 * kOneGpu;
    rows[0].policy.rank = 1;
    rows[1].numbers.limit = 8 * kOneGpu;
    const auto first = [&](QuotaKey key) {
        QuotaQuery query;
        query.key = key;
        return orderQuotas(rows, query).child(-1, 0);
    };
    EXPECT_EQ(first(QuotaKey::weight), 1);  // missing: as guaranteed
    EXPECT_EQ(first(QuotaKey::guaranteed), 0);
    EXPECT_EQ(first(QuotaKey::rank), 1);
    EXPECT_EQ(first(QuotaKey::limit), 1);  // no limit is the most
}

TEST(QuotaOrder, NamesWithNumbersAreInTheOrderOfTheNumbers) {
    EXPECT_TRUE(isBefore("Quota1.2", "Quota1.10"));
    EXPECT_FALSE(isBefore("Quota1.10", "Quota1.2"));
    EXPECT_TRUE(isBefore("a", "B"));
    EXPECT_TRUE(isBefore("a", "a1"));
    EXPECT_FALSE(isBefore("a01", "a1"));
    EXPECT_FALSE(isBefore("a1", "a01"));
    EXPECT_FALSE(isBefore("same", "Same"));
}

// It is an order of each row shown, once, below its own parent, at any shape.
// Of what leads to what fits, the names get their room.
TEST(QuotaOrder, KnowsHowDeepItsDeepestRowStands) {
    auto rows = small();
    for (QuotaRow& row : rows)
        row.depth = row.parent < 0 ? 0 : rows[static_cast<std::size_t>(row.parent)].depth + 1;
    QuotaQuery query;
    EXPECT_EQ(deepestShown(rows, orderQuotas(rows, query)), 2);
    query.text = "other";
    EXPECT_EQ(deepestShown(rows, orderQuotas(rows, query)), 0);
    query.text = "b2";
    EXPECT_EQ(deepestShown(rows, orderQuotas(rows, query)), 2);
    query.flat = true;
    EXPECT_EQ(deepestShown(rows, orderQuotas(rows, query)), 0);
    EXPECT_EQ(deepestShown({}, orderQuotas({}, {})), 0);
    rows.push_back(row("below other", 5, 1));
    rows.back().depth = 1;
    EXPECT_EQ(deepestShown(rows, orderQuotas(rows, {})), 2) << "wherever it stands";
}

TEST(QuotaOrder, HoldsEveryShownRowOnceBelowItsParent) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<QuotaRow> rows;
        for (int i = 0; i < 200; ++i)
            rows.push_back(row("q" + std::to_string(random() % 50),
                               i == 0 ? -1 : static_cast<int>(random() % (i + 1U)) - 1,
                               static_cast<Gpu>(random() % 9)));
        QuotaQuery query;
        query.key = static_cast<QuotaKey>(random() % 12);
        query.descending = random() % 2 == 0;
        query.text = round % 3 == 0 ? "q1" : "";
        const QuotaOrder order = orderQuotas(rows, query);
        std::vector<int> seen(rows.size(), 0);
        for (int parent = -1; parent < static_cast<int>(rows.size()); ++parent)
            for (int i = 0; i < order.count(parent); ++i) {
                const int child = order.child(parent, i);
                ++seen[static_cast<std::size_t>(child)];
                EXPECT_EQ(rows[static_cast<std::size_t>(child)].parent, parent);
            }
        for (std::size_t i = 0; i < rows.size(); ++i)
            EXPECT_EQ(seen[i], order.place[i] >= 0 ? 1 : 0);
        if (query.text.empty()) {
            EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 200);
        }
    }
}

}  // namespace
}  // namespace apportion::testing
