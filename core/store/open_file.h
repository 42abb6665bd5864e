// SPDX-License-Identifier: GPL-3.0-or-later
// How a project file is opened, copied and kept readable. Internal to store.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <SQLiteCpp/Database.h>

#include "core/store/damage_note.h"
#include "core/store/database.h"
#include "core/store/failure.h"
#include "core/store/file_place.h"
#include "core/store/history/writer.h"
#include "core/store/lease.h"
#include "core/store/lone_file.h"
#include "core/store/moved_file.h"
#include "core/store/tables.h"

namespace apportion::store {

struct Opened {
    SQLite::Database database;
    bool readOnly = false;
    bool unclean = false;
    Problems notices = {};
    bool alone = false;           // nobody else can open it meanwhile
    bool logBroken = false;       // on the disk; all of it is still read
    std::string logFinding = {};  // what is wrong with it where a part is not; empty = nothing
    // From a copy, or without a look at what others do: what seems wrong may only have changed.
    bool aside = false;
    bool headChecked = false;  // on the way, and it is whole
};

// What stands at the path where it cannot be a project, told without opening it.
std::optional<Problem> lookAt(const std::string& path);
// Where SQLite keeps the WAL and such: beside the file itself, not beside a link to it.
std::string besideFile(const std::string& path, const char* part);

// Recognises the file, looks at its version and migrates it.
Result<Opened> openDatabase(const std::string& path, bool readOnly);

struct OpenFile {
    OpenFile(std::string file, Opened opened)
        : path(std::move(file)),
          damageNote(damageNoteOf(path)),
          place(FilePlace::of(path)),
          database(std::move(opened.database)),
          tables(database),
          readOnly(opened.readOnly),
          unclean(opened.unclean),
          alone(opened.alone),
          aside(opened.aside),
          logFinding(std::move(opened.logFinding)),
          notices(std::move(opened.notices)) {}
    ~OpenFile();
    // By a check, or by a note that none has disproved.
    bool isTakenForDamaged() const;
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    std::string path;
    std::string damageNote;  // looked for before every write
    std::string disproved;   // the finding of a note that a check did not confirm
    FilePlace place;         // likewise
    LeftBeside leftBeside;   // outlives the connection
    ReadTrace readTrace;     // likewise
    SQLite::Database database;
    Tables tables;  // refers to `database`
    bool readOnly;
    bool unclean;
    bool alone;
    bool aside;
    bool writing = false;                                 // inside ProjectFile::write()
    bool logIsIn = false;                                 // since it was moved
    std::string begun;                                    // what its journal begins with
    bool overwritten = false;                             // another pool was copied into it
    std::chrono::steady_clock::time_point contentLook{};  // the next one, before a write
    bool checked = false;                                 // in full
    bool damaged = false;                                 // a check has found it so
    Message lookedInto;                                   // what was met, and checked then
    std::string logFinding;                               // no check after this one sees it
    std::chrono::steady_clock::time_point logLook{};      // the next one of whoever has the lease
    std::optional<HistoryWriter> history;                 // of the program that runs the live loop
    LeaseWatch leaseWatch;
    Problems notices;
};

Result<void> backup(OpenFile& file, const std::string& path, bool history);

}  // namespace apportion::store
