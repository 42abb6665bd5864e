// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a project as a row of a view, where no engine knows it: it is over, or waits beside its
// queue.
#pragma once

#include "core/model/project.h"
#include "core/session/view.h"

namespace apportion {

WorkloadRow rowOf(const ProjectWorkload& work, Moment epoch);

}  // namespace apportion
