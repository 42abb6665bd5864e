// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lease.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

namespace apportion::store {

std::optional<Lease> readLease(SQLite::Database& database) {
    SQLite::Statement select(database,
                             "SELECT machine, boot, pid, started, heartbeat, who FROM lease");
    if (!select.executeStep())
        return {};
    return Lease{{select.getColumn(0).getString(), select.getColumn(1).getString(),
                  select.getColumn(2).getInt64(), select.getColumn(3).getInt64()},
                 select.getColumn(4).getInt64(),
                 select.getColumn(5).getString()};
}

bool isLive(const Lease& lease, Moment now) {
    switch (lifeOf(lease.holder)) {
        case Life::alive:
            return true;
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
    insert.bind(1, self.machine);
    insert.bind(2, self.boot);
    insert.bind(3, self.pid);
    insert.bind(4, self.started);
    insert.bind(5, now);
    insert.bind(6, who);
    insert.exec();
    transaction.commit();
    return true;
}

void renewLease(SQLite::Database& database, Moment now) {
    const ProcessIdentity self = thisProcess();
    SQLite::Statement update(
        database, "UPDATE lease SET heartbeat = ? WHERE boot = ? AND pid = ? AND started = ?");
    update.bind(1, now);
    update.bind(2, self.boot);
    update.bind(3, self.pid);
    update.bind(4, self.started);
    update.exec();
}

void giveUpLease(SQLite::Database& database) {
    const ProcessIdentity self = thisProcess();
    SQLite::Statement remove(database,
                             "DELETE FROM lease WHERE boot = ? AND pid = ? AND started = ?");
    remove.bind(1, self.boot);
    remove.bind(2, self.pid);
    remove.bind(3, self.started);
    remove.exec();
}

}  // namespace apportion::store
