// SPDX-License-Identifier: GPL-3.0-or-later
// The stories of the look's charts as data, for tests and the gallery.
#pragma once

#include "core/session/session.h"
#include "core/view/view.h"
#include "ui/charts/chart_data.h"

namespace apportion::ui {

constexpr qint64 kChartMinute = 60 * 1000;  // ms

// 128 GPUs, three teams, 09:00 to 14:32 UTC: at 11:10 chat-serve takes 16 from Quota1.2.
ChartData threeTeams();

// 16 GPUs, four teams, 10:00 to 10:44: borrowing and giving back.
ChartData fourTeams();

// The sample of the same story, run by the engine; an empty view fails the test.
std::shared_ptr<const View> fourTeamsRun();

// Twelve teams with long names over a day, wandering. `points` for each.
ChartData crowded(int points);

// Workloads waiting: one neutral, filled line.
ChartData queueLength();

}  // namespace apportion::ui
