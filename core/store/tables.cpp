// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/tables.h"

#include <stdexcept>

#include "core/store/canonical.h"
#include "core/store/schema.h"

namespace apportion::store {

namespace {

Object objectFrom(SQLite::Statement& statement, int first) {
    return {statement.getColumn(first).getInt64(), statement.getColumn(first + 1).getInt64(),
            statement.getColumn(first + 2).getString()};
}

// Frees the read lock as soon as the answer is complete.
class Use {
public:
    explicit Use(SQLite::Statement& statement) : statement_(statement) {}
    ~Use() {
        statement_.tryReset();
        statement_.clearBindings();
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    SQLite::Statement* operator->() { return &statement_; }
    SQLite::Statement& operator*() { return statement_; }

private:
    SQLite::Statement& statement_;
};

}  // namespace

SQLite::Statement& Tables::statement(const std::string& sql) {
    const auto found = statements_.find(sql);
    if (found != statements_.end())
        return found->second;
    return statements_.emplace(sql, SQLite::Statement(database_, sql)).first->second;
}

Head Tables::head() {
    Use select(statement("SELECT n, hash FROM journal ORDER BY n DESC LIMIT 1"));
    if (!select->executeStep())
        return {0, firstHash()};
    return {select->getColumn(0).getInt64(), select->getColumn(1).getString()};
}

// The hash lies behind the text of its entry, which may be as large as the pool.
Revision Tables::revision() {
    Use select(statement("SELECT max(n) FROM journal"));
    return select->executeStep() ? select->getColumn(0).getInt64() : 0;
}

void Tables::append(JournalEntry& entry) {
    const Head before = head();
    entry.n = before.n + 1;
    const std::string text = entryText(entry);
    entry.hash = chainHash(before.hash, text);
    {
        Use insert(statement("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?, ?, ?)"));
        insert->bind(1, entry.n);
        insert->bind(2, entry.at);
        insert->bind(3, entry.who);
        insert->bind(4, entry.action);
        insert->bind(5, entry.subject);
        if (entry.undoes)
            insert->bind(6, *entry.undoes);
        insert->bind(7, text);
        insert->bind(8, entry.hash);
        insert->exec();
    }
    for (const Fact& fact : entry.facts)
        write(fact, entry.n);
}

void Tables::write(const Fact& fact, Revision n) {
    const std::string table = tableOf(fact.kind);
    int changed = 0;
    if (fact.before.empty()) {
        Use insert(
            statement("INSERT INTO " + table + "(key, place, changed, body) VALUES(?, ?, ?, ?)"));
        insert->bind(1, fact.key);
        insert->bind(2, fact.place);
        insert->bind(3, n);
        insert->bind(4, fact.after);
        changed = insert->exec();
    } else if (fact.after.empty()) {
        Use remove(statement("DELETE FROM " + table + " WHERE key = ? AND body = ?"));
        remove->bind(1, fact.key);
        remove->bind(2, fact.before);
        changed = remove->exec();
    } else {
        Use update(statement("UPDATE " + table +
                             " SET place = ?, changed = ?, body = ? WHERE key = ? AND body = ?"));
        update->bind(1, fact.place);
        update->bind(2, n);
        update->bind(3, fact.after);
        update->bind(4, fact.key);
        update->bind(5, fact.before);
        changed = update->exec();
    }
    if (changed != 1)
        throw std::logic_error(table + " '" + fact.key + "' is not what the entry says it was");
}

void Tables::rows(Revision from, const std::function<bool(Row&&)>& row) {
    Use select(statement("SELECT n, entry, hash FROM journal WHERE n >= ? ORDER BY n"));
    select->bind(1, from);
    while (select->executeStep())
        if (!row({select->getColumn(0).getInt64(), select->getColumn(1).getString(),
                  select->getColumn(2).getString()}))
            return;
}

std::vector<Tables::Row> Tables::rowsBack(Revision to, std::size_t most) {
    Use select(
        statement("SELECT n, entry, hash FROM journal WHERE n <= ? ORDER BY n DESC LIMIT ?"));
    select->bind(1, to);
    select->bind(2, static_cast<std::int64_t>(most));
    std::vector<Row> rows;
    while (select->executeStep())
        rows.push_back({select->getColumn(0).getInt64(), select->getColumn(1).getString(),
                        select->getColumn(2).getString()});
    return rows;
}

std::vector<Tables::Row> Tables::rowsWith(const std::string& text) {
    Use select(
        statement("SELECT n, entry, hash FROM journal WHERE instr(entry, ?) > 0 ORDER BY n"));
    select->bind(1, text);
    std::vector<Row> rows;
    while (select->executeStep())
        rows.push_back({select->getColumn(0).getInt64(), select->getColumn(1).getString(),
                        select->getColumn(2).getString()});
    return rows;
}

namespace {

Extent extentOf(ObjectKind kind) {
    switch (kind) {
        case ObjectKind::ended:
        case ObjectKind::eviction:
            return Extent::everything;
        case ObjectKind::workload:
        case ObjectKind::run:
            return Extent::present;
        default:
            return Extent::configuration;
    }
}

}  // namespace

Objects Tables::objects(Extent extent) {
    Objects objects;
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        if (extentOf(kind) > extent)
            continue;
        Use select(
            statement("SELECT key, place, changed, body FROM " + tableOf(kind) + " ORDER BY key"));
        ObjectMap& map = objects.of(kind);
        while (select->executeStep())
            map.emplace_hint(map.end(), select->getColumn(0).getString(), objectFrom(*select, 1));
    }
    objects.revision = revision();
    return objects;
}

std::int64_t Tables::count(ObjectKind kind) {
    Use select(statement("SELECT count(*) FROM " + tableOf(kind)));
    select->executeStep();
    return select->getColumn(0).getInt64();
}

std::optional<Object> Tables::object(ObjectKind kind, const std::string& key) {
    Use select(statement("SELECT place, changed, body FROM " + tableOf(kind) + " WHERE key = ?"));
    select->bind(1, key);
    if (!select->executeStep())
        return {};
    return objectFrom(*select, 0);
}

std::vector<std::pair<std::string, Object>> Tables::latest(ObjectKind kind, std::size_t most) {
    Use select(statement("SELECT key, place, changed, body FROM " + tableOf(kind) +
                         " ORDER BY changed DESC, place DESC LIMIT ?"));
    select->bind(1, static_cast<std::int64_t>(most));
    std::vector<std::pair<std::string, Object>> found;
    while (select->executeStep())
        found.emplace_back(select->getColumn(0).getString(), objectFrom(*select, 1));
    return found;
}

}  // namespace apportion::store
