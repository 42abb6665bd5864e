// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_order.h"

#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

using RowNames = std::vector<std::string>;

WorkloadRow row(const char* name, std::optional<int> position, int priority, Duration waited) {
    WorkloadRow row;
    row.name = name;
    row.priority = priority;
    row.status.position = position;
    row.status.waited = waited;
    return row;
}

RowNames ordered(const std::vector<WorkloadRow>& rows, WorkKey key, bool descending = false) {
    RowNames names;
    for (const std::size_t i : orderWork(rows, {key, descending}, 100))
        names.push_back(rows[i].name);
    return names;
}

TEST(WorkOrder, HeadsOfQueuesComeFirstAndWhatHasNoPlaceLastEitherWay) {
    const std::vector<WorkloadRow> rows{row("c", 5, 1, 40), row("a-10", {}, 9, 30),
                                        row("a-2", 1, 5, 20), row("b", 1, 5, 10)};
    EXPECT_EQ(ordered(rows, WorkKey::view), (RowNames{"a-2", "b", "c", "a-10"}));
    EXPECT_EQ(ordered(rows, WorkKey::position), (RowNames{"a-2", "b", "c", "a-10"}));
    EXPECT_EQ(ordered(rows, WorkKey::position, true), (RowNames{"c", "a-2", "b", "a-10"}));
    EXPECT_EQ(ordered(rows, WorkKey::name), (RowNames{"a-2", "a-10", "b", "c"}));
    EXPECT_EQ(ordered(rows, WorkKey::priority, true), (RowNames{"a-10", "a-2", "b", "c"}));
    EXPECT_EQ(ordered(rows, WorkKey::since), (RowNames{"b", "a-2", "a-10", "c"}));
}

// Its victims are on their way out.
TEST(WorkOrder, WhatIsBookedComesBeforeTheQueues) {
    std::vector<WorkloadRow> rows{row("head", 1, 5, 40), row("never", {}, 5, 30),
                                  row("booked", {}, 5, 20)};
    rows[2].status.reason = Reason{ReasonCode::waitingForVictims, Rule::noVainEviction, {}};
    EXPECT_EQ(ordered(rows, WorkKey::view), (RowNames{"booked", "head", "never"}));
}

TEST(WorkOrder, WhatRunsGoesByHowLongItDoes) {
    std::vector<WorkloadRow> rows{row("late", {}, 5, 0), row("early", {}, 5, 0)};
    for (WorkloadRow& each : rows)
        each.status.state = WorkloadState::running;
    rows[0].status.start = 90;
    rows[1].status.start = 10;
    EXPECT_EQ(ordered(rows, WorkKey::since), (RowNames{"late", "early"}));
    EXPECT_EQ(ordered(rows, WorkKey::since, true), (RowNames{"early", "late"}));
}

TEST(WorkOrder, EvictionsGoByWhatTheyLost) {
    std::vector<EvictionRow> rows(3);
    rows[0].record.lost = 5;
    rows[1].record.lost = 9;
    rows[2].record.lost = 7;
    EXPECT_EQ(orderEvictions(rows, {WorkKey::since, true}), (std::vector<std::size_t>{1, 2, 0}));
    EXPECT_EQ(orderEvictions(rows, {WorkKey::position, true}), (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace apportion::testing
