// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/model/workload.h"

namespace apportion::ui {

QString prioritiesText(PriorityRange range);  // "4", "6–9"

}  // namespace apportion::ui
