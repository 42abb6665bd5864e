// SPDX-License-Identifier: GPL-3.0-or-later
// A file that this process creates in a folder where other users can write. Its name cannot be
// foreseen and an existing name is refused, so that no link of another user is followed. Internal
// to store.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "core/io/half_file.h"
#include "core/model/problem.h"
#include "core/store/descriptor.h"

namespace apportion::store {

// Creates the file for reading and writing, with these rights as far as the umask leaves them.
// Fails with EEXIST if anything has that name, also a link.
Descriptor createNew(const std::string& name, mode_t rights);
// 0 or what went wrong. `from` must be a regular file.
int copyBytes(const std::string& from, int to);
int writeBytes(int file, const void* bytes, std::size_t size, off_t at);

// With the files that SQLite keeps beside it. Removed with its owner, and by an interrupt.
class OwnFile {
public:
    // Beside `path`; `what` says what it will be. With `like` it is as open to others as that file,
    // and no more; otherwise as a new file of the user, which in a folder of a group
    // its members can write. Errors: those of the disk.
    static Result<OwnFile> beside(const std::string& path, const char* what,
                                  const std::string& like = {});
    OwnFile(OwnFile&&) noexcept = default;
    OwnFile& operator=(OwnFile&&) = delete;
    ~OwnFile();

    // The folder in it has no links.
    const std::string& name() const { return name_; }
    int file() const { return file_.get(); }
    // The name still leads to this file.
    bool hasItsName() const;
    // It has another name now.
    void letGo();

private:
    OwnFile(std::string name, Descriptor file);

    std::string name_;
    Descriptor file_;
    std::vector<HalfFile> halves_;
};

// What an own file will be.
inline constexpr const char* kDraft = "new";
inline constexpr const char* kReading = "reading";

// What programs have left that ended without removing it. Files of another machine on the same disk
// stay for an hour, because that machine cannot be asked.
void removeAbandoned(const std::string& path);
// A database and what SQLite keeps beside it.
void removeDatabase(const std::string& file);

}  // namespace apportion::store
