// SPDX-License-Identifier: GPL-3.0-or-later
// How many random instances a test looks at: a few in every run, fewer under a
// sanitizer, more where a long check asks for
// them by APPORTION_INSTANCES.
#pragma once

#include <cstdlib>

#include "tests/core/sanitized.h"

namespace apportion::testing {

inline unsigned instancesOr(unsigned usual) {
    // Tests run in one thread.
    const char* asked = std::getenv("APPORTION_INSTANCES");
    return asked ? static_cast<unsigned>(std::atoi(asked)) : usual / kFewer;
}

}  // namespace apportion::testing
