// SPDX-License-Identifier: GPL-3.0-or-later
// GPU-hours of a table and below it, rounded so that what is read adds up.
#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "core/model/outcome.h"

namespace apportion::ui {

struct HoursTexts {
    QStringList parts;  // in the order given
    QString sum;
};

// With one decimal, below an hour in all with two; "< 0.01" is less than that and not nothing.
HoursTexts hoursTexts(const std::vector<GpuTime>& parts);

}  // namespace apportion::ui
