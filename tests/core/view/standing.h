// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/view.h"

namespace apportion {

// How a document stands that a test makes by hand.
enum class Standing { recorded, resting, live, elsewhere };

inline void stand(DocumentState& document, Standing standing) {
    const bool recorded = standing == Standing::recorded;
    document.can = {.play = recorded, .journal = !recorded, .goLive = !recorded};
    document.engine = standing == Standing::live        ? EngineAt::here
                      : standing == Standing::elsewhere ? EngineAt::elsewhere
                                                        : EngineAt::nowhere;
}

}  // namespace apportion
