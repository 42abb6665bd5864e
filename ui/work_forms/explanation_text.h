// SPDX-License-Identifier: GPL-3.0-or-later
// An explanation as plain text, to be sent to a colleague.
#pragma once

#include <QString>

#include "core/session/view.h"
#include "core/session/work_explanation.h"

namespace apportion::ui {

QString explanationText(const View& view, const WorkloadRow& row, const WorkExplanation& explained);

}  // namespace apportion::ui
