// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/model/workload.h"

namespace apportion::ui {

// As the cloud calls it: "DLC". The same in every language.
QString moduleCode(Module module);

}  // namespace apportion::ui
