// SPDX-License-Identifier: GPL-3.0-or-later
// What can be read of a damaged project, into a new one: the journal up to its first wound, as it
// stands, and one entry more that brings the state to what the tables still say.
#include <filesystem>

#include <SQLiteCpp/Transaction.h>

#include "core/store/canonical.h"
#include "core/store/history/schema.h"
#include "core/store/open_file.h"
#include "core/store/project_file.h"
#include "core/store/schema.h"

namespace apportion {

namespace fs = std::filesystem;
using store::projectProblem;

namespace {

struct Salvage {
    std::vector<JournalEntry> entries;       // an unbroken chain from the first on
    store::Objects fold;                     // of them
    store::Objects tables;                   // what the tables gave
    std::array<bool, kObjectKinds> whole{};  // of which kinds all rows could be read
    Problems losses;
};

void lose(Salvage& salvage, std::string_view code, const std::string& file,
          std::vector<Argument> arguments) {
    salvage.losses.push_back(projectProblem(code, file, std::move(arguments)));
    salvage.losses.back().warning = true;
}

void readJournal(SQLite::Database& database, const std::string& file, Salvage& salvage) {
    store::Tables tables(database);
    std::string previous = store::firstHash();
    Revision last = 0;  // seen in any way
    try {
        tables.rows(1, [&](store::Tables::Row&& row) {
            last = row.n;
            auto entry = store::entryFromText(row.text);
            if (!entry || entry->n != salvage.fold.revision + 1 || entry->n != row.n ||
                store::chainHash(previous, row.text) != row.hash || !salvage.fold.apply(*entry))
                return false;
            previous = row.hash;
            entry->hash = std::move(row.hash);
            salvage.entries.push_back(std::move(*entry));
            return true;
        });
    } catch (const SQLite::Exception&) {
        last = salvage.fold.revision + 1;
    }
    try {
        last = std::max(last, tables.head().n);
    } catch (const SQLite::Exception&) {
        // The end of the journal cannot be found; what is told is the least that is lost.
    }
    if (last > salvage.fold.revision)
        lose(salvage, "recover-entries-lost", file,
             {{"from", Value::ofCount(salvage.fold.revision + 1)}, {"to", Value::ofCount(last)}});
}

void readTables(SQLite::Database& database, const std::string& file, Salvage& salvage) {
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        try {
            SQLite::Statement select(
                database, "SELECT key, place, changed, body FROM " + store::tableOf(kind));
            while (select.executeStep()) {
                const auto body = store::canonicalText(select.getColumn(3).getString());
                if (body)
                    salvage.tables.of(kind)[select.getColumn(0).getString()] = {
                        select.getColumn(1).getInt64(), select.getColumn(2).getInt64(), *body};
            }
            salvage.whole[i] = true;
        } catch (const SQLite::Exception& failure) {
            lose(salvage, "recover-table-lost", file,
                 {{"noun", Value::ofText(std::string{word(kind)})},
                  {"detail", Value::ofText(failure.what())}});
        }
    }
}

void copySamples(SQLite::Database& source, SQLite::Database& target, const std::string& file,
                 Salvage& salvage) {
    try {
        if (source.tableExists("history_series"))
            store::copyHistory(source, target);
    } catch (const SQLite::Exception& failure) {
        lose(salvage, "recover-samples-lost", file, {{"detail", Value::ofText(failure.what())}});
    }
}

// From the fold of the unbroken entries to what the tables say. Of a table that could be read in
// part only, nothing is taken away.
std::vector<Fact> difference(const Salvage& salvage) {
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        const store::ObjectMap& before = salvage.fold.of(kind);
        const store::ObjectMap& after = salvage.tables.of(kind);
        for (const auto& [key, object] : after) {
            const auto old = before.find(key);
            if (old == before.end())
                facts.push_back({kind, key, object.place, {}, object.body});
            else if (old->second.body != object.body)
                facts.push_back({kind, key, object.place, old->second.body, object.body});
        }
        for (const auto& [key, object] : before)
            if (salvage.whole[i] && after.find(key) == after.end())
                facts.push_back({kind, key, object.place, object.body, {}});
    }
    return facts;
}

}  // namespace

Result<Recovered> recoverProject(const std::string& damaged, const std::string& path,
                                 const std::string& who, Moment now) {
    std::error_code failed;
    if (fs::exists(path, failed))
        return tl::unexpected(Problems{projectProblem("project-exists", path)});
    if (!fs::exists(damaged, failed))
        return tl::unexpected(Problems{projectProblem("project-no-file", damaged)});
    return store::guarded(damaged, [&]() -> Result<Recovered> {
        // A copy is opened, with its WAL: opening may write, and the wounded file stays as it is.
        const std::string copy = path + ".reading";
        for (const char* part : {"", "-wal"})
            if (fs::exists(damaged + part, failed))
                fs::copy_file(damaged + part, copy + part, fs::copy_options::overwrite_existing,
                              failed);
        const std::shared_ptr<void> removed(nullptr, [&](void*) {
            for (const char* part : {"", "-wal", "-shm"})
                fs::remove(copy + part, failed);
        });
        SQLite::Database source(copy, SQLite::OPEN_READWRITE);
        Salvage salvage;
        readJournal(source, damaged, salvage);
        readTables(source, damaged, salvage);
        JournalEntry note;
        note.at = now;
        note.who = who;
        note.action = "recover";
        note.subject = fs::path(damaged).filename().string();
        note.facts = difference(salvage);
        for (const Problem& loss : salvage.losses)
            note.why += (note.why.empty() ? "" : " ") + render(loss.message);
        if (salvage.entries.empty() && note.facts.empty())
            return tl::unexpected(Problems{projectProblem("recover-nothing", damaged)});

        const std::string draft = path + ".new";
        fs::remove(draft, failed);
        {
            SQLite::Database database = store::connect(draft, store::Access::create);
            // What the wounds left hanging in the air is for verify() to tell.
            database.exec("PRAGMA foreign_keys = OFF");
            SQLite::Transaction transaction(database);
            store::createSchema(database);
            store::Tables tables(database);
            for (JournalEntry& entry : salvage.entries)
                tables.append(entry);
            tables.append(note);
            transaction.commit();
            copySamples(source, database, damaged, salvage);
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        fs::rename(draft, path);
        return Recovered{static_cast<Revision>(salvage.entries.size()), std::move(salvage.losses)};
    });
}

}  // namespace apportion
