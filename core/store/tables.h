// SPDX-License-Identifier: GPL-3.0-or-later
// Journal and state as rows. Statements are prepared once a connection. Everything here runs in
// the caller's transaction and lets SQLite::Exception pass.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "core/model/journal.h"
#include "core/store/objects.h"

namespace apportion::store {

struct Head {
    Revision n = 0;
    std::string hash;  // of the first entry's predecessor where n is 0
};

class Tables {
public:
    explicit Tables(SQLite::Database& database) : database_(database) {}

    Head head();
    // Of the last entry, without touching what it says.
    Revision revision();
    // Gives the entry the next number and its hash, and writes it and its facts. Throws
    // std::logic_error if an object is not what a fact says it was.
    void append(JournalEntry& entry);

    // Calls `row` for each entry from `from` on in ascending order, as stored, until it says false.
    struct Row {
        Revision n = 0;
        std::string text;
        std::string hash;
    };
    void rows(Revision from, const std::function<bool(Row&&)>& row);
    // The last `most` entries before or at `to`, latest first.
    std::vector<Row> rowsBack(Revision to, std::size_t most);

    // Entries, ascending, in whose text this stands.
    std::vector<Row> rowsWith(const std::string& text);

    Objects objects(Extent extent);
    std::int64_t count(ObjectKind kind);
    std::optional<Object> object(ObjectKind kind, const std::string& key);
    // The last `most` of a kind, latest first.
    std::vector<std::pair<std::string, Object>> latest(ObjectKind kind, std::size_t most);

private:
    SQLite::Statement& statement(const std::string& sql);
    void write(const Fact& fact, Revision n);

    SQLite::Database& database_;
    std::map<std::string, SQLite::Statement> statements_;
};

}  // namespace apportion::store
