// SPDX-License-Identifier: GPL-3.0-or-later
// What the table says of single workloads.
#include "ui/workloads/workload_cells.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

TEST(WorkloadCells, ACommandThatWaitsForItsDeviceIsNotSaidToRun) {
    WorkloadRow row;
    row.status.state = WorkloadState::running;
    row.status.placements = {{"node-1", kOneGpu}};
    EXPECT_EQ(whyCell(row, TimeText(std::string())).plainText(), QStringLiteral("node-1"));
    row.status.reason = Reason{ReasonCode::waitingForVictims,
                               Rule::noVainEviction,
                               {"waiting-for-victims.device",
                                {{"workload", Value::ofText("next")},
                                 {"victim", Value::ofText("slow")},
                                 {"device", Value::ofCount(0)}}}};
    const QString said = whyCell(row, TimeText(std::string())).plainText();
    EXPECT_TRUE(said.contains(QStringLiteral("waits for its device"))) << qPrintable(said);
    EXPECT_TRUE(said.contains(QStringLiteral("after slow"))) << qPrintable(said);
}

// "by 12:14, ear…" says less than a few words that fit.
TEST(WorkloadCells, AStartIsSaidInBriefWhereTheTableIsNarrow) {
    const View view;
    const WorkloadRow row;
    StartEstimate estimate;
    estimate.when = Message{"start-not-before.many", {{"count", Value::ofCount(5)}}};
    const auto said = [&](bool brief) {
        return startCell(view, row, &estimate, brief).plainText();
    };
    EXPECT_EQ(said(false), QStringLiteral("not before one of 5 others ends"));
    EXPECT_EQ(said(true), QStringLiteral("after others"));
    EXPECT_TRUE(estimateTip(view, row, &estimate).contains(said(false))) << "the tip has it whole";
    estimate.when = Message{"start-not-before", {{"workload", Value::ofText("serve")}}};
    EXPECT_EQ(said(true), QStringLiteral("after serve"));
    estimate.when.reset();
    estimate.unknown = Message{"estimate-no-start", {}};
    EXPECT_EQ(said(false), QStringLiteral("needs a change"));
    EXPECT_EQ(said(true), QStringLiteral("needs change"));
}

TEST(WorkloadCells, AnEndOnAnotherDayIsItsDayWhereTheTableIsNarrow) {
    View view;
    view.document.epoch = "2026-11-29T20:00:00Z";
    WorkloadRow row;
    row.status.state = WorkloadState::running;
    const auto said = [&](Instant ends, bool brief) {
        row.ends = ends;
        return startCell(view, row, nullptr, brief).plainText();
    };
    EXPECT_EQ(said(3600 * kSecond, true), QStringLiteral("ends 21:00"));
    EXPECT_EQ(said(6 * 3600 * kSecond, true), QStringLiteral("ends 30 Nov"));
    EXPECT_TRUE(said(6 * 3600 * kSecond, false).contains(QStringLiteral("02:00")));
}

}  // namespace
}  // namespace apportion::ui
