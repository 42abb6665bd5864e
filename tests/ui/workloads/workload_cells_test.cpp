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

}  // namespace
}  // namespace apportion::ui
