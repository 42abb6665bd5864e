// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload.h"
#include "ui/widgets/icons.h"

namespace apportion::ui {

// Of training, notebooks and inference services, before the names of workloads.
Icon moduleIcon(Module module);

}  // namespace apportion::ui
