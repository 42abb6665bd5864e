// SPDX-License-Identifier: GPL-3.0-or-later
// A savepoint that is gone when it was rolled back. SQLiteCpp's own one stays open then, and with
// it the transaction that it began: readers would hold their state and writers the file for ever.
// Internal to store.
#pragma once

#include <string>
#include <utility>

#include <SQLiteCpp/Database.h>

namespace apportion::store {

class Savepoint {
public:
    // The name is an identifier.
    Savepoint(SQLite::Database& database, std::string name)
        : database_(database), name_(std::move(name)) {
        database_.exec("SAVEPOINT " + name_);
    }
    ~Savepoint() {
        if (released_)
            return;
        // After some errors SQLite has rolled back everything by itself, and both fail.
        (void)database_.tryExec("ROLLBACK TO SAVEPOINT " + name_);
        (void)database_.tryExec("RELEASE SAVEPOINT " + name_);
    }
    Savepoint(const Savepoint&) = delete;
    Savepoint& operator=(const Savepoint&) = delete;

    void release() {
        database_.exec("RELEASE SAVEPOINT " + name_);
        released_ = true;
    }

private:
    SQLite::Database& database_;
    std::string name_;
    bool released_ = false;
};

}  // namespace apportion::store
