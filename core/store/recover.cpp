// SPDX-License-Identifier: GPL-3.0-or-later
// What can be read of a damaged project, into a new one: its journal, and one entry more that
// brings the state to what the tables still say.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/canonical.h"
#include "core/store/damage_note.h"
#include "core/store/draft.h"
#include "core/store/fold.h"
#include "core/store/history/check.h"
#include "core/store/history/schema.h"
#include "core/store/interruption.h"
#include "core/store/lay_log.h"
#include "core/store/lend_schema.h"
#include "core/store/make_readable.h"
#include "core/store/open_file.h"
#include "core/store/other_name.h"
#include "core/store/project_file.h"
#include "core/store/project_values.h"
#include "core/store/salvage_journal.h"
#include "core/store/schema.h"
#include "core/store/verify.h"
#include "core/store/wal_check.h"

namespace apportion {

namespace fs = std::filesystem;
using store::projectProblem;

namespace {

struct Salvage {
    store::SalvagedJournal journal;
    bool endsHere = false;                   // nothing came behind what could be read of it
    store::Objects tables;                   // what the tables gave
    std::array<bool, kObjectKinds> whole{};  // of which kinds all rows could be read
    Problems unread;                         // tables
    Problems losses;
    bool laid = false;               // with all frames of the log
    std::optional<Problem> failure;  // nothing could be read at all

