// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to a project file, set up the same way everywhere: foreign keys on, WAL,
// synchronous FULL, a busy timeout.
#pragma once

#include <filesystem>

#include <SQLiteCpp/Database.h>

namespace apportion::store {

enum class Access { readOnly, readWrite, create };

// How long a writer waits for another program's transaction, which takes milliseconds.
inline constexpr int kBusyTimeoutMs = 10'000;

// The first connection to a file that a program left without closing it finds its WAL; SQLite says
// so once. Since forgetRemainders(), on this thread.
void forgetRemainders();
bool foundRemainder();

// Throws SQLite::Exception; the functions of ProjectFile turn it into a Problem. No link is
// followed, neither to this file nor, by what is attached or vacuumed into, to another: the path
// must have no links in it.
SQLite::Database openAt(const std::string& file, int flags);

// The same for a path that the user named, which can have links in it.
SQLite::Database connect(const std::filesystem::path& file, Access access);

}  // namespace apportion::store
