// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labels of a time axis stand and what they say.
#pragma once

#include <vector>

#include <QString>
#include <QTimeZone>

namespace apportion::ui {

struct TimeTick {
    qint64 at = 0;  // ms
    QString label;
};

// Round times of the day in `zone`, at most `count` of them from `from` to `to`. At midnight the
// label is the date.
std::vector<TimeTick> wallTicks(qint64 from, qint64 to, int count, const QTimeZone& zone);

// Round durations since the start: "0:10", "5 h", "3 d".
std::vector<TimeTick> elapsedTicks(qint64 from, qint64 to, int count);

// A moment in full, for the crosshair: to the second when the step of the axis is below a minute
// or the moment is not a whole one; with the day when the range is longer than one.
QString wallMoment(qint64 at, qint64 rangeMs, const QTimeZone& zone);
// With date and year, for files.
QString wallMomentInFull(qint64 at, const QTimeZone& zone);
QString elapsedMoment(qint64 at);

}  // namespace apportion::ui
