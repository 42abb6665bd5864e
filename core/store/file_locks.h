// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's locks, kept where the rest of the process cannot lose them. POSIX gives up all locks of
// a process on a file as soon as it closes any descriptor of it (fcntl(2)), and a file dialog that
// looks what kind of file each one is opens and closes them all. Another program then takes itself
// for the only one, and removes the log that this one writes to. Locks of an open file description
// stay until they are given up.
#pragma once

#include <sys/types.h>

namespace apportion::store {

// sqlite.org/fileformat2.html, "The Lock-Byte Page": a connection in WAL mode reads all the time.
inline constexpr off_t kSharedFirst = 0x40000000 + 2;
inline constexpr off_t kSharedSize = 510;

// Before the first connection; safe to call again. Where the system has no such locks everything
// stays as it is.
void keepFileLocks();

// Whether the system has them: only then a second descriptor of a database may be closed.
bool hasDescriptionLocks();

}  // namespace apportion::store
