// SPDX-License-Identifier: GPL-3.0-or-later
// A file that was renamed while it is open here. SQLite finds the log by the name of the file, so
// that it leaves it beside the former name, and whoever opens the file by the new one goes on
// without what stands in it. Internal to store.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/store/file_place.h"

namespace apportion::store {

struct OpenFile;

// Its name now; nothing where it has none any more, or none can be told.
std::optional<std::string> nameNow(const OpenFile& file);

// Another file stands at its path, and it has no name any more: nobody will ever read it again.
bool isReplaced(const OpenFile& file);

// Whether another pool was copied into the file that is open here (`cp` keeps its number), as what
// stands in the file itself says. Once it is so nothing more may be written, nor may the log be
// brought in. unknown: it is being written to at the moment.
enum class Content { own, another, unknown };
// What its first entry begins with tells a pool from others and costs little: the entry's text may
// be as large as the pool, and its hash lies behind that.
void rememberContent(OpenFile& file);
Content contentNow(OpenFile& file);

// Once it stands elsewhere, what is in its log is brought into it. Safe to call at any time;
// nothing is done inside a transaction, to a damaged file, or to one that was removed.
void followMove(OpenFile& file);

// What a moved file leaves beside its former name goes after the last connection: the empty log and
// its index, or, of one that another file has replaced, the log that this other one would take for
// its own.
class LeftBeside {
public:
    LeftBeside() = default;
    ~LeftBeside();
    LeftBeside(const LeftBeside&) = delete;
    LeftBeside& operator=(const LeftBeside&) = delete;

    // Beside this name, without a link.
    void of(std::string name) { name_ = std::move(name); }
    // The log is that of the file that stood there, and goes unless the one that does goes on with
    // it.
    void ofAnother(std::string name, FilePlace log) {
        name_ = std::move(name);
        another_ = log;
    }

private:
    bool isEmpty() const;
    bool isForeign() const;

    std::string name_;
    std::optional<FilePlace> another_;
};

}  // namespace apportion::store
