// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease.h"

#include <algorithm>
#include <ctime>
#include <sstream>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "core/store/lease_file.h"

namespace apportion::store {

namespace {

// The table has one column for both, and for the number of the file where that is known: none of
// them has a blank in it.
std::string machineColumn(const ProcessIdentity& process) {
    return process.machine + ' ' + process.space;
}

// Gives the number of the file; empty where the lease is an older program's, which names none.
std::string readMachine(const std::string& column, ProcessIdentity& process) {
    std::istringstream words(column);
    std::string file;
    std::getline(words, process.machine, ' ');
    std::getline(words, process.space, ' ');
    std::getline(words, file, ' ');
    return file;
}

constexpr const char* kIsSelf =
    " WHERE substr(machine || ' ', 1, length(?1) + 1) = ?1 || ' ' AND boot = ?2 AND pid = ?3"
    " AND started = ?4";

void bindSelf(SQLite::Statement& statement) {
    const ProcessIdentity self = thisProcess();
    statement.bind(1, machineColumn(self));
    statement.bind(2, self.boot);
    statement.bind(3, self.pid);
    statement.bind(4, self.started);
}

}  // namespace

std::optional<Lease> readLease(SQLite::Database& database) {
    SQLite::Statement select(database,
                             "SELECT machine, boot, pid, started, heartbeat, who FROM lease");
    if (!select.executeStep())
        return {};
    Lease lease{{{},
                 select.getColumn(1).getString(),
                 select.getColumn(2).getInt64(),
                 select.getColumn(3).getInt64()},
                select.getColumn(4).getInt64(),
                select.getColumn(5).getString()};
    readMachine(select.getColumn(0).getString(), lease.holder);
    return lease;
}

Duration sinceBoot() {
    struct timespec now {};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * kSecond + now.tv_nsec / 1'000'000;
}

void LeaseWatch::look(Lease& lease, Duration steady) {
    const bool same = seen_ && seen_->holder == lease.holder;
    if (!same || seen_->heartbeat != lease.heartbeat) {
        lease.beats = same;
        seen_ = lease;
        since_ = steady;
    }
    lease.still = steady - since_;
    lease.beats = seen_->beats;
}

bool isLive(const Lease& lease, Moment now) {
    const Life life = lifeOf(lease.holder);
    const Moment heartbeat = std::max<Moment>(lease.heartbeat, 0);  // a damaged one can be any
    const Duration silent = heartbeat > now ? lease.still : now - heartbeat;
    return life != Life::dead && silent < (life == Life::alive ? kStandstill : kLeasePatience);
}

bool takeLease(SQLite::Database& database, const std::string& who, Moment now, LeaseWatch& watch,
               Duration steady) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const ProcessIdentity self = thisProcess();
    auto lease = readLease(database);
    if (lease)
        watch.look(*lease, steady);
    if (lease && isLive(*lease, now))
        return lease->holder == self;
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO lease VALUES(1, ?, ?, ?, ?, ?, ?)");
    bindSelf(insert);
    insert.bind(5, now);
    insert.bind(6, who);
    insert.exec();
    transaction.commit();
    return true;
}

bool holdsLease(SQLite::Database& database) {
    const auto lease = readLease(database);
    return lease && lease->holder == thisProcess();
}

bool renewLease(SQLite::Database& database, Moment now) {
    SQLite::Statement update(database, std::string("UPDATE lease SET heartbeat = ?5") + kIsSelf);
    bindSelf(update);
    update.bind(5, now);
    return update.exec() > 0;
}

void giveUpLease(SQLite::Database& database) {
    SQLite::Statement remove(database, std::string("DELETE FROM lease") + kIsSelf);
    bindSelf(remove);
    remove.exec();
}

void nameFileOfLease(SQLite::Database& database, const FilePlace& place) {
    SQLite::Statement update(database,
                             std::string("UPDATE lease SET machine = ?1 || ?5") + kIsSelf);
    bindSelf(update);
    update.bind(5, ' ' + std::to_string(place.inode));
    update.exec();
}

// Two machines that share a file may number it otherwise, so that only a holder that is seen to
// live here can be told to run another one. The device is left out: a file that is mounted twice
// may have two.
bool isLeaseOfAnother(SQLite::Database& database, const FilePlace& place) {
    ProcessIdentity machine;
    const std::string file = readMachine(
        database.execAndGet("SELECT coalesce(max(machine), '') FROM lease").getString(), machine);
    if (file.empty() || place.inode == 0 || file == std::to_string(place.inode))
        return false;
    const auto lease = readLease(database);
    return lease && lifeOf(lease->holder) == Life::alive;
}

void dropLeaseOfAnother(SQLite::Database& database, const FilePlace& place) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (!isLeaseOfAnother(database, place))
        return;
    database.exec("DELETE FROM lease");
    transaction.commit();
}

}  // namespace apportion::store
