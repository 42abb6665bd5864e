// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and policies that hold for a time: the engine does not know of their end, the project does.
#pragma once

#include "core/model/project.h"
#include "core/view/view.h"

namespace apportion {

// A hint for each quota whose size or policies return, behind all other issues. `epoch` is the
// moment of the view's instant 0.
void addTemporaryChanges(View& view, const Project& project, Moment epoch);

}  // namespace apportion
