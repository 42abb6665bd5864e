// SPDX-License-Identifier: GPL-3.0-or-later
// The moment at which what waits would start, in words.
#pragma once

#include <QString>

#include "core/plan/draft/estimate.h"
#include "core/view/view.h"

namespace apportion::ui {

// "16:10, in 1 h 38 min", with the day where it is another one; "at once"; "unknown"; of a live
// pool whose estimate has been overtaken "being estimated".
QString startText(const View& view, const StartEstimate& estimate);

}  // namespace apportion::ui
