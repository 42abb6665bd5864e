// SPDX-License-Identifier: GPL-3.0-or-later
// The engine lease: which one process runs the live engine on a project file. Not part of the
// state: it stands in no journal.
#pragma once

#include <optional>
#include <string>

#include <SQLiteCpp/Database.h>

#include "core/model/project.h"
#include "core/store/process_identity.h"

namespace apportion::store {

// A holder on another machine, of which nothing can be asked, counts as dead after so long.
inline constexpr Duration kLeasePatience = 30 * kSecond;
// One that can be seen to live, but stands still, may be relieved after so long: it will notice.
inline constexpr Duration kStandstill = 60 * kSecond;
inline constexpr Duration kHeartbeat = 5 * kSecond;

struct Lease {
    ProcessIdentity holder;
    Moment heartbeat = 0;
    std::string who;
};

std::optional<Lease> readLease(SQLite::Database& database);
bool isLive(const Lease& lease, Moment now);
// False if a living process has it. Both in a transaction of their own.
bool takeLease(SQLite::Database& database, const std::string& who, Moment now);
// False, and nothing done, if this process no longer has it.
bool renewLease(SQLite::Database& database, Moment now);
bool holdsLease(SQLite::Database& database);
// Nothing happens unless this process has it.
void giveUpLease(SQLite::Database& database);

}  // namespace apportion::store
