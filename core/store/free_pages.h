// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the pages that nothing uses. SQLite writes to them without a look, so that a number
// in it that was changed costs what stands in the page that it names now. Internal to store.
#pragma once

#include <string>

#include <SQLiteCpp/Database.h>

namespace apportion::store {

// Whether all of them are empty, as `secure_delete` leaves them, and as many as the file says.
// False where that cannot be told, too: then a check of all pages knows. `file` is besideFile(…,
// "").
bool freePagesAreEmpty(SQLite::Database& database, const std::string& file);

}  // namespace apportion::store
