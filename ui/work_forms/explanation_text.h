// SPDX-License-Identifier: GPL-3.0-or-later
// An explanation as plain text, to be sent to a colleague.
#pragma once

#include <QString>

#include "core/view/explain/work_explanation.h"
#include "core/view/view.h"

namespace apportion::ui {

QString explanationText(const View& view, const WorkloadRow& row, const WorkExplanation& explained);

}  // namespace apportion::ui
