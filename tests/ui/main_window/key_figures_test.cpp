// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/key_figures.h"

#include "tests/ui/main_window/console_fixture.h"
#include "tests/ui/nodes/node_fixture.h"
#include "ui/texts.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {
namespace {

TEST(KeyFigures, SayWhatIsDown) {
    const ViewPtr view = viewOfPool(kFourNodes, 50);
    const KeyNumber use = keyFigures(*view).front();
    EXPECT_TRUE(use.note.contains(QStringLiteral("16 out of service"))) << qPrintable(use.note);
    EXPECT_TRUE(use.toolTip.contains(QStringLiteral("32 GPUs in total")))
        << qPrintable(use.toolTip);
    const KeyNumber before = keyFigures(*viewOfPool(kFourNodes, 5)).front();
    EXPECT_FALSE(before.note.contains(QStringLiteral("out of")));
    View down;
    down.nodes.rows.resize(2);
    for (NodeRow& node : down.nodes.rows)
        node.devices = 8;
    down.nodes.room.downGpu = down.key.capacity = down.key.used = 8 * kOneGpu;
    EXPECT_EQ(keyFigures(down).front().note, QStringLiteral("100 % · 8 down"));
}

// The percentile of those that started says nothing of those that never do.
TEST(KeyFigures, TheHeadlineOfWaitsIsTheLongestWhileAnyWaits) {
    View view;
    view.key.started = 1263;
    view.key.waitP95 = 60 * kSecond;
    EXPECT_EQ(keyFigures(view).back().note, QStringLiteral("1263 started"));
    view.key.waiting = 3;
    view.key.unapproved = 1;
    view.waiting.resize(3);
    view.waiting[0].status.waited = 3600 * kSecond;
    view.waiting[1].status.waited = 7200 * kSecond;
    view.waiting[2].status.waited = 9000 * kSecond;
    view.waiting[2].status.reason = Reason{ReasonCode::needsApproval, {}, {}};
    const KeyNumber waits = keyFigures(view).back();
    EXPECT_EQ(waits.label, QStringLiteral("Longest wait now"))
        << "the line below is of workloads that have started";
    EXPECT_EQ(waits.value, QStringLiteral("2 h 00 min")) << "not that of the approval";
    EXPECT_EQ(waits.note, QStringLiteral("p95 of 1263 started: 1 min"));
}

// 0 of 2,048 is the state before its first event, and nobody asked for that one.
TEST(KeyFigures, ARunOnItsWayToWhereItIsShownHasNoFiguresYet) {
    View view;
    view.key.capacity = 2048 * kOneGpu;
    view.play.waiting = true;
    for (const KeyNumber& each : keyFigures(view))
        EXPECT_EQ(each.value, QStringLiteral("…")) << qPrintable(each.label);
    view.clock = 60 * kSecond;
    EXPECT_EQ(keyFigures(view).front().value, QStringLiteral("0")) << "it was there already";
}

TEST(KeyFigures, TheNoteSaysWhereThoseThatStartedWaitedLonger) {
    View view;
    view.key.started = 18;
    view.key.waitP95 = 14 * 60 * kSecond;
    view.key.waiting = 1;
    view.waiting.resize(1);
    view.waiting[0].status.waited = 13 * 60 * kSecond;
    const KeyNumber waits = keyFigures(view).back();
    EXPECT_EQ(waits.label, QStringLiteral("Longest wait now"));
    EXPECT_EQ(waits.value, QStringLiteral("13 min"));
    EXPECT_EQ(waits.note, QStringLiteral("longer before: p95 of 18 started was 14 min"));
}

TEST(KeyFigures, WhatWaitsForAnApprovalAsksForNothingYet) {
    View view;
    view.key.waiting = 3;
    view.key.unapproved = 1;
    view.key.waitingGpu = 7 * kOneGpu;
    view.key.unapprovedGpu = 4 * kOneGpu;
    const KeyNumber two = keyFigures(view)[2];
    EXPECT_EQ(two.value, QStringLiteral("2"));
    EXPECT_TRUE(two.note.contains(QStringLiteral("3 GPUs"))) << qPrintable(two.note);
    EXPECT_TRUE(two.toolTip.contains(QStringLiteral("for approval"))) << qPrintable(two.toolTip);
    view.key.waiting = 1;
    const KeyNumber none = keyFigures(view)[2];
    EXPECT_EQ(none.value, QStringLiteral("0"));
    EXPECT_EQ(none.note, QStringLiteral("1 for approval"));
}

TEST(Texts, WhatIsNotAllIsNotCalledAll) {
    EXPECT_EQ(percent(2039, 2040), QStringLiteral("99 %"));
    EXPECT_EQ(percent(2040, 2040), QStringLiteral("100 %"));
    EXPECT_EQ(percent(1, 2040), QStringLiteral("1 %"));
    EXPECT_EQ(percent(0, 2040), QStringLiteral("0 %"));
    EXPECT_EQ(percent(2041, 2040), QStringLiteral("101 %"));
}

TEST(KeyFigures, WhatChildrenLeaveStandsBesideWhatIsBorrowed) {
    View view = *viewOfPool(kFourNodes, 5);
    const auto figure = [&](Gpu borrowed, Gpu fromChildren) {
        view.key.borrowed = borrowed * kOneGpu;
        view.key.fromChildren = fromChildren * kOneGpu;
        const KeyNumber number = keyFigures(view)[1];
        return number.label + QLatin1Char(' ') + number.value + QStringLiteral(": ") + number.note;
    };
    EXPECT_EQ(figure(0, 0), QStringLiteral("Borrowed 0: all within"));
    EXPECT_EQ(figure(8, 0), QStringLiteral("Borrowed 8: above guarantees"));
    EXPECT_EQ(figure(0, 16), QStringLiteral("From children 16: by quotas above"));
    EXPECT_EQ(figure(8, 16), QStringLiteral("Borrowed 8: 16 more from children"));
}

}  // namespace
}  // namespace apportion::ui
