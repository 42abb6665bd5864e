// SPDX-License-Identifier: GPL-3.0-or-later
// Line and column of the places that problems name. Reading keeps no positions: a document with
// problems is walked a second time, and only along the pointers that are asked for.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/model/problem.h"

namespace apportion::json {

struct Position {
    int line = 1;    // from 1
    int column = 1;  // from 1, in characters
};

// Of a byte offset; a byte order mark counts as nothing.
Position positionAt(std::string_view text, std::size_t offset);

// Fills in line and column of every problem that has none: of the key for unknown and duplicate
// keys (of the last one), else of the value; of what is missing, the innermost place above it that
// is there. `text` need only be valid JSON up to `end`.
void locate(std::string_view text, std::size_t end, Problems& problems);

}  // namespace apportion::json
