// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

namespace apportion::store {

SQLite::Database connect(const std::filesystem::path& file, Access access) {
    int flags = SQLite::OPEN_READONLY;
    if (access != Access::readOnly)
        flags = SQLite::OPEN_READWRITE;
    if (access == Access::create)
        flags |= SQLite::OPEN_CREATE;
    SQLite::Database database(file.string(), flags, kBusyTimeoutMs);
    // Off by default in every connection.
    database.exec("PRAGMA foreign_keys = ON");
    if (access != Access::readOnly) {
        database.exec("PRAGMA journal_mode = WAL");
        database.exec("PRAGMA synchronous = FULL");
    }
    return database;
}

}  // namespace apportion::store
