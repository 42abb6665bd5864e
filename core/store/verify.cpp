// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/verify.h"

#include <SQLiteCpp/Transaction.h>

#include "core/store/canonical.h"
#include "core/store/failure.h"
#include "core/store/history/check.h"

namespace apportion::store {

namespace {

Problem entryProblem(std::string_view code, const std::string& file, Revision n) {
    return projectProblem(code, file, {{"entry", Value::ofCount(n)}});
}

void checkPages(SQLite::Database& database, const std::string& file, Problems& found) {
    SQLite::Statement check(database, "PRAGMA integrity_check(20)");
    while (check.executeStep())
        if (const std::string line = check.getColumn(0).getString(); line != "ok")
            found.push_back(
                projectProblem("project-damaged", file, {{"detail", Value::ofText(line)}}));
    SQLite::Statement references(database, "PRAGMA foreign_key_check");
    while (references.executeStep())
        found.push_back(
            projectProblem("project-reference", file,
                           {{"table", Value::ofText(references.getColumn(0).getString())},
                            {"target", Value::ofText(references.getColumn(2).getString())}}));
}

// Walks the journal once: hashes, numbers, and the fold of all facts.
Objects checkJournal(Tables& tables, const std::string& file, Problems& found) {
    constexpr std::size_t kMost = 20;
    Objects fold;
    std::string previous = firstHash();
    Revision expected = 1;
    tables.rows(1, [&](Tables::Row&& row) {
        if (row.n != expected)
            found.push_back(entryProblem("project-entry-missing", file, expected));
        expected = row.n + 1;
        auto entry = entryFromText(row.text);
        if (!entry || entry->n != row.n)
            found.push_back(entryProblem("project-entry-damaged", file, row.n));
        else if (chainHash(previous, row.text) != row.hash)
            found.push_back(entryProblem("project-chain-broken", file, row.n));
        else if (!fold.apply(*entry))
            found.push_back(entryProblem("project-fact-wrong", file, row.n));
        previous = row.hash;
        return found.size() < kMost;
    });
    return fold;
}

void checkSamples(SQLite::Database& database, const std::string& file, Problems& found) {
    if (!database.tableExists("history_series"))
        return;  // an older file, opened for reading
    const auto damaged = checkHistory(database);
    if (!damaged.empty())
        found.push_back(
            projectProblem("project-history-damaged", file,
                           {{"rows", Value::ofCount(static_cast<std::int64_t>(damaged.size()))}}));
}

void compare(const Objects& fold, const Objects& tables, const std::string& file, Problems& found) {
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        const auto differs = [&](const std::string& key) {
            found.push_back(projectProblem(
                "project-state-differs", file,
                {{"noun", Value::ofText(std::string{word(kind)})}, {"key", Value::ofText(key)}}));
        };
        for (const auto& [key, object] : fold.of(kind)) {
            const Object* other = tables.find(kind, key);
            if (other == nullptr || *other != object)
                differs(key);
        }
        for (const auto& [key, object] : tables.of(kind))
            if (fold.find(kind, key) == nullptr)
                differs(key);
    }
}

}  // namespace

Problems checkHead(Tables& tables, const std::string& file) {
    const Head head = tables.head();
    auto rows = tables.rowsBack(head.n, kHeadEntries);
    if (rows.empty())
        return {projectProblem("project-no-journal", file)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Tables::Row& row = rows[i];
        const bool last = i + 1 == rows.size();
        const std::string previous = !last        ? rows[i + 1].hash
                                     : row.n == 1 ? firstHash()
                                                  : std::string{};
        if (!last && rows[i + 1].n != row.n - 1)
            return {entryProblem("project-entry-missing", file, row.n - 1)};
        if (!previous.empty() && chainHash(previous, row.text) != row.hash)
            return {entryProblem("project-chain-broken", file, row.n)};
    }
    return {};
}

Problems verify(SQLite::Database& database, Tables& tables, const std::string& file) {
    Problems found;
    try {
        // One look at everything, also while others write.
        SQLite::Transaction transaction(database);
        checkPages(database, file, found);
        const Objects fold = checkJournal(tables, file, found);
        checkSamples(database, file, found);
        if (found.empty())
            compare(fold, tables.objects(true), file, found);
    } catch (const SQLite::Exception& failure) {
        found.push_back(failureOf(failure, file));
    }
    return found;
}

}  // namespace apportion::store