    bool complete() const { return endsHere && journal.lost.empty(); }
};

void lose(Problems& losses, std::string_view code, const std::string& file,
          std::vector<Argument> arguments) {
    losses.push_back(projectProblem(code, file, std::move(arguments)));
    losses.back().warning = true;
}

// Where the end of the journal cannot be found, what is told is the least that is lost: the tables
// name the entries that changed them.
void tellLostEntries(const std::string& file, Salvage& salvage) {
    Problems told;
    const store::SalvagedJournal& journal = salvage.journal;
    const auto tell = [&](std::string_view code, Revision from, Revision to) {
        lose(told, code, file, {{"from", Value::ofCount(from)}, {"to", Value::ofCount(to)}});
    };
    const auto tellRange = [&](const std::string& code, Revision from, Revision to) {
        tell(from == to ? code + ".one" : code, from, to);
    };
    const auto tellRanges = [&](const std::string& code, const std::vector<Revision>& numbers) {
        for (std::size_t i = 0, begin = 0; i < numbers.size(); ++i)
            if (i + 1 == numbers.size() || numbers[i + 1] != numbers[i] + 1) {
                tellRange(code, numbers[begin], numbers[i]);
                begin = i + 1;
            }
    };
    tellRanges("recover-entries-lost", journal.lost);
    if (!salvage.endsHere) {
        const Revision first = journal.fold.objects.revision + 1;
        Revision last = std::max(journal.last, first);
        bool lastKnown = journal.lastKnown;
        for (std::size_t i = 0; i < kObjectKinds && !journal.ended; ++i)
            for (const auto& [key, object] : salvage.tables.of(static_cast<ObjectKind>(i)))
                if (object.changed > last) {
                    last = object.changed;
                    lastKnown = false;
                }
        if (lastKnown)
            tellRange("recover-entries-lost", first, last);
        else
            tell("recover-entries-lost.open", first, last);
    }
    tellRanges("recover-entry-unproven", journal.unproven);
    salvage.losses.insert(salvage.losses.begin(), told.begin(), told.end());
}

// Rows that are missing at the journal's end leave an unbroken chain: what the tables know more
// says that it went on.
bool goesOnInTables(const Salvage& salvage) {
    for (std::size_t i = 0; i < kObjectKinds; ++i)
        for (const auto& [key, object] : salvage.tables.of(static_cast<ObjectKind>(i)))
            if (object.changed > salvage.journal.fold.objects.revision)
                return true;
    return false;
}

// Throws where the rest of the table cannot be read.
void readTable(SQLite::Database& database, ObjectKind kind, const char* order,
               store::ObjectMap& map) {
    SQLite::Statement select(database, "SELECT key, place, changed, body FROM " +
                                           store::tableOf(kind) + " ORDER BY rowid " + order);
    while (select.executeStep())
        if (auto body = store::canonicalText(select.getColumn(3).getString()))
            map[select.getColumn(0).getString()] = {
                select.getColumn(1).getInt64(), select.getColumn(2).getInt64(), std::move(*body)};
}

void readTables(SQLite::Database& database, const std::string& file, Salvage& salvage) {
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        try {
            readTable(database, kind, "ASC", salvage.tables.of(kind));
            salvage.whole[i] = true;
        } catch (const SQLite::Exception&) {
            lose(salvage.unread, "recover-table-lost", file,
                 {{"noun", Value::ofText(std::string{word(kind)})}});
            try {  // what lies behind the wound
                readTable(database, kind, "DESC", salvage.tables.of(kind));
            } catch (const SQLite::Exception&) {
                // No more of it than that.
            }
        }
    }
}

SQLite::Database openWounded(const std::string& copy) {
    SQLite::Database source = store::openAt(copy, SQLite::OPEN_READWRITE);
    // Without it a file that was cut off is not read at all.
    source.exec("PRAGMA writable_schema = ON");
    return source;
}

// That an end is missing shows in nothing where neither the journal nor a table tells of it.
void tellUnprovenEnd(const std::string& file, Salvage& salvage) {
    std::vector<std::string> unread;
    for (std::size_t i = 0; i < kObjectKinds; ++i)
        if (!salvage.whole[i])
            unread.emplace_back(word(static_cast<ObjectKind>(i)));
    std::vector<Argument> arguments{{"to", Value::ofCount(salvage.journal.last)}};
    if (unread.empty())
        return lose(salvage.losses, "recover-end-unproven", file, std::move(arguments));
    arguments.push_back({"kinds", Value::ofList(std::move(unread))});
    lose(salvage.losses, "recover-end-unproven.unread", file, std::move(arguments));
}

Salvage salvageOf(const std::string& copy, const std::string& damaged,
                  const std::stop_token& stop) {
    Salvage salvage;
    try {
        SQLite::Database source = openWounded(copy);
        const store::Interruption interruption(source, stop);
        // What newer programs know beyond this one is left behind.
        if (const int schema = store::schemaOf(source); schema > store::kSchema)
            lose(salvage.losses, "recover-newer", damaged,
                 {{"schema", Value::ofCount(schema)}, {"known", Value::ofCount(store::kSchema)}});
        salvage.journal = store::salvageJournal(source);
        readTables(source, damaged, salvage);
        const Revision read = salvage.journal.fold.objects.revision;
        salvage.endsHere = salvage.journal.last == read && read > 0 &&
                           (salvage.journal.ended || !goesOnInTables(salvage));
        // A whole journal has all that the tables would tell.
        if (!salvage.complete())
            salvage.losses.insert(salvage.losses.end(), salvage.unread.begin(),
                                  salvage.unread.end());
        tellLostEntries(damaged, salvage);
        if (salvage.endsHere && !salvage.journal.ended)
            tellUnprovenEnd(damaged, salvage);
        for (const store::Misfit& each : salvage.journal.fold.misfits)
            lose(salvage.losses, "recover-entry-misfit", damaged,
                 {{"entry", Value::ofCount(each.n)},
                  {"noun", Value::ofText(std::string{word(each.kind)})},
                  {"key", Value::ofText(each.key)}});
    } catch (const SQLite::Exception& failure) {
        salvage.failure = store::failureOf(failure, damaged);
    }
    return salvage;
}

void copySamples(const std::string& copy, SQLite::Database& target, const std::string& file,
                 Salvage& salvage, const std::stop_token& stop) {
    try {
        SQLite::Database source = openWounded(copy);
        const store::Interruption interruption(source, stop);
        if (!source.tableExists("history_series")) {
            if (store::schemaOf(source) >= store::kSchemaWithHistory)
                lose(salvage.losses, "recover-samples-lost", file, {});
            return;
        }
        // One of its own, as a savepoint that is rolled back leaves a transaction open.
        SQLite::Transaction transaction(target);
        if (!store::salvageHistory(source, target))
            lose(salvage.losses, "recover-samples-part", file, {});
        if (const std::size_t rows = store::dropDamagedHistory(target); rows > 0)
            lose(salvage.losses, "recover-samples-dropped", file,
                 {{"rows", Value::ofCount(static_cast<std::int64_t>(rows))}});
        transaction.commit();
    } catch (const SQLite::Exception&) {
        lose(salvage.losses, "recover-samples-lost", file, {});
    }
}

// The state to be had: the journal's as far as it goes, as hashes vouch for it; what was changed
// after that, and by entries that are lost, as the tables say. Of a table that could be read in
// part only, nothing is taken away.
store::Objects stateOf(const Salvage& salvage) {
    store::Objects state = salvage.journal.fold.objects;
    if (salvage.complete())
        return state;
    const std::vector<Revision>& lost = salvage.journal.lost;
    for (std::size_t i = 0; i < kObjectKinds; ++i) {
        const auto kind = static_cast<ObjectKind>(i);
        const store::ObjectMap& tables = salvage.tables.of(kind);
        store::ObjectMap& map = state.of(kind);
        if (salvage.whole[i])
            for (auto each = map.begin(); each != map.end();)
                each = tables.find(each->first) == tables.end() ? map.erase(each) : std::next(each);
        for (const auto& [key, object] : tables) {
            const auto found = map.find(key);
            if (found == map.end() || object.changed > salvage.journal.fold.objects.revision ||
                std::binary_search(lost.begin(), lost.end(), object.changed))
                map[key] = object;
        }
    }
    return state;
}

// Of the entry of that number, if it could be read.
std::optional<Moment> momentOf(const std::vector<JournalEntry>& entries, Revision number) {
    const auto found =
        std::lower_bound(entries.begin(), entries.end(), number,
                         [](const JournalEntry& each, Revision wanted) { return each.n < wanted; });
    return found != entries.end() && found->n == number ? std::optional(found->at) : std::nullopt;
}

// One way to read a copy: as SQLite does, or with the log laid over it by hand; with its own list
// of tables, or a new one.
struct Way {
    std::optional<store::Frames> laid;
    bool lent = false;
};

// Of a file that was moved while it was open it stands beside the former name.
std::string logOf(const std::string& damaged) {
    const auto elsewhere = store::logElsewhere(damaged);
    return elsewhere ? elsewhere->log : store::besideFile(damaged, "-wal");
}

// A copy is opened, with its WAL: opening may write, and the wounded file stays as it is.
Result<void> copyFiles(const std::string& damaged, const store::OwnFile& copy,
                       const std::string& path) {
    for (const char* part : {"-wal", "-shm", "-journal"})
        unlink((copy.name() + part).c_str());
    int number = ftruncate(copy.file(), 0) == 0
                     ? store::copyBytes(store::besideFile(damaged, ""), copy.file())
                     : errno;
    std::error_code failed;
    if (const std::string log = logOf(damaged); number == 0 && fs::exists(log, failed)) {
        const auto beside = store::createNew(copy.name() + "-wal", S_IRUSR | S_IWUSR);
        number = beside ? store::copyBytes(log, beside.get()) : errno;
    }
    if (number == EACCES)
        return tl::unexpected(Problems{
            projectProblem("project-cannot-open", damaged,
                           {{"detail", Value::ofText(std::generic_category().message(number))}})});
    if (number == EEXIST)
        return tl::unexpected(Problems{projectProblem("project-draft-replaced", path)});
    if (number != 0)
        return tl::unexpected(
            Problems{store::failureOf(number, number == ENOSPC ? path : damaged)});
    // What comes next would be told as damage.
    constexpr std::uintmax_t kSome = 64 << 10;
    if (const fs::space_info room = fs::space(copy.name(), failed);
        !failed && room.available < kSome)
        return tl::unexpected(Problems{projectProblem("project-disk-full", path)});
    return {};
}

// False where it cannot be read that way.
Result<bool> prepare(const Way& way, const std::string& damaged, const store::OwnFile& copy,
                     const std::string& path) {
    if (auto copied = copyFiles(damaged, copy, path); !copied)
        return tl::unexpected(std::move(copied.error()));
    return (!way.laid || store::layLog(copy, *way.laid)) && (!way.lent || store::lendSchema(copy));
}

std::size_t rowsOf(const Salvage& salvage) {
    std::size_t rows = 0;
    for (std::size_t i = 0; i < kObjectKinds; ++i)
        rows += salvage.tables.of(static_cast<ObjectKind>(i)).size();
    return rows;
}

bool isBetter(const Salvage& salvage, const Salvage& than) {
    if (salvage.journal.read() != than.journal.read())
        return salvage.journal.read() > than.journal.read();
    return salvage.complete() || rowsOf(salvage) > rowsOf(than) ||
           (!salvage.failure && than.failure);
}

// What the way gives that keeps most of the journal; the copy is then as it was read.
Result<Salvage> bestOf(const std::string& damaged, const store::OwnFile& copy,
                       const std::string& path, bool logBroken, const std::stop_token& stop) {
    std::error_code failed;
    const auto log = fs::file_size(logOf(damaged), failed);
    std::vector<Way> ways{{}};
    if (!failed && log > 0)
        ways.insert(ways.end(), {{store::Frames::all}, {store::Frames::whole}});
    for (std::size_t i = 0, count = ways.size(); i < count; ++i)  // the list may be wounded
        ways.push_back({ways[i].laid, true});
    std::optional<Salvage> best;
    std::size_t taken = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (best && ((ways[i].lent && !best->journal.entries.empty()) ||
                     (best->complete() && (best->laid || !logBroken))))
            break;
        const auto prepared = prepare(ways[i], damaged, copy, path);
        if (!prepared)
            return tl::unexpected(prepared.error());
        last = i;
        if (!*prepared)
            continue;
        Salvage salvage = salvageOf(copy.name(), damaged, stop);
        if (stop.stop_requested())
            return tl::unexpected(Problems{projectProblem("recover-stopped", damaged)});
        salvage.laid = ways[i].laid.has_value();
        if (best && !isBetter(salvage, *best))
            continue;
        best = std::move(salvage);
        taken = i;
    }
    if (taken != last)
        if (const auto prepared = prepare(ways[taken], damaged, copy, path); !prepared)
            return tl::unexpected(prepared.error());
    return std::move(*best);
}

