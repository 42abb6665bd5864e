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
    Duration still = 0;  // how long this program has seen the same heartbeat
    bool beats = false;  // this program has seen it change
};

// This machine's clock that nobody sets, also while the machine is suspended.
Duration sinceBoot();

// A heartbeat in the future says nothing by the wall clock. It is watched: a holder that lives
// changes it.
class LeaseWatch {
public:
    void look(Lease& lease, Duration steady);

private:
    std::optional<Lease> seen_;
    Duration since_ = 0;
};

std::optional<Lease> readLease(SQLite::Database& database);
// Of a lease that was looked at by a watch.
bool isLive(const Lease& lease, Moment now);
// False if a living process has it. In a transaction of its own.
bool takeLease(SQLite::Database& database, const std::string& who, Moment now, LeaseWatch& watch,
               Duration steady);
// False, and nothing done, if this process no longer has it.
bool renewLease(SQLite::Database& database, Moment now);
bool holdsLease(SQLite::Database& database);
// Nothing happens unless this process has it.
void giveUpLease(SQLite::Database& database);

}  // namespace apportion::store
