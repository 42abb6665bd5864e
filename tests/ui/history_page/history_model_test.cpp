// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/history_model.h"

#include <gtest/gtest.h>

#include "core/change/wall_clock.h"
#include "core/model/date_text.h"
#include "core/view/view.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {
namespace {

// Of the instant at 60 s of a pool that began at 1,000 s; the first three of four are named.
View viewWithEvictions() {
    constexpr Moment kEpoch = 1000 * kSecond;
    View view;
    view.document.epoch = momentText(kEpoch);
    JournalRow instant;
    instant.n = 7;
    instant.at = kEpoch + 60 * kSecond;
    instant.who = "engine";
    instant.action = "instant";
    instant.subject = "4 taken (a, b, c and 1 more), 1 started (serve)";
    JournalRow other = instant;
    other.n = 6;
    other.at = kEpoch + 50 * kSecond;
    other.subject = "1 started (a)";
    view.journal = {instant, other};
    EvictionRow row;
    row.record.at = 60 * kSecond;
    row.record.victim = "d";
    row.record.preemptor = "serve";
    row.victim = {"Quota1.2", "Team C", "ana", "research"};
    row.preemptor = {"Quota1.1", "Team B", "bob", "serving"};
    view.evictions = {row};
    return view;
}

TEST(HistoryModel, AnInstantIsFoundByWhomItEvicted) {
    SessionBridge bridge;
    HistoryModel model(bridge);
    model.setView(viewWithEvictions());
    ASSERT_EQ(model.rowCount(), 2);
    const auto read = [&](int row) {
        return model.index(row, 0).data(SortRole).toString().split(QLatin1Char('\n'));
    };
    for (const char* name : {"d", "Team C", "ana", "research", "Team B", "bob", "serving"}) {
        EXPECT_TRUE(read(0).contains(QLatin1String(name))) << name;
        EXPECT_FALSE(read(1).contains(QLatin1String(name))) << name << ": another instant";
    }
}

}  // namespace
}  // namespace apportion::ui
