// SPDX-License-Identifier: GPL-3.0-or-later
// For a file whose first pages are wounded, and with them the list of its tables: without it SQLite
// reads nothing at all. Internal to store.
#pragma once

#include "core/store/own_file.h"

namespace apportion::store {

// Puts the header and the list of tables of a new project into a closed database: whoever made it
// laid out its tables in the same order, so that they stand at the same places. Where that is not
// so, what is read afterwards is no journal: its hashes do not fit. False if it is too short.
bool lendSchema(const OwnFile& file);

}  // namespace apportion::store
