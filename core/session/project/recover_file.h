// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged project that is to be taken into a new file: which one, and where to.
#pragma once

#include <string>

#include "core/model/problem.h"
#include "core/session/view.h"

namespace apportion {

// The file of the first problem that tells of damage; empty = there is nothing to recover.
std::string recoverableFile(const Problems& problems);

// The open file, where it is damaged or cannot be followed any more for it; empty = it is not.
std::string damagedFile(const View& view);

// Beside the damaged one, a name that nothing there has: "pool-recovered.apportion", then
// "pool-recovered-2.apportion".
std::string placeForRecovered(const std::string& damaged);

}  // namespace apportion
