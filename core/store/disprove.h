// SPDX-License-Identifier: GPL-3.0-or-later
// A note of damage that a check looks into: anybody who can write to the folder can write one.
// Internal to store.
#pragma once

#include "core/store/damage_note.h"
#include "core/store/failure.h"
#include "core/store/open_file.h"

namespace apportion::store {

// Without a finding the note about it may not be read.
Problem knownDamage(const std::string& path, const std::string& finding);
// A warning.
Problem aboutNote(const char* code, const std::string& path);
// The check is that of another connection, whose pages are those of the disk. What is told where
// there is no damage.
Result<Problems> disprove(const DamageNote& note, const std::string& path);
// Of one that this user could not remove, so that it is not looked into at every write.
void rememberDisproved(OpenFile& open);

}  // namespace apportion::store
