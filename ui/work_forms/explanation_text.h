// SPDX-License-Identifier: GPL-3.0-or-later
// An explanation as plain text, to be sent to a colleague.
#pragma once

#include <QString>

#include "core/model/explanation.h"
#include "core/session/view.h"

namespace apportion::ui {

QString explanationText(const View& view, const WorkloadRow& row, const Explanation& explanation);

}  // namespace apportion::ui
