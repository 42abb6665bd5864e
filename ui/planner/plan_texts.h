// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in the user's words: its base, its edits as sentences, and numbers with their bands.
#pragma once

#include <QString>

#include "core/model/plan.h"
#include "core/plan/verdict.h"
#include "ui/time_text.h"
#include "ui/widgets/icons.h"

namespace apportion::ui {

// "Scale Quota1.1 to 56 GPUs, Quota1.2 to 72 GPUs". `time` is of the base.
QString editText(const PlanEdit& edit, const TimeText& time);
// All of them, in one line.
QString editsText(const std::vector<PlanEdit>& edits, const TimeText& time);
Icon editIcon(const PlanEdit& edit);

QString metricName(PlanMetric metric);
QString metricAbout(PlanMetric metric);  // which workloads it counts
// "26 min", "61", "91.4%"; `atLeast`: workloads that still wait are in it.
QString numberText(PlanMetric metric, std::int64_t value);
// "24 min–29 min", one number where both ends read the same.
// Of a wait as `most` is written.
QString waitText(Duration wait, Duration most);
// In the unit of what is longer, its end or `most`.
QString bandText(PlanMetric metric, const Band& band, Duration most = 0);
// "+9 min", "−5", "0"
QString deltaText(PlanMetric metric, std::int64_t delta);

// "pool-128.json", by the path that the plan names.
QString baseName(const Plan& plan);
QString baseKind(const Plan& plan);

}  // namespace apportion::ui
