// SPDX-License-Identifier: GPL-3.0-or-later
// The keeper itself: what `apportionctl keep DIR` does.
#pragma once

#include <string>

namespace apportion {

// Runs the command of a folder to its end (README.md). Wants the folder's lock as descriptor
// kLockDescriptor, or takes it. 0 once a status says how it ended; 1 if there is nothing to run
// there, or another keeper does. Takes over the process: its signals and all its children.
int keep(const std::string& folder);

inline constexpr int kLockDescriptor = 3;

}  // namespace apportion
