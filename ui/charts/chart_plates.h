// SPDX-License-Identifier: GPL-3.0-or-later
// Where the names of guarantees stand on a chart of lines, without painting them.
#pragma once

#include <optional>
#include <vector>

#include <QRectF>

#include "ui/charts/chart_layout.h"

namespace apportion::ui {

// One place for each stretch that has a label, on the upper or the lower side of its line and where
// the least of what is drawn lies under it; the leftmost of such places. Of a line that changes its
// first and its last value have one, as far as there is room beside the others. `widths`: of each
// label with its edge.
std::vector<std::optional<QRectF>> placePlates(const std::vector<GuaranteeStretch>& stretches,
                                               const std::vector<double>& widths,
                                               const std::vector<GuaranteeGroup>& groups,
                                               const ChartData& data,
                                               const ChartGeometry& geometry);

}  // namespace apportion::ui
