// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts draw of a run, up to the clock.
#pragma once

#include "core/session/view.h"
#include "ui/charts/chart_data.h"

namespace apportion::ui {

// GPUs per team, in the order of the tree; beyond sixteen teams the fifteen largest and the rest
// together. Guarantees are those as of the clock.
ChartData teamData(const View& view);
// Workloads that wait.
ChartData queueData(const View& view);

}  // namespace apportion::ui
