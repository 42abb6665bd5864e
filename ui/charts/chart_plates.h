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
// label with its edge. Where many guarantees are drawn a label that would lie on anything is left
// out, but for that of the group that is `asked` for.
std::vector<std::optional<QRectF>> placePlates(const std::vector<GuaranteeStretch>& stretches,
                                               const std::vector<double>& widths,
                                               const std::vector<GuaranteeGroup>& groups,
                                               const ChartData& data, const ChartGeometry& geometry,
                                               std::optional<std::size_t> asked = {});

}  // namespace apportion::ui
