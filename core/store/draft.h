// SPDX-License-Identifier: GPL-3.0-or-later
// A new database that stands in its place whole and on the device, or not at all, and takes the
// place of nothing. Internal to store.
#pragma once

#include <string>

#include "core/model/problem.h"

namespace apportion::store {

class Draft {
public:
    // With `like` it is as open to others as that file, and no more. Errors: project-exists,
    // project-no-folder, project-remainder where parts of another database of that name stand.
    static Result<Draft> begin(const std::string& path, const std::string& like = {});
    // Removes what was not committed.
    ~Draft();
    Draft(Draft&& other) noexcept;
    Draft& operator=(Draft&&) = delete;

    // Where to write it: beside its place. Other programs have another one.
    const std::string& file() const { return file_; }
    // No connection may be open. Errors: project-exists, where something came there meanwhile, and
    // those of the disk.
    Result<void> commit();

private:
    explicit Draft(const std::string& path);

    std::string path_;
    std::string file_;
};

// What is written beside a place that nobody else may see yet, and what is read there.
inline constexpr const char* kDraft = "new";
inline constexpr const char* kReading = "reading";

// An empty file that is as open to others as another one.
void createLike(const std::string& file, const std::string& like);
// A name beside `path` that no other living program uses.
std::string nameBeside(const std::string& path, const char* what);
// A database and what SQLite keeps beside it.
void removeDatabase(const std::string& file);

}  // namespace apportion::store
