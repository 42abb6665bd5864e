// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged project that is to be taken into a new file: which one, and where to.
#pragma once

#include <string>

#include "core/model/problem.h"
#include "core/view/view.h"

namespace apportion {

// The file of the first problem that tells of damage; empty = there is nothing to recover.
std::string recoverableFile(const Problems& problems);

// The open file, where it is damaged or cannot be followed any more for it; empty = it is not.
std::string damagedFile(const View& view);

// What "recover" acts on: the open file, where it is damaged, else the one that was refused last
// for its damage; empty = neither.
std::string fileToRecover(const View& view, const std::string& refused);

// Of a recovery that failed: whether its user ended it, so that nothing went wrong, and whether it
// may succeed when it is asked for once more, perhaps under another name.
bool wasStopped(const Problems& problems);
bool mayRecoverAgain(const Problems& problems);

// Beside the damaged one, a name that nothing there has: "pool-recovered.apportion", then
// "pool-recovered-2.apportion".
std::string placeForRecovered(const std::string& damaged);

}  // namespace apportion
