// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of charts, without any painting.
#pragma once

#include <vector>

#include "ui/charts/chart_data.h"

namespace apportion::ui {

// The value that holds at `at`; nothing before the first sample.
std::optional<double> valueAt(const Series& series, qint64 at);

// The values of all shown series at a moment, in their order.
std::vector<ChartValue> valuesAt(const ChartData& data, ChartShape shape, qint64 at);

// First sample to last, or to `until`. Nothing when there are no samples.
struct TimeSpan {
    qint64 from = 0;
    qint64 to = 0;
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};
std::optional<TimeSpan> spanOf(const ChartData& data);

// The upper edges of a stack: shown series summed up from the bottom, all over the same keys.
// Hidden series have no edge.
struct StackEdge {
    int series = 0;
    QList<double> sums;
};
struct Stack {
    QList<qint64> keys;
    std::vector<StackEdge> edges;
};
Stack stackOf(const ChartData& data);

// The next moment after (`direction` > 0) or before `at` at which a shown series has a sample.
std::optional<qint64> neighbourSample(const ChartData& data, qint64 at, int direction);

// What holds at a moment; `always` where there are no steps.
double valueAt(const Steps& steps, double always, qint64 at);

// How far up the y axis has to reach for what is shown: to the capacity in a stack, and for lines
// only if the highest of them comes to 40 % of it.
double topOf(const ChartData& data, ChartShape shape);

// A step that gives four or five labels on round numbers from 0 to `top`; powers of two where they
// divide `top`, as GPUs come in eights. Of what has no halves fewer labels if need be.
double valueStep(double top, bool whole = false);

// Whether the series steps back for the one that is pointed at (-1 = none is).
bool isFaded(const ChartData& data, int series, int pointedAt);

// Where no shown series has a value though there are values before, as far as `until`.
std::vector<TimeSpan> unknownSpans(const ChartData& data);
// The time of `range` before the first data. Nothing = there is none, or no data.
std::optional<TimeSpan> spanBefore(const ChartData& data, const TimeSpan& range);
// What is said of that moment where it lies in one of them, which may be too short for its words,
// or before the first data.
QString unknownTextAt(const ChartData& data, qint64 at);
// Nothing is known of any series at any time.
bool isEmpty(const ChartData& data);

// The samples of the shown series over their common times: those within `range`, and what holds at
// its start; beside lines the guarantees that are drawn with them. For files with commas, for the
// clipboard with tabs.
QString chartTable(const ChartData& data, ChartShape shape, const TimeSpan& range, bool wallClock,
                   QChar separator);

}  // namespace apportion::ui
