// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/tables.h"

#include <algorithm>
#include <future>
#include <memory>
#include <stdexcept>

#include <sqlite3.h>

#include "core/store/canonical.h"
#include "core/store/schema.h"

namespace apportion::store {

namespace {

// Where there are so many rows a second thread is worth it.
constexpr std::size_t kManyRows = 10'000;

Object objectFrom(SQLite::Statement& statement, int first) {
    return {statement.getColumn(first).getInt64(), statement.getColumn(first + 1).getInt64(),
            statement.getColumn(first + 2).getString()};
}

// Without a copy; valid until the next step.
std::string_view textAt(SQLite::Statement& statement, int column) {
    const SQLite::Column value = statement.getColumn(column);
    const auto* text = static_cast<const char*>(value.getBlob());
    return text == nullptr ? std::string_view()
                           : std::string_view(text, static_cast<std::size_t>(value.getBytes()));
}

void checked(SQLite::Database& database, int code) {
    if (code != SQLITE_OK)
        throw SQLite::Exception(database.getHandle(), code);
}

// The text of an entry in its order.
void eachPiece(SQLite::Database& database, Revision n,
               const std::function<void(std::string_view)>& take) {
    constexpr int kPiece = 1 << 18;
    sqlite3_blob* opened = nullptr;
    const int code =
        sqlite3_blob_open(database.getHandle(), "main", "journal", "entry", n, 0, &opened);
    const std::unique_ptr<sqlite3_blob, decltype(&sqlite3_blob_close)> blob(opened,
                                                                            sqlite3_blob_close);
    checked(database, code);
    const int size = sqlite3_blob_bytes(blob.get());
    std::string piece(static_cast<std::size_t>(std::min(size, kPiece)), '\0');
    for (int at = 0; at < size; at += kPiece) {
        const int length = std::min(size - at, kPiece);
        checked(database, sqlite3_blob_read(blob.get(), piece.data(), length, at));
        take(std::string_view(piece).substr(0, static_cast<std::size_t>(length)));
    }
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

void Tables::append(JournalEntry& entry, Fit fit) {
    const Head before = head();
    entry.n = before.n + 1;
    const std::string text = entryText(entry);
    entry.hash = chainHash(before.hash, text);
    // An older program that wrote last has left none.
    auto sums = this->sums();
    if (!sums || sums->n != before.n)
        sums = sumsOf(objects(Extent::everything));
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
        write(fact, entry.n, fit, *sums);
    sums->n = entry.n;
    Use replace(statement("INSERT OR REPLACE INTO meta VALUES('state-sums', ?)"));
    replace->bind(1, textOf(*sums));
    replace->exec();
}

void Tables::write(const Fact& fact, Revision n, Fit fit, StateSums& sums) {
    const std::string table = tableOf(fact.kind);
    const auto found = object(fact.kind, fact.key);
    if (fit == Fit::exact && (found ? found->body : std::string()) != fact.before)
        throw std::logic_error(table + " '" + fact.key + "' is not what the entry says it was");
    if (found)
        sums.at(fact.kind) -= shareOf(fact.key, *found);
    if (fact.after.empty()) {
        Use remove(statement("DELETE FROM " + table + " WHERE key = ?"));
        remove->bind(1, fact.key);
        remove->exec();
        return;
    }
    Use write(statement(
        found ? "UPDATE " + table + " SET place = ?2, changed = ?3, body = ?4 WHERE key = ?1"
              : "INSERT INTO " + table + "(key, place, changed, body) VALUES(?1, ?2, ?3, ?4)"));
    write->bind(1, fact.key);
    write->bind(2, fact.place);
    write->bind(3, n);
    write->bind(4, fact.after);
    write->exec();
    sums.at(fact.kind) += shareOf(fact.key, {fact.place, n, fact.after});
}

void Tables::rows(Revision from, const std::function<bool(Row&&)>& row) {
    Use select(statement("SELECT n, entry, hash FROM journal WHERE n >= ? ORDER BY n"));
    select->bind(1, from);
    while (select->executeStep())
        if (!row({select->getColumn(0).getInt64(), select->getColumn(1).getString(),
                  select->getColumn(2).getString()}))
            return;
}

void Tables::lookBack(Revision to, std::size_t most, const Look& look) {
    Use select(
        statement("SELECT n, entry, hash FROM journal WHERE n <= ? ORDER BY n DESC LIMIT ?"));
    select->bind(1, to);
    select->bind(2, static_cast<std::int64_t>(most));
    while (select->executeStep())
        if (!look(select->getColumn(0).getInt64(), textAt(*select, 1), textAt(*select, 2)))
            return;
}

void Tables::linksOfLast(std::size_t most, const Link& link) {
    Use select(
        statement("SELECT n, hash FROM journal WHERE n >="
                  " (SELECT min(n) FROM (SELECT n FROM journal ORDER BY n DESC LIMIT ?))"
                  " ORDER BY n"));
    select->bind(1, static_cast<std::int64_t>(most));
    while (select->executeStep()) {
        const Revision n = select->getColumn(0).getInt64();
        link(n, textAt(*select, 1), [&](std::string_view previous) {
            ChainHash hash(previous);
            eachPiece(database_, n, [&](std::string_view piece) { hash.add(piece); });
            return hash.text();
        });
    }
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
        ObjectMap& map = objects.of(kind);
        each(kind, [&](std::string&& key, Object&& object) {
            map.emplace_hint(map.end(), std::move(key), std::move(object));
            return true;
        });
    }
    objects.revision = revision();
    return objects;
}

void Tables::each(ObjectKind kind, const Each& each) {
    Use select(
        statement("SELECT key, place, changed, body FROM " + tableOf(kind) + " ORDER BY key"));
    while (select->executeStep() && each(select->getColumn(0).getString(), objectFrom(*select, 1)))
        ;
}

std::optional<StateSums> Tables::sums() {
    Use select(statement("SELECT value FROM meta WHERE key = 'state-sums'"));
    return select->executeStep() ? sumsFrom(select->getColumn(0).getString()) : std::nullopt;
}

Vouched Tables::vouched(const Objects& objects, Extent extent) {
    const auto sums = this->sums();
    if (!sums || sums->n < objects.revision)
        return Vouched::unknown;
    bool fit = sums->n == objects.revision;
    // Of a crowd both the workloads and their runs are many.
    std::vector<std::future<bool>> beside;
    for (std::size_t i = 0; fit && i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        if (extentOf(kind) > extent)
            continue;
        const auto fits = [&objects, &sums, kind] {
            return sumOf(objects.of(kind)) == sums->of[static_cast<std::size_t>(kind)];
        };
        if (kind == ObjectKind::workload && objects.of(kind).size() >= kManyRows)
            beside.push_back(std::async(std::launch::async, fits));
        else
            fit = fits();
    }
    for (std::future<bool>& each : beside)
        fit = each.get() && fit;
    return fit ? Vouched::yes : Vouched::no;
}

Vouched Tables::vouched(ObjectKind kind, const std::vector<std::pair<std::string, Object>>& rows) {
    auto sums = this->sums();
    if (!sums || sums->n != revision())
        return Vouched::unknown;
    return sumOf(rows) == sums->at(kind) ? Vouched::yes : Vouched::no;
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

namespace {

// A range of the primary key, where LIKE would look at every row.
void bindBeginning(Use& select, const std::string& prefix) {
    std::string behind = prefix;
    ++behind.back();
    select->bind(1, prefix);
    select->bind(2, behind);
}

}  // namespace

bool Tables::anyBeginningWith(ObjectKind kind, const std::string& prefix) {
    Use select(statement("SELECT 1 FROM " + tableOf(kind) + " WHERE key >= ? AND key < ? LIMIT 1"));
    bindBeginning(select, prefix);
    return select->executeStep();
}

std::vector<std::pair<std::string, Object>> Tables::beginningWith(ObjectKind kind,
                                                                  const std::string& prefix) {
    Use select(statement("SELECT key, place, changed, body FROM " + tableOf(kind) +
                         " WHERE key >= ? AND key < ? ORDER BY changed, place"));
    bindBeginning(select, prefix);
    std::vector<std::pair<std::string, Object>> found;
    while (select->executeStep())
        found.emplace_back(select->getColumn(0).getString(), objectFrom(*select, 1));
    return found;
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
