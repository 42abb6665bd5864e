// SPDX-License-Identifier: GPL-3.0-or-later
// A workload or an eviction as cells.
#pragma once

#include "core/plan/draft/estimate.h"
#include "core/view/work_filter.h"
#include "ui/time_text.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/module_icon.h"

namespace apportion::ui {

Cell whyCell(const WorkloadRow& row, const TimeText& time);
Cell sinceCell(const WorkloadRow& row, Instant clock, const TimeText& time);
// Null = nothing is known of it.
// When it starts, or ends by what is stated.
Cell startCell(const View& view, const WorkloadRow& row, const StartEstimate* estimate,
               bool brief = false);
QString estimateTip(const View& view, const WorkloadRow& row, const StartEstimate* estimate);
Cell evictionWhyCell(const EvictionRow& row);
// What rows are filtered by. `time` outlives it.
WorkTexts workTexts(const TimeText& time);

}  // namespace apportion::ui
