// SPDX-License-Identifier: GPL-3.0-or-later
// A new database that stands in its place whole and on the device, or not at all, and takes the
// place of nothing. Internal to store.
#pragma once

#include <string>

#include "core/model/problem.h"
#include "core/store/own_file.h"

namespace apportion::store {

class Draft {
public:
    // With `like` it is as open to others as that file, and no more. Errors: project-exists,
    // project-no-folder, project-remainder where parts of another database of that name stand.
    static Result<Draft> begin(const std::string& path, const std::string& like = {});

    // Where to write it: beside its place. Other programs have another one.
    const std::string& file() const { return own_.name(); }
    // No connection may be open. Errors: project-exists, where something came there meanwhile,
    // project-draft-replaced, and those of the disk.
    Result<void> commit();

private:
    Draft(std::string path, OwnFile own) : path_(std::move(path)), own_(std::move(own)) {}

    std::string path_;
    OwnFile own_;
};

}  // namespace apportion::store
