// SPDX-License-Identifier: GPL-3.0-or-later
// A project file, *.apportion: the one door to it. SQLite underneath, in WAL mode and with every
// commit flushed to the device, so that what was acknowledged is there whatever happens next. Not
// thread-safe; each thread opens its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/journal.h"
#include "core/model/problem.h"
#include "core/model/recovered.h"
#include "core/store/history/reader.h"
#include "core/store/lease.h"
#include "core/store/objects.h"

namespace apportion {

namespace store {
enum class Vouched;
}

enum class OpenMode { readOnly, readWrite };

class ProjectFile {
public:
    // A new file with one entry. Errors: project-exists and those of SQLite.
    static Result<ProjectFile> create(const std::string& path, JournalEntry first);
    // Looks at the head of the journal and the state; all else is left to verify(). An older file
    // is backed up and migrated (opened for reading only, it is read as it is); of a newer one only
    // reading is possible, if that. Errors: project-…; nothing is ever written to a file that
    // cannot be opened.
    static Result<ProjectFile> open(const std::string& name, OpenMode mode);

    ProjectFile(ProjectFile&&) noexcept;
    ProjectFile& operator=(ProjectFile&&) noexcept;
    ~ProjectFile();

    const std::string& path() const;
    bool readOnly() const;
    // For want of room on the disk nobody else can have it open meanwhile.
    bool alone() const;
    // Worth telling: it was migrated, or a program ended without closing it.
    const Problems& notices() const;
    // What a full check, of any program, has found wrong with it; empty = nothing. Nothing is
    // written to such a file: write() and takeLease() refuse, and so does open() for writing.
    Problems damage() const;
    // The same, once a check has confirmed what another program noted, or removed its note.
    Problems provenDamage();
    // The last program that wrote to it did not close it: verify() before trusting it.
    bool endedUncleanly() const;

    Result<Revision> revision();
    std::string headHash();
    // The moment and the hash of the first entry; nothing = there is none.
    Result<std::optional<Moment>> begun();
    Result<std::string> firstHash();
    // Rows that are not those that were written are an error where it is open for writing, and a
    // notice else.
    Result<store::Objects> objects(store::Extent extent = store::Extent::present);
    Result<std::int64_t> count(ObjectKind kind);
    // Changes whenever another program has written.
    std::int64_t dataVersion();

    // Ascending, from `from` on.
    Result<std::vector<JournalEntry>> entriesFrom(Revision from, std::size_t most,
                                                  const FactFilter& facts = {});
    // Latest first, up to `to`.
    Result<std::vector<JournalEntry>> entriesBack(Revision to, std::size_t most,
                                                  const FactFilter& facts = {});
    // Ascending, those that may be about a workload of this name: in which the name stands. Of
    // their facts, those in which it does.
    Result<std::vector<JournalEntry>> entriesNaming(const std::string& workload);
    // Facts of a kind in the entries from `from` on, ascending, as they stand there: JSON objects,
    // valid until the visit ends. What cannot be read is passed over.
    using VisitFact = std::function<void(Moment at, std::string_view fact)>;
    Result<void> eachFact(ObjectKind kind, Revision from, const VisitFact& visit);
    // What the undo stack is made of: entries from `from` on, without their facts.
    struct Action {
        Revision n = 0;
        std::string who;
        std::string action;
        std::optional<Revision> undoes;
    };
    Result<std::vector<Action>> actions(Revision from);
    // The latest of a kind, latest first: key and body. Where those are all, as objects().
    Result<std::vector<std::pair<std::string, store::Object>>> latest(ObjectKind kind,
                                                                      std::size_t most);
    // All of a kind, by key, until `visit` has seen enough and says so: false.
    using Visit = std::function<bool(const std::string& key, const store::Object& object)>;
    Result<void> each(ObjectKind kind, const Visit& visit);
    Result<std::optional<store::Object>> object(ObjectKind kind, const std::string& key);
    // Whether work of that name has ended, at any time.
    bool hasEnded(const std::string& workload);
    // Those of a kind whose keys begin so, the latest last.
    Result<std::vector<std::pair<std::string, store::Object>>> beginningWith(
        ObjectKind kind, const std::string& prefix);

    // One transaction that no other program can come between. `decide` may read through this
    // object, and gives the entry to be written, nothing for none, or why not. When this returns
    // the entry, it is on the device.
    using Decide = std::function<Result<std::optional<JournalEntry>>()>;
    Result<std::optional<JournalEntry>> write(const Decide& decide);

    // A copy in one piece, also while others write. Error: project-exists.
    Result<void> backup(const std::string& path, bool history);

    // Everything: the pages, the references, every hash, and the state folded anew from the facts.
    // Gives what is wrong; empty = nothing. What is found counts for every program, damage().
    // Stopped, it knows nothing and nothing counts.
    Problems verify(const std::stop_token& stop = {});

    // Samples over time. Only the program with the lease records, once a second; inside write() in
    // its transaction, else in one of its own.
    struct HistorySample {
        store::SubjectKind kind = store::SubjectKind::quota;
        std::string name;
        store::Measure measure = store::Measure::allocation;
        std::int64_t value = store::kNoValue;
    };
    Result<void> recordHistory(Moment at, const std::vector<HistorySample>& samples);
    // One short step of packing and forgetting; true if there is more to do.
    Result<bool> tidyHistory(Moment now);
    void stopHistory(Moment at);
    // The history of a subject goes on under its new name; inside write().
    void renameHistory(store::SubjectKind kind, const std::string& from, const std::string& to);
    // The last values held until `aliveUntil`, if that is later than the last that was written.
    Result<store::HistoryChart> chart(const HistorySample& of, Moment from, Moment to,
                                      int mostPoints, Moment aliveUntil);

    // Each call is a look of the file's watch, at this moment of a clock that nobody sets.
    Result<std::optional<store::Lease>> lease(Duration steady = store::sinceBoot());
    Result<bool> takeLease(const std::string& who, Moment now,
                           Duration steady = store::sinceBoot());
    // False, and nothing done, if somebody else has it meanwhile.
    Result<bool> renewLease(Moment now);
    // Also inside write().
    Result<bool> holdsLease();
    void giveUpLease();

private:
    struct Open;
    explicit ProjectFile(std::unique_ptr<Open> open);
    // What is wrong with what was read; open for reading only, it is a notice.
    Problems doubted(store::Vouched vouched);
    std::unique_ptr<Open> open_;
};

// Whether a file is, or was meant as, a project and no scenario: by its first bytes, else by its
// name.
bool isProjectFile(const std::string& path);

// Why somebody may not have what is in it; nothing = may.
using MayRead = std::function<std::optional<Message>(const Project& project)>;
// What can be read of a damaged file, into a new one. The damaged file is not written to. `refusal`
// is asked with what was read; where no administrator could be read, `who` is one. Soon after it
// was asked to stop it does, and leaves nothing: recover-stopped.
Result<Recovered> recoverProject(const std::string& damaged, const std::string& path,
                                 const std::string& who, Moment now, const MayRead& refusal = {},
                                 const std::stop_token& stop = {});

}  // namespace apportion
