// SPDX-License-Identifier: GPL-3.0-or-later
// Where a user keeps, on this machine, what belongs to a live pool and must not stand in its file,
// which others may write to: whether it may go live, which commands are approved, what runs.
#pragma once

#include <string>
#include <vector>

#include "core/store/project_file.h"

namespace apportion {

// By the file's place, its first entry and the machine: a copy, a file that takes its place and the
// same file seen from another machine are other pools. Need not be there yet.
// Errors: state-folder and those of the file.
Result<std::string> poolFolder(ProjectFile& file);

// Whether this user lets the pool go live when it is opened: said once by an explicit act, kept
// beside the file's folder above. Opening a file never does it by itself.
Result<bool> isRemembered(ProjectFile& file);
Result<void> rememberLive(ProjectFile& file);
Result<void> forgetLive(ProjectFile& file);

// All files of which that was said, for a page on which it is taken back; also those that are gone.
struct RememberedPool {
    std::string file;
    std::string mark;  // for forgetLive()
    friend bool operator==(const RememberedPool&, const RememberedPool&) = default;
};
std::vector<RememberedPool> rememberedPools();
void forgetLive(const RememberedPool& pool);

}  // namespace apportion
