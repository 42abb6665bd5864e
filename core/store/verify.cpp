// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/verify.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include "core/store/canonical.h"
#include "core/store/failure.h"
#include "core/store/fold.h"
#include "core/store/history/check.h"
#include "core/store/interruption.h"
#include "core/store/project_values.h"
#include "core/store/savepoint.h"
#include "core/store/schema.h"
#include "core/store/unseated.h"

namespace apportion::store {

namespace {

Problem entryProblem(std::string_view code, const std::string& file, Revision n) {
    return projectProblem(code, file, {{"entry", Value::ofCount(n)}});
}

void checkPages(SQLite::Database& database, const std::string& file, Problems& found) {
    SQLite::Statement check(database, "PRAGMA integrity_check(20)");
    while (check.executeStep()) {
        std::istringstream lines(check.getColumn(0).getString());
        for (std::string line; std::getline(lines, line);)
            if (line != "ok" && !line.starts_with("***"))  // above them stands which database
                found.push_back(
                    projectProblem("project-damaged", file, {{"detail", Value::ofText(line)}}));
    }
    SQLite::Statement references(database, "PRAGMA foreign_key_check");
    while (references.executeStep())
        found.push_back(
            projectProblem("project-reference", file,
                           {{"table", Value::ofText(references.getColumn(0).getString())},
                            {"target", Value::ofText(references.getColumn(2).getString())}}));
}

void checkParts(SQLite::Database& database, const std::string& file, Problems& found) {
    for (const std::string& part : missingParts(database))
        found.push_back(projectProblem("project-damaged", file,
                                       {{"detail", Value::ofText(part + " is missing")}}));
    for (const std::string& part : foreignParts(database))
        found.push_back(
            projectProblem("project-foreign-part", file, {{"part", Value::ofText(part)}}));
}

// The columns beside an entry repeat a part of it: the undo stack is made of them.
bool columnsFit(SQLite::Statement& row, const JournalEntry& entry) {
    const bool undoesFits =
        entry.undoes ? row.getColumn(7).getInt64() == *entry.undoes : row.getColumn(7).isNull();
    return undoesFits && row.getColumn(3).getInt64() == entry.at &&
           row.getColumn(4).getString() == entry.who &&
           row.getColumn(5).getString() == entry.action &&
           row.getColumn(6).getString() == entry.subject;
}

// Walks the journal once: hashes, numbers, and the fold of all facts; nothing where it is wounded.
std::optional<Objects> checkJournal(SQLite::Database& database, const std::string& file,
                                    Problems& found, const std::stop_token& stop) {
    constexpr int kMost = 20;
    Fold fold;
    int wounds = 0;
    const auto wound = [&](std::string_view code, Revision n) {
        ++wounds;
        found.push_back(entryProblem(code, file, n));
    };
    std::string previous = firstHash();
    Revision expected = 1;
    // All rows, also those with numbers that no entry has.
    SQLite::Statement row(database,
                          "SELECT n, entry, hash, at, who, action, subject, undoes FROM journal"
                          " ORDER BY n");
    while (wounds < kMost && !stop.stop_requested() && row.executeStep()) {
        const Revision n = row.getColumn(0).getInt64();
        const std::string text = row.getColumn(1).getString();
        std::string hash = row.getColumn(2).getString();
        if (n != expected)
            wound("project-entry-missing", expected);
        expected = n + 1;
        // Onto what a wound left nothing fits, and what a wounded entry says is not told.
        const std::size_t misfits = fold.misfits.size();
        const auto entry = entryFromText(text, [&](Fact&& fact) {
            if (wounds == 0)
                fold.apply(fact, n);
            return !stop.stop_requested();
        });
        if (!entry || entry->n != n)
            wound("project-entry-damaged", n);
        else if (chainHash(previous, text) != hash || !columnsFit(row, *entry))
            wound("project-chain-broken", n);
        else if (wounds == 0)
            fold.close(*entry);
        if (wounds > 0)
            fold.misfits.resize(std::min(misfits, fold.misfits.size()));
        previous = std::move(hash);
    }
    for (std::size_t i = 0; i < fold.misfits.size() && wounds < kMost; ++i)
        wound("project-fact-wrong", fold.misfits[i].n);
    return wounds == 0 ? std::optional(std::move(fold.objects)) : std::nullopt;
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

// Row by row: a second state would need as much memory again.
void compare(const Objects& fold, Tables& tables, const std::string& file, Problems& found) {
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        const auto differs = [&](const std::string& key) {
            found.push_back(projectProblem(
                "project-state-differs", file,
                {{"noun", Value::ofText(std::string{word(kind)})}, {"key", Value::ofText(key)}}));
        };
        auto next = fold.of(kind).begin();
        const auto end = fold.of(kind).end();
        tables.each(kind, [&](const std::string& key, const Object& object) {
            for (; next != end && next->first < key; ++next)
                differs(next->first);
            if (next == end || next->first != key || next->second != object)
                differs(key);
            if (next != end && next->first == key)
                ++next;
            return true;
        });
        for (; next != end; ++next)
            differs(next->first);
    }
}

// Those of an older entry were left by a program that knew nothing of them.
void checkSums(Tables& tables, const Objects& objects, const std::string& file, Problems& found) {
    const auto sums = tables.sums();
    if (sums && sums->n > objects.revision)
        found.push_back(entryProblem("project-entry-missing", file, objects.revision + 1));
    else if (sums && sums->n == objects.revision && *sums != sumsOf(objects))
        found.push_back(projectProblem("project-damaged", file,
                                       {{"detail", Value::ofText("its sums are other ones")}}));
}

// What the journal and the tables agree on is to be a project, too.
void checkSense(const Objects& objects, const std::string& file, Problems& found) {
    const auto project = projectFrom(objects, file);
    if (!project) {
        found.insert(found.end(), project.error().begin(), project.error().end());
        return;
    }
    for (const auto& [key, object] : objects.of(ObjectKind::eviction))
        if (const auto eviction = evictionFrom(object.body); !eviction)
            found.push_back(damageOf(eviction.error(), ObjectKind::eviction, key, file).front());
    for (const auto& [key, object] : objects.of(ObjectKind::ended))
        if (const auto work = endedFrom(object.body); !work)
            found.push_back(damageOf(work.error(), ObjectKind::ended, key, file).front());
    for (const std::string& name : unseated(*project))
        found.push_back(
            projectProblem("project-unseated", file, {{"workload", Value::ofText(name)}}));
}

// Of several the latest.
Problems problemsOfHead(Tables& tables, const std::string& file) {
    std::optional<Problem> found;
    Head before;
    bool any = false;
    const auto link = [&](Revision n, std::string_view hash, const Tables::Chained& chained) {
        if (n == 1 && !any)
            before = {0, firstHash()};
        const bool known = any || n == 1;
        any = true;
        if (known && n != before.n + 1)
            found = entryProblem("project-entry-missing", file, n - 1);
        else if (known && chained(before.hash) != hash)
            found = entryProblem("project-chain-broken", file, n);
        before = {n, std::string(hash)};
    };
    tables.linksOfLast(kHeadEntries, link);
    if (!any)
        return {projectProblem("project-no-journal", file)};
    return found ? Problems{std::move(*found)} : Problems{};
}

}  // namespace

Problems checkHead(Tables& tables, const std::string& file) {
    try {
        return problemsOfHead(tables, file);
    } catch (const SQLite::Exception& failure) {
        if ((failure.getErrorCode() & 0xFF) != SQLITE_CORRUPT)
            throw;
        return {failureOf(failure, file)};
    }
}

bool isDamage(const Problem& problem) {
    constexpr std::array<std::string_view, 7> kCodes{
        "project-damaged",       "project-no-journal",   "project-entry-damaged",
        "project-entry-missing", "project-chain-broken", "project-fact-wrong",
        "project-state-differs"};
    const std::string_view code = problem.message.code;
    return code == "project-reference" ||
           std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

Problems verify(SQLite::Database& database, Tables& tables, const std::string& file,
                const std::stop_token& stop) {
    Problems found;
    const Interruption interruption(database, stop);
    try {
        // One look at everything, also while others write.
        Savepoint look(database, "verify");
        checkPages(database, file, found);
        checkParts(database, file, found);
        const auto fold = checkJournal(database, file, found, stop);
        checkSamples(database, file, found);
        if (fold)
            compare(*fold, tables, file, found);
        if (fold && found.empty())
            checkSums(tables, *fold, file, found);
        if (fold && found.empty() && !stop.stop_requested())
            checkSense(*fold, file, found);
        look.release();
    } catch (const SQLite::Exception& failure) {
        found.push_back(failureOf(failure, file));
    }
    return found;
}

}  // namespace apportion::store
