// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of the marks that stand together, where somebody points at them.
#pragma once

#include <functional>
#include <vector>

#include <QString>

#include "ui/charts/chart_data.h"

namespace apportion::ui {

// One line of text each, in the order of `marks`, which are indexes in ChartData::marks, the most
// serious first. Of many it is told how many of each kind, and the first ones alone one by one.
// `moment` writes a moment as the chart does.
QString markTip(const ChartData& data, const std::vector<int>& marks,
                const std::function<QString(qint64)>& moment);

}  // namespace apportion::ui
