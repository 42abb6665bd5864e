// SPDX-License-Identifier: GPL-3.0-or-later
// GPU hours of a table in one format. Each is rounded by itself: equal losses read the same, here
// and wherever else they stand.
#pragma once

#include <vector>

#include <QStringList>

#include "core/model/outcome.h"

namespace apportion::ui {

// In the order given, with one decimal, below an hour in all with two; "< 0.01" is less than that
// and not nothing.
QStringList hoursTexts(const std::vector<GpuTime>& each);

}  // namespace apportion::ui
