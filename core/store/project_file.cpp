// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project_file.h"

#include <algorithm>
#include <fstream>

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <unistd.h>

#include "core/store/canonical.h"
#include "core/store/disprove.h"
#include "core/store/draft.h"
#include "core/store/fact_texts.h"
#include "core/store/lease_file.h"
#include "core/store/project_file_open.h"
#include "core/store/savepoint.h"
#include "core/store/schema.h"
#include "core/store/verify.h"
#include "core/store/wal_check.h"

namespace apportion {

using store::Content;
using store::contentNow;
using store::guarded;
using store::projectProblem;

namespace {

constexpr std::chrono::seconds kLookAtLogEvery(5);
constexpr std::chrono::seconds kLookAtContentEvery(1);

// What an earlier look found is not seen in the log any more, once somebody has opened it.
void noteLog(store::OpenFile& open) {
    const auto note = store::readDamageNote(open.path);
    if (open.logFinding.empty() && note && note->present && note->ofLog)
        open.logFinding = note->finding;
    else if (!open.logFinding.empty())
        for (Problem& told : store::writeDamageNote(open.path, open.logFinding, true))
            open.notices.push_back(std::move(told));
    open.damaged = !open.logFinding.empty();
}

// Of a log that is broken on the disk all is read as long as its index lives, which goes with the
// last program. So it is brought into the file now, if what it holds is whole.
Problems bringIn(ProjectFile& file, store::OpenFile& open) {
    const std::string beside = store::besideFile(open.path, "");
    const auto wound = store::lastingDamageOfLog(beside);
    if (!wound)
        return {};
    if (!store::isStillRead(beside, *wound))
        open.logFinding = store::findingOf(*wound);
    (void)file.verify();
    if (Problems damage = file.damage(); !damage.empty())
        return damage;
    SQLite::Statement checkpoint(open.database, "PRAGMA wal_checkpoint(TRUNCATE)");
    // Somebody may be reading: then it is for the next one.
    const bool done = checkpoint.executeStep() && checkpoint.getColumn(0).getInt() == 0;
    const char* told = done ? "project-log-rescued" : "project-log-broken";
    if (open.notices.empty() || open.notices.back().message.code != told) {
        open.notices.push_back(projectProblem(told, open.path));
        open.notices.back().warning = true;
    }
    return {};
}

// Whoever copies the file without its log is to have what was written. Nobody is waited for: what
// somebody still reads is for the next time.
void keepFileRecent(store::OpenFile& open) {
    if (!open.isTakenForDamaged())
        sqlite3_wal_checkpoint_v2(open.database.getHandle(), "main", SQLITE_CHECKPOINT_PASSIVE,
                                  nullptr, nullptr);
}

}  // namespace

void store::lookInto(const Problems& met, ProjectFile& file, OpenFile& open) {
    // Before the transaction has ended it would hold up everybody; write() meets it then.
    if (open.writing || !file.damage().empty())
        return;
    const auto found = std::find_if(met.begin(), met.end(), isDamage);
    // Read with the log of another pool a whole one seems damaged.
    if (found != met.end() && contentNow(open) == Content::another)
        return;
    // What a check took for sound it does not look into again.
    if (found != met.end() && std::exchange(open.lookedInto, found->message) != found->message)
        (void)file.verify();
}

ProjectFile::ProjectFile(std::unique_ptr<Open> open) : open_(std::move(open)) {}
ProjectFile::ProjectFile(ProjectFile&&) noexcept = default;
ProjectFile& ProjectFile::operator=(ProjectFile&&) noexcept = default;
ProjectFile::~ProjectFile() = default;

Result<ProjectFile> ProjectFile::create(const std::string& path, JournalEntry first) {
    return guarded(path, [&]() -> Result<ProjectFile> {
        auto draft = store::Draft::begin(path);
        if (!draft)
            return tl::unexpected(std::move(draft.error()));
        {
            SQLite::Database database = store::connect(draft->file(), store::Access::create);
            SQLite::Transaction transaction(database);
            store::createSchema(database);
            store::Tables(database).append(first);
            transaction.commit();
            // What is in the WAL moves into the file.
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        if (auto placed = draft->commit(); !placed)
            return tl::unexpected(std::move(placed.error()));
        return open(path, OpenMode::readWrite);
    });
}

Result<ProjectFile> ProjectFile::open(const std::string& name, OpenMode mode) {
    // ":memory:" is a name like others.
    const std::string path = name.starts_with(':') ? "./" + name : name;
    return guarded(path, [&]() -> Result<ProjectFile> {
        // A writer's connection alone may change the header.
        const auto note = store::readDamageNote(path);
        Problems told;
        if (note && mode == OpenMode::readWrite) {
            auto disproved = store::disprove(*note, path);
            if (!disproved)
                return tl::unexpected(std::move(disproved.error()));
            told = std::move(*disproved);
        }
        auto database = store::openDatabase(path, mode == OpenMode::readOnly);
        if (!database)
            return tl::unexpected(std::move(database.error()));
        const bool logBroken = database->logBroken;
        const bool headChecked = database->headChecked;
        auto open = std::make_unique<Open>(path, std::move(*database));
        if (note && mode == OpenMode::readWrite)
            store::rememberDisproved(*open);
        if (!note && access(open->damageNote.c_str(), F_OK) == 0)
            told.push_back(store::aboutNote("project-note-ignored", path));
        open->notices.insert(open->notices.end(), told.begin(), told.end());
        noteLog(*open);
        store::rememberContent(*open);
        Problems head = headChecked ? Problems{} : store::checkHead(open->tables, path);
        // What the tables say can still be looked at.
        if (!head.empty() &&
            (mode != OpenMode::readOnly || head.front().message.code == "project-no-journal"))
            return tl::unexpected(std::move(head));
        ProjectFile file(std::move(open));
        if (mode == OpenMode::readOnly) {
            Problems known = file.damage();
            if (logBroken && known.empty())
                known.push_back(projectProblem("project-log-broken", path));
            for (Problem& damage : known.empty() ? head : known) {
                damage.warning = true;
                file.open_->notices.push_back(damage);
            }
            store::lookInto(head, file, *file.open_);
        } else {
            if (Problems damage = file.damage(); !damage.empty())
                return tl::unexpected(std::move(damage));
            if (logBroken)
                if (Problems damage = bringIn(file, *file.open_); !damage.empty())
                    return tl::unexpected(std::move(damage));
        }
        return file;
    });
}

const std::string& ProjectFile::path() const {
    return open_->path;
}

bool ProjectFile::readOnly() const {
    return open_->readOnly;
}

bool ProjectFile::alone() const {
    return open_->alone;
}

const Problems& ProjectFile::notices() const {
    return open_->notices;
}

bool ProjectFile::endedUncleanly() const {
    return open_->unclean;
}

Result<Revision> ProjectFile::revision() {
    store::followMove(*open_);
    return guarded(*this, *open_, [&]() -> Result<Revision> { return open_->tables.revision(); });
}

Result<std::optional<Moment>> ProjectFile::begun() {
    return guarded(*this, *open_, [&]() -> Result<std::optional<Moment>> {
        SQLite::Statement select(open_->database, "SELECT at FROM journal WHERE n = 1");
        return select.executeStep() ? std::optional(select.getColumn(0).getInt64()) : std::nullopt;
    });
}

Result<std::string> ProjectFile::firstHash() {
    return guarded(*this, *open_, [&]() -> Result<std::string> {
        SQLite::Statement select(open_->database, "SELECT hash FROM journal WHERE n = 1");
        return select.executeStep() ? select.getColumn(0).getString() : std::string();
    });
}

std::string ProjectFile::headHash() {
    try {
        return open_->tables.head().hash;
    } catch (const SQLite::Exception&) {
        return {};
    }
}

Result<store::Objects> ProjectFile::objects(store::Extent extent) {
    return guarded(*this, *open_, [&]() -> Result<store::Objects> {
        // One look at all tables, also while others write, and inside write().
        store::Savepoint look(open_->database, "state");
        store::Objects objects = open_->tables.objects(extent);
        const store::Vouched vouched = open_->tables.vouched(objects, extent);
        look.release();
        if (Problems wrong = doubted(vouched); !wrong.empty())
            return tl::unexpected(std::move(wrong));
        return objects;
    });
}

Result<std::int64_t> ProjectFile::count(ObjectKind kind) {
    return guarded(*this, *open_,
                   [&]() -> Result<std::int64_t> { return open_->tables.count(kind); });
}

std::int64_t ProjectFile::dataVersion() {
    return open_->database.execAndGet("PRAGMA data_version").getInt64();
}

namespace {

// Adds the entry of a row.
Result<void> parse(Revision n, std::string_view text, std::string_view hash,
                   const std::string& path, const FactFilter& facts,
                   std::vector<JournalEntry>& entries) {
    auto entry = store::entryFromText(text, facts);
    if (!entry)
        return tl::unexpected(Problems{
            projectProblem("project-entry-damaged", path, {{"entry", Value::ofCount(n)}})});
    entry->hash = hash;
    entries.push_back(std::move(*entry));
    return {};
}

Result<std::vector<JournalEntry>> parsed(const std::vector<store::Tables::Row>& rows,
                                         const std::string& path, const FactFilter& facts = {}) {
    std::vector<JournalEntry> entries;
    entries.reserve(rows.size());
    for (const auto& row : rows)
        if (auto read = parse(row.n, row.text, row.hash, path, facts, entries); !read)
            return tl::unexpected(std::move(read.error()));
    return entries;
}

}  // namespace

Result<std::vector<JournalEntry>> ProjectFile::entriesFrom(Revision from, std::size_t most,
                                                           const FactFilter& facts) {
    return guarded(*this, *open_, [&]() -> Result<std::vector<JournalEntry>> {
        std::vector<store::Tables::Row> rows;
        if (most > 0)
            open_->tables.rows(from, [&](store::Tables::Row&& row) {
                rows.push_back(std::move(row));
                return rows.size() < most;
            });
        return parsed(rows, path(), facts);
    });
}

Result<std::vector<JournalEntry>> ProjectFile::entriesBack(Revision to, std::size_t most,
                                                           const FactFilter& facts) {
    return guarded(*this, *open_, [&]() -> Result<std::vector<JournalEntry>> {
        std::vector<JournalEntry> entries;
        Result<void> read;
        const auto look = [&](Revision n, std::string_view text, std::string_view hash) {
            read = parse(n, text, hash, path(), facts, entries);
            return read.has_value();
        };
        open_->tables.lookBack(to, most, look);
        if (!read)
            return tl::unexpected(std::move(read.error()));
        return entries;
    });
}

Result<std::vector<JournalEntry>> ProjectFile::entriesNaming(const std::string& workload) {
    return guarded(*this, *open_, [&]() -> Result<std::vector<JournalEntry>> {
        const std::string stands = store::canonicalString(workload);
        const auto names = [&](const Fact& fact) {
            return fact.key.find(workload) != std::string::npos ||
                   fact.before.find(stands) != std::string::npos ||
                   fact.after.find(stands) != std::string::npos;
        };
        std::vector<JournalEntry> entries;
        for (const auto& row : open_->tables.rowsWith(stands)) {
            // The first entry of a large pool has a million facts.
            std::vector<Fact> facts;
            auto entry = store::entryFromText(row.text, [&](Fact&& fact) {
                if (names(fact))
                    facts.push_back(std::move(fact));
                return true;
            });
            if (!entry)
                return tl::unexpected(Problems{projectProblem("project-entry-damaged", path(),
                                                              {{"entry", Value::ofCount(row.n)}})});
            entry->hash = row.hash;
            entry->facts = std::move(facts);
            entries.push_back(std::move(*entry));
        }
        return entries;
    });
}

Result<void> ProjectFile::eachFact(ObjectKind kind, Revision from, const VisitFact& visit) {
    return guarded(*this, *open_, [&]() -> Result<void> {
        SQLite::Statement select(open_->database,
                                 "SELECT at, entry FROM journal WHERE n >= ? ORDER BY n");
        select.bind(1, from);
        const std::string stands = "\"kind\":\"" + std::string(word(kind)) + "\"";
        while (select.executeStep()) {
            const SQLite::Column column = select.getColumn(1);
            const std::string_view text(column.getText(),
                                        static_cast<std::size_t>(column.getBytes()));
            if (text.find(stands) == std::string_view::npos)
                continue;
            auto facts = store::FactTexts::in(text);
            while (const auto fact = facts ? facts->next() : std::nullopt)
                if (store::kindIn(*fact) == word(kind))
                    visit(select.getColumn(0).getInt64(), *fact);
        }
        return {};
    });
}

Result<std::vector<ProjectFile::Action>> ProjectFile::actions(Revision from) {
    return guarded(*this, *open_, [&]() -> Result<std::vector<Action>> {
        SQLite::Statement select(
            open_->database, "SELECT n, who, action, undoes FROM journal WHERE n >= ? ORDER BY n");
        select.bind(1, from);
        std::vector<Action> actions;
        while (select.executeStep()) {
            Action& action = actions.emplace_back();
            action.n = select.getColumn(0).getInt64();
            action.who = select.getColumn(1).getString();
            action.action = select.getColumn(2).getString();
            if (!select.isColumnNull(3))
                action.undoes = select.getColumn(3).getInt64();
        }
        return actions;
    });
}

Result<std::vector<std::pair<std::string, store::Object>>> ProjectFile::latest(ObjectKind kind,
                                                                               std::size_t most) {
    return guarded(
        *this, *open_, [&]() -> Result<std::vector<std::pair<std::string, store::Object>>> {
            store::Savepoint look(open_->database, "latest");
            auto rows = open_->tables.latest(kind, most);
            const store::Vouched vouched =
                rows.size() < most ? open_->tables.vouched(kind, rows) : store::Vouched::yes;
            look.release();
            if (Problems wrong = doubted(vouched); !wrong.empty())
                return tl::unexpected(std::move(wrong));
            return rows;
        });
}

Result<void> ProjectFile::each(ObjectKind kind, const Visit& visit) {
    return guarded(*this, *open_, [&]() -> Result<void> {
        open_->tables.each(kind, visit);
        return {};
    });
}

Result<std::optional<store::Object>> ProjectFile::object(ObjectKind kind, const std::string& key) {
    return guarded(*this, *open_, [&]() -> Result<std::optional<store::Object>> {
        return open_->tables.object(kind, key);
    });
}

bool ProjectFile::hasEnded(const std::string& workload) {
    const auto any = guarded(*this, *open_, [&]() -> Result<bool> {
        return open_->tables.anyBeginningWith(ObjectKind::ended, workload + "@");
    });
    return any && *any;
}

Result<std::vector<std::pair<std::string, store::Object>>> ProjectFile::beginningWith(
    ObjectKind kind, const std::string& prefix) {
    return guarded(*this, *open_,
                   [&]() -> Result<std::vector<std::pair<std::string, store::Object>>> {
                       return open_->tables.beginningWith(kind, prefix);
                   });
}

Problems ProjectFile::damage() const {
    store::followMove(*open_);
    if (open_->overwritten)
        return {projectProblem("project-moved.replaced", path())};
    if (auto elsewhere = open_->place.lostOrShared(path())) {
        if (const auto name = open_->logIsIn ? store::nameNow(*open_) : std::nullopt)
            return {
                projectProblem("project-moved.whole", path(), {{"other", Value::ofText(*name)}})};
        if (store::isReplaced(*open_))
            return {projectProblem("project-moved.replaced", path())};
        return {std::move(*elsewhere)};
    }
    if (!open_->isTakenForDamaged())
        return {};
    const auto note = store::readDamageNote(path());
    return {store::knownDamage(path(), note ? note->finding : open_->logFinding)};
}

// Whoever writes on makes sure of what an older program has written, once.
Problems ProjectFile::doubted(store::Vouched vouched) {
    if (vouched == store::Vouched::yes || !damage().empty() ||
        (vouched == store::Vouched::unknown && (readOnly() || open_->checked)))
        return {};
    Problems found = verify();
    if (!readOnly())
        return vouched == store::Vouched::no || open_->damaged ? found : Problems{};
    for (Problem& each : found) {
        each.warning = true;
        open_->notices.push_back(std::move(each));
    }
    return {};
}

Result<std::optional<JournalEntry>> ProjectFile::write(const Decide& decide) {
    using Written = Result<std::optional<JournalEntry>>;
    if (readOnly())
        return tl::unexpected(Problems{store::writingRefused(path())});
    if (const auto look = std::chrono::steady_clock::now(); look >= open_->contentLook) {
        open_->contentLook = look + kLookAtContentEvery;
        (void)contentNow(*open_);
    }
    if (Problems found = provenDamage(); !found.empty())
        return tl::unexpected(std::move(found));
    return guarded(*this, *open_, [&]() -> Written {
        SQLite::Transaction transaction(open_->database, SQLite::TransactionBehavior::IMMEDIATE);
        open_->writing = true;
        const std::shared_ptr<void> ended(nullptr, [&](void*) { open_->writing = false; });
        Written entry = decide();
        if (!entry || !*entry)
            return entry;
        open_->tables.append(**entry);
        transaction.commit();
        open_->logIsIn = false;
        return entry;
    });
}

Result<void> ProjectFile::backup(const std::string& path, bool history) {
    auto copied = store::backup(*open_, path, history);
    if (!copied && copied.error().front().file == this->path())
        store::lookInto(copied.error(), *this, *open_);
    // Whoever opens the copy is to hear of it, too.
    if (copied && open_->isTakenForDamaged() && !provenDamage().empty()) {
        const auto note = store::readDamageNote(this->path());
        for (Problem& told :
             store::writeDamageNote(path, note ? note->finding : "its source was damaged"))
            open_->notices.push_back(std::move(told));
    }
    return copied;
}

Problems ProjectFile::verify(const std::stop_token& stop) {
    if (contentNow(*open_) == Content::another)
        return damage();
    Problems found = store::verify(open_->database, open_->tables, path(), stop);
    if (stop.stop_requested())
        return {};
    if (!open_->logFinding.empty())
        found.insert(found.begin(), projectProblem("project-damaged", path(),
                                                   {{"detail", Value::ofText(open_->logFinding)}}));
    const auto damage = std::find_if(found.begin(), found.end(), store::isDamage);
    open_->damaged = damage != found.end();
    open_->checked = true;
    // Nor is what stands in the WAL moved into it.
    sqlite3_db_config(open_->database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
                      static_cast<int>(open_->damaged || open_->alone), nullptr);
    if (open_->damaged && !open_->aside) {
        const Problems told = store::writeDamageNote(path(), store::findingOf(damage->message),
                                                     !open_->logFinding.empty());
        found.insert(found.end(), told.begin(), told.end());
    } else if (!open_->damaged) {
        store::removeDamageNote(path());
    }
    if (const std::string kept = store::besideFile(path(), "-wal-broken");
        access(kept.c_str(), F_OK) == 0) {
        found.push_back(
            projectProblem("project-log-kept", path(), {{"part", Value::ofText(kept)}}));
        found.back().warning = true;
    }
    return found;
}

Result<std::optional<store::Lease>> ProjectFile::lease(Duration steady) {
    return guarded(*this, *open_, [&]() -> Result<std::optional<store::Lease>> {
        if (store::isLeaseOfAnother(open_->database, open_->place))
            return std::nullopt;
        auto lease = store::readLease(open_->database);
        if (lease)
            open_->leaseWatch.look(*lease, steady);
        return lease;
    });
}

Result<bool> ProjectFile::takeLease(const std::string& who, Moment now, Duration steady) {
    if (Problems found = provenDamage(); !found.empty())
        return tl::unexpected(std::move(found));
    return guarded(*this, *open_, [&]() -> Result<bool> {
        store::dropLeaseOfAnother(open_->database, open_->place);
        const bool taken = store::takeLease(open_->database, who, now, open_->leaseWatch, steady);
        if (taken)
            store::nameFileOfLease(open_->database, open_->place);
        return taken;
    });
}

Result<bool> ProjectFile::renewLease(Moment now) {
    return guarded(*this, *open_, [&]() -> Result<bool> {
        // A disk breaks in its own time, not that of the pool.
        if (const auto look = std::chrono::steady_clock::now(); look >= open_->logLook) {
            open_->logLook = look + kLookAtLogEvery;
            const Content content = contentNow(*open_);
            if (content == Content::another)
                return tl::unexpected(damage());
            if (Problems damage = bringIn(*this, *open_); !damage.empty())
                return tl::unexpected(std::move(damage));
            if (content == Content::own)
                keepFileRecent(*open_);
        }
        return store::renewLease(open_->database, now);
    });
}

Result<bool> ProjectFile::holdsLease() {
    return guarded(*this, *open_, [&]() -> Result<bool> {
        return store::holdsLease(open_->database) &&
               !store::isLeaseOfAnother(open_->database, open_->place);
    });
}

void ProjectFile::giveUpLease() {
    if (!damage().empty())
        return;
    try {
        if (!store::isLeaseOfAnother(open_->database, open_->place))
            store::giveUpLease(open_->database);
    } catch (const SQLite::Exception&) {
        // It lapses when this process has ended.
    }
}

bool isProjectFile(const std::string& path) {
    constexpr std::string_view kMagic = "SQLite format 3";
    std::string start(kMagic.size(), '\0');
    std::ifstream(path, std::ios::binary)
        .read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == kMagic || path.ends_with(".apportion");
}

}  // namespace apportion
