// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QLocale>
#include <QString>

#include "core/model/quantity.h"

namespace apportion::ui {

struct TimeUnit {
    Duration length = 0;
    QLatin1Char letter;  // on the command line
    QString whole;       // with its number
};

// In which times are written, largest first.
std::vector<TimeUnit> timeUnits();

// So many of `unit`; nothing if it is no number, or leaves a part of a millisecond.
std::optional<Duration> timeOf(const QString& number, Duration unit, const QLocale& locale);

// What is typed as a time with its units, those that are written or those of the command line:
// "2 h", "1h 30m", "2 days". Nothing if it is none, or a number alone.
std::optional<Duration> typedDuration(const QString& typed, const QLocale& locale);

}  // namespace apportion::ui
