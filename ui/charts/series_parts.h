// SPDX-License-Identifier: GPL-3.0-or-later
// What all series of a pool are made with.
#pragma once

#include <limits>

#include "ui/charts/run_series.h"

namespace apportion::ui {

// No more teams are told apart (ui/widgets/theme.h).
inline constexpr std::size_t kMostTeams = 16;

// Points of the history that lie before the clock.
std::size_t pointsUntil(const ChartSource& source);

// No data yet.
ChartData chartStart(const ChartSource& source, const QString& unit);

// Only where something changes: flat stretches need no points. What is unknown is no number.
template <typename Values>
void fillSeries(Series& series, const ChartSource& source, const Values& values, double unit) {
    const std::size_t points = pointsUntil(source);
    for (std::size_t i = 0; i < points; ++i) {
        if (i > 0 && i + 1 < points && values[i] == values[i - 1])
            continue;
        series.at.append(source.start + std::max<Instant>(source.history.times[i], 0));
        series.values.append(values[i] == History::kUnknown
                                 ? std::numeric_limits<double>::quiet_NaN()
                                 : static_cast<double>(values[i]) / unit);
    }
}

}  // namespace apportion::ui
