// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection is doing ends with SQLITE_INTERRUPT once that is requested. Internal to store.
#pragma once

#include <stop_token>

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

namespace apportion::store {

// As long as it lives; the token has to live longer.
class Interruption {
public:
    Interruption(SQLite::Database& database, const std::stop_token& stop)
        : handle_(database.getHandle()) {
        constexpr int kInstructions = 10'000;
        sqlite3_progress_handler(handle_, kInstructions, isStopped,
                                 const_cast<std::stop_token*>(&stop));
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption() { sqlite3_progress_handler(handle_, 0, nullptr, nullptr); }

private:
    static int isStopped(void* stop) {
        return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
    }

    sqlite3* handle_;
};

}  // namespace apportion::store
