// SPDX-License-Identifier: GPL-3.0-or-later
// When what waits would start, in words.
#pragma once

#include <QList>

#include "core/plan/draft/estimate.h"
#include "core/view/view.h"
#include "ui/widgets/fact_list.h"

namespace apportion::ui {

class TextLabel;

// When it starts, and how long it will have waited.
QList<Fact> estimateFacts(const View& view, const StartEstimate& estimate);
// The first to start of what waits in a quota and all below it; null = nothing does.
const StartEstimate* nextStart(const View& view, const QuotaRow& row, const Estimates& estimates);
// Says why a start is unknown; else nothing is shown.
void showUnknown(TextLabel* label, const StartEstimate* estimate);

}  // namespace apportion::ui
