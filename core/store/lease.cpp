// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

namespace apportion::store {

namespace {

// The table has one column for both: a machine has no blank in its name.
std::string machineColumn(const ProcessIdentity& process) {
    return process.machine + ' ' + process.space;
}

void readMachine(const std::string& column, ProcessIdentity& process) {
    const auto blank = column.find(' ');
    process.machine = column.substr(0, blank);
    process.space = blank == std::string::npos ? std::string() : column.substr(blank + 1);
}

constexpr const char* kIsSelf = " WHERE machine = ? AND boot = ? AND pid = ? AND started = ?";

void bindSelf(SQLite::Statement& statement, int first) {
    const ProcessIdentity self = thisProcess();
    statement.bind(first, machineColumn(self));
    statement.bind(first + 1, self.boot);
    statement.bind(first + 2, self.pid);
    statement.bind(first + 3, self.started);
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

bool isLive(const Lease& lease, Moment now) {
    switch (lifeOf(lease.holder)) {
        case Life::alive:
            return now - lease.heartbeat < kStandstill;
        case Life::dead:
            return false;
        case Life::unknown:
            break;
    }
    return now - lease.heartbeat < kLeasePatience;
}

bool takeLease(SQLite::Database& database, const std::string& who, Moment now) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const ProcessIdentity self = thisProcess();
    if (const auto lease = readLease(database); lease && isLive(*lease, now))
        return lease->holder == self;
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO lease VALUES(1, ?, ?, ?, ?, ?, ?)");
    bindSelf(insert, 1);
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
    SQLite::Statement update(database, std::string("UPDATE lease SET heartbeat = ?") + kIsSelf);
    update.bind(1, now);
    bindSelf(update, 2);
    return update.exec() > 0;
}

void giveUpLease(SQLite::Database& database) {
    SQLite::Statement remove(database, std::string("DELETE FROM lease") + kIsSelf);
    bindSelf(remove, 1);
    remove.exec();
}

}  // namespace apportion::store
