// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a file without a trace beside it. What others write from then on is not seen. Internal to
// store.
#pragma once

#include <optional>
#include <string>

#include <SQLiteCpp/Database.h>

namespace apportion::store {

// As it is, without its log and a look at what others do.
SQLite::Database connectImmutable(const std::string& path);

// With this log (empty = none), in a folder of its own; that is gone at once, as the connection has
// all files open. Nothing where it cannot be copied, or others write all the time.
std::optional<SQLite::Database> connectCopy(const std::string& path, const std::string& log);

}  // namespace apportion::store
