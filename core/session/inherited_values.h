// SPDX-License-Identifier: GPL-3.0-or-later
// What holds in a pool where a quota does not say it, said beside the change of it.
#pragma once

#include "core/session/entry_changes.h"

namespace apportion {

class Engine;

// `now` is the pool before the changes.
void sayInherited(EntryChanges& changes, const Engine& now);

}  // namespace apportion
