// SPDX-License-Identifier: GPL-3.0-or-later
// What a scale takes back of a quota's running work when its delay is over.
#pragma once

#include <QString>

#include "core/view/view.h"

namespace apportion::ui {

// "8 GPUs in 9 min 40 s"; empty = nothing.
QString reclaimText(const View& view, const QuotaRow& row);

}  // namespace apportion::ui
