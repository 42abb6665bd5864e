// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a view knows what is used and what waits yet.
#pragma once

#include "core/view/view.h"

namespace apportion {

// A run was just opened and is on its way to where it is shown.
inline bool isComing(const View& view) {
    return view.play.waiting && view.clock == 0;
}

// Nor is it known while the work of a project is read.
inline bool isUnread(const View& view) {
    return view.document.reading > 0 || isComing(view);
}

}  // namespace apportion
