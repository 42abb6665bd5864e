// SPDX-License-Identifier: GPL-3.0-or-later
// How far what was said of a scale still holds.
#pragma once

#include "core/plan/draft/scale_check.h"
#include "core/view/view.h"

namespace apportion {

enum class ScaleAge {
    asShown,
    used,    // other work runs or waits there
    changed  // sizes, policies or nodes: it is another question
};

// Between two views, of the quotas whose sizes change in `check`, those beside and above them, and
// of the nodes. What happens elsewhere in the pool does not touch it.
ScaleAge ageOf(const ScaleCheck& check, const View& then, const View& now);

}  // namespace apportion
