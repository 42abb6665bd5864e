// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// What was read of a damaged project.
struct Recovered {
    Revision entries = 0;  // of the journal that were taken over
    Problems losses;
};

}  // namespace apportion
