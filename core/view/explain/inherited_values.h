// SPDX-License-Identifier: GPL-3.0-or-later
// What holds in a pool where a quota does not say it, said beside the change of it.
#pragma once

#include "core/store/objects.h"
#include "core/view/history/entry_changes.h"

namespace apportion {

class Engine;

// Whether a change of them is from or to a value that is inherited.
bool inheritsAny(const EntryChanges& changes);

// `now` is the pool before the changes.
void sayInherited(EntryChanges& changes, const Engine& now);
// The same of what was done long ago, from the configuration before it and after it.
void sayInherited(EntryChanges& changes, const store::Objects& before, const store::Objects& after);

}  // namespace apportion
