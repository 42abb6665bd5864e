// SPDX-License-Identifier: GPL-3.0-or-later
// A value that a command changed or would change, in the user's words.
#pragma once

#include <QString>

#include "core/view/history/entry_changes.h"

namespace apportion::ui {

// The rule of an eviction's record stands for both ways to lose a node; this word for one of them.
inline constexpr const char* kByDrain = "drained";

// "Guaranteed", of "guaranteed.gpu"; what has no word goes by its key.
QString keyText(const std::string& key);
// With their units; "none" where there is no value.
QString beforeText(const EntryChange& change);
QString afterText(const EntryChange& change);
// "Minimum runtime of Quota1", "none → 10 min"
QString changedText(const EntryChange& change);
QString changeText(const EntryChange& change);

}  // namespace apportion::ui