// What is told of the log, whatever could be read of it.
void tellLog(const std::string& damaged, const std::optional<store::LogDamage>& wound,
             bool logBroken, Salvage& salvage) {
    using store::LogDamage;
    const auto note = store::readDamageNote(damaged);
    const LogDamage cut{LogDamage::Kind::cut, 0};
    const bool isCut =
        (wound && wound->kind == cut.kind) || (note && note->finding == store::findingOf(cut));
    if (logBroken && (isCut || !salvage.laid || !salvage.complete()))
        lose(salvage.losses, "recover-log-broken", damaged, {});
    std::error_code failed;
    if (const std::string kept = store::besideFile(damaged, "-wal-broken");
        fs::exists(kept, failed))
        lose(salvage.losses, "recover-log-kept", damaged, {{"part", Value::ofText(kept)}});
}

bool isEmpty(const store::Objects& state) {
    for (std::size_t kind = 0; kind < kObjectKinds; ++kind)
        if (!state.of(static_cast<ObjectKind>(kind)).empty())
            return false;
    return true;
}

}  // namespace

Result<Recovered> recoverProject(const std::string& damaged, const std::string& path,
                                 const std::string& who, Moment now, const MayRead& refusal,
                                 const std::stop_token& stop) {
    if (auto problem = store::lookAt(damaged); problem && !store::isDamage(*problem))
        return tl::unexpected(Problems{std::move(*problem)});
    return store::guarded(damaged, [&]() -> Result<Recovered> {
        auto draft = store::Draft::begin(path, damaged);
        if (!draft)
            return tl::unexpected(std::move(draft.error()));
        auto copy = store::OwnFile::beside(path, store::kReading, damaged);
        if (!copy)
            return tl::unexpected(std::move(copy.error()));
        const auto wound = store::lastingDamageOfLog(store::besideFile(damaged, ""));
        const auto known = store::readDamageNote(damaged);
        const bool logBroken =
            wound || (known && known->present && known->ofLog) ||
            store::damageOfLog(store::besideFile(damaged, ""), store::Index::orNot);
        auto best = bestOf(damaged, *copy, path, logBroken, stop);
        if (!best)
            return tl::unexpected(std::move(best.error()));
        Salvage& salvage = *best;
        if (salvage.failure && salvage.failure->message.code == "project-not-one")
            return tl::unexpected(Problems{projectProblem("recover-not-one", damaged)});
        if (salvage.failure)
            return tl::unexpected(Problems{std::move(*salvage.failure)});
        tellLog(damaged, wound, logBroken, salvage);
        store::Objects state = stateOf(salvage);
        // Before anything is made where it is missing.
        if (salvage.journal.entries.empty() && isEmpty(state))
            return tl::unexpected(Problems{projectProblem("recover-nothing", damaged)});
        std::vector<store::Dropped> dropped = store::letWait(
            state, salvage.tables, salvage.journal.fold.objects, [&](Revision changed) {
                return momentOf(salvage.journal.entries, changed).value_or(now);
            });
        for (store::Dropped& each :
             store::makeReadable(state, who, fs::path(damaged).stem().string()))
            dropped.push_back(std::move(each));
        for (const store::Dropped& each : dropped)
            lose(salvage.losses, each.code, damaged,
                 {{"noun", Value::ofText(std::string{word(each.kind)})},
                  {"key", Value::ofText(each.key)}});
        if (const auto project = store::projectFrom(state, damaged); project && refusal)
            if (auto refused = refusal(*project)) {
                Problem problem;
                problem.message = std::move(*refused);
                return tl::unexpected(Problems{std::move(problem)});
            }

        JournalEntry note;
        note.at = now;
        note.who = who;
        note.action = store::kRecover;
        note.subject = fs::path(damaged).filename().string();
        note.arguments = store::argumentsNaming(salvage.journal.fold.misfits);
        note.facts = store::factsBetween(salvage.journal.fold.objects, state);
        for (const Problem& loss : salvage.losses)
            note.why += (note.why.empty() ? "" : " ") + render(loss.message);
        const auto written = store::guarded(path, [&]() -> Result<void> {
            SQLite::Database database = store::connect(draft->file(), store::Access::create);
            SQLite::Transaction transaction(database);
            store::createSchema(database);
            store::Tables tables(database);
            for (JournalEntry& entry : salvage.journal.entries) {
                if (stop.stop_requested())
                    break;
                tables.append(entry, store::Tables::Fit::any);
            }
            if (stop.stop_requested())
                return tl::unexpected(Problems{projectProblem("recover-stopped", damaged)});
            tables.append(note);
            transaction.commit();
            copySamples(copy->name(), database, damaged, salvage, stop);
            if (stop.stop_requested())
                return tl::unexpected(Problems{projectProblem("recover-stopped", damaged)});
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
            return {};
        });
        if (!written)
            return tl::unexpected(written.error());
        if (auto placed = draft->commit(); !placed)
            return tl::unexpected(std::move(placed.error()));
        return Recovered{salvage.journal.read(), std::move(salvage.losses)};
    });
}

}  // namespace apportion
