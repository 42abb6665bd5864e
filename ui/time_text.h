// SPDX-License-Identifier: GPL-3.0-or-later
// Moments of a scenario as people read them: wall-clock time where the scenario names the moment of
// its start, else the time since then.
#pragma once

#include <string>

#include <QDateTime>
#include <QString>

#include "core/model/quantity.h"

namespace apportion::ui {

class TimeText {
public:
    TimeText() = default;
    explicit TimeText(const std::string& epoch);

    bool hasEpoch() const { return epoch_.isValid(); }
    QDateTime moment(Instant at) const;
    QString clock(Instant at) const;  // "10:44:00 UTC", "1:04:30"
    // Of a run that is so long: with the date, or the days since its start, if that is a day or
    // more. "11/21/26 10:44:00 UTC", "3 d 4:30:00"
    QString clock(Instant at, Duration run) const;
    QString seconds(Instant at) const;  // "10:44:00"
    QString minutes(Instant at) const;  // "10:44", for rows and axes
    QString date(Instant at) const;     // empty without epoch

    static QString duration(Duration duration);  // "3 h 22 min", "1 min 54 s", "45 s", "0.5 s"
    // As wide as durations are that tick.
    static QString widest();
    // Of a number that matters to the second, up to an hour: "9 min 40 s".
    static QString exactly(Duration duration);
    // What is left, up to whole seconds; nothing less than none.
    static QString countdown(Duration left);

private:
    QDateTime epoch_;
};

}  // namespace apportion::ui
