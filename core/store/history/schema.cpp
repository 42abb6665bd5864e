// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/schema.h"

#include <array>
#include <string>

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include "core/store/savepoint.h"

namespace apportion::store {
namespace {

// A block's bytes are cut into parts (rows.h): a page of 4 KB holds one row of 2.1 to 4 KB, which
// most blocks are, and half of the file would be empty. Rows come in the order of the key, so that
// pages are filled one after the other, and those of expired blocks become free as a whole.
constexpr const char* kTables = R"sql(
CREATE TABLE history_series (
  id      INTEGER PRIMARY KEY,
  kind    INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  measure INTEGER NOT NULL,
  UNIQUE (kind, name, measure)
) STRICT;
CREATE TABLE history_block (
  level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 2),
  start  INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES history_series(id),
  part   INTEGER NOT NULL,
  data   BLOB    NOT NULL,
  PRIMARY KEY (level, start, series, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_open (
  level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 2),
  start  INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES history_series(id),
  data   BLOB    NOT NULL,
  PRIMARY KEY (level, start, series)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_tail (
  id    INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL,
  heard INTEGER,
  data  BLOB    NOT NULL
) STRICT;
CREATE TABLE history_state (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  hour     INTEGER,
  stage    INTEGER NOT NULL,
  cursor   INTEGER NOT NULL,
  kept0    INTEGER NOT NULL,
  kept1    INTEGER NOT NULL,
  kept2    INTEGER NOT NULL,
  standing BLOB    NOT NULL
) STRICT;
)sql";

// Parents before children.
constexpr std::array<const char*, 5> kNames{"history_series", "history_block", "history_open",
                                            "history_tail", "history_state"};

// `put` writes one row.
template <typename Put>
void copyTable(SQLite::Database& from, SQLite::Database& to, const std::string& table,
               const std::string& order, Put&& put) {
    SQLite::Statement read(from, "SELECT * FROM " + table + order);
    std::string places = "?";
    for (int i = 1; i < read.getColumnCount(); ++i)
        places += ",?";
    // What was read from the other end already is passed over.
    SQLite::Statement write(to, (order.empty() ? "INSERT INTO " : "INSERT OR IGNORE INTO ") +
                                    table + " VALUES (" + places + ")");
    while (read.executeStep()) {
        for (int i = 0; i < read.getColumnCount(); ++i) {
            const SQLite::Column column = read.getColumn(i);
            if (column.isInteger())
                write.bind(i + 1, column.getInt64());
            else if (column.isText())
                write.bind(i + 1, column.getString());
            else if (column.isBlob())
                write.bind(i + 1, column.getBlob(), column.getBytes());
            else
                write.bind(i + 1);
        }
        put(write);
        write.reset();
    }
}

void clear(SQLite::Database& database) {
    for (auto name = kNames.rbegin(); name != kNames.rend(); ++name)
        database.exec(std::string("DELETE FROM ") + *name);
}

}  // namespace

void createHistoryTables(SQLite::Database& database) {
    database.exec(kTables);
}

void copyHistory(SQLite::Database& from, SQLite::Database& to) {
    Savepoint reading(from, "history_copy");  // one state of all tables
    Savepoint writing(to, "history_copy");
    clear(to);
    for (const char* name : kNames)
        copyTable(from, to, name, {}, [](SQLite::Statement& row) { row.exec(); });
    writing.release();
    reading.release();
}

bool salvageHistory(SQLite::Database& from, SQLite::Database& to) {
    bool whole = true;
    clear(to);
    const auto put = [&](SQLite::Statement& row) {
        // Of a series that is lost, or read from the other end already.
        whole = row.tryExecuteStep() == SQLITE_DONE && whole;
    };
    for (const char* name : kNames)
        for (const char* order : {" ORDER BY 1, 2", " ORDER BY 1 DESC, 2 DESC"}) {
            try {
                copyTable(from, to, name, order, put);
                break;
            } catch (const SQLite::Exception&) {
                whole = false;  // and what lies behind the wound
            }
        }
    return whole;
}

void dropHistory(SQLite::Database& database) {
    Savepoint writing(database, "history_drop");
    clear(database);
    writing.release();
}

}  // namespace apportion::store
