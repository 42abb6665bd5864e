// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts draw of a pool over time, up to the clock of a run or until now.
#pragma once

#include "core/view/view.h"
#include "ui/charts/chart_data.h"

namespace apportion::ui {

struct ChartSource {
    const View& view;
    const History& history;
    qint64 start = 0;                  // moment 0 on the axis
    qint64 until = 0;                  // the last values hold until then
    std::optional<qint64> staleSince;  // see ChartData
};

// GPUs per team, in the order of the tree; beyond sixteen teams the fifteen largest and the rest
// together. Guarantees and capacity as they were at each time.
ChartData teamData(const ChartSource& source);
// Of each team with all below it a pair of lines: what it uses, what it is due. Of many teams those
// with the largest, and four pairs are shown at first.
ChartData fairShareData(const ChartSource& source);
// How long the workload that has waited longest has waited.
ChartData waitData(const ChartSource& source);
// Workloads that wait.
ChartData queueData(const ChartSource& source);
// What is used of the pool, in percent.
ChartData utilisationData(const ChartSource& source);

}  // namespace apportion::ui
