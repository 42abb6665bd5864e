// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a project file: what a full check has found, or what kept a program from
// opening it. Kept beside it, as nothing is written to the file itself any more. Of a file that was
// replaced or mended since, the note says nothing. Internal to store.
#pragma once

#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion::store {

struct DamageNote {
    std::string finding;   // in words
    bool ofLog = false;    // which a later check does not see any more
    bool present = false;  // the file is as it was then
};

// Nothing = no check has found anything. A link, a pipe, or a file of another form is no note.
// Others can write one: only a check of the file proves it.
std::optional<DamageNote> readDamageNote(const std::string& file);
// Where it stands: SQLite's own files stand there, too.
std::string damageNoteOf(const std::string& file);
// As a part of another sentence, which names the file and calls it damaged.
std::string findingOf(const Message& damage);
// A warning if it cannot be written. A user who cannot write to the folder has no note to write.
Problems writeDamageNote(const std::string& file, const std::string& finding, bool ofLog = false);
void removeDamageNote(const std::string& file);

}  // namespace apportion::store
