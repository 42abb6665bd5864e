// SPDX-License-Identifier: GPL-3.0-or-later
// Where a user keeps, on this machine, what belongs to a live pool and must not stand in its file,
// which others may write to: whether it may go live, which commands are approved, what runs.
#pragma once

#include <string>
#include <vector>

#include "core/store/descriptor.h"
#include "core/store/project_file.h"

namespace apportion {

// By the file's place, its first entry and the machine: a copy, a file that takes its place and the
// same file seen from another machine are other pools. Need not be there yet. A file that was
// moved, so that nothing is left where it was, keeps its folder; so does what was recovered of a
// damaged file (noteSuccessor).
// Errors: state-folder and those of the file.
Result<std::string> poolFolder(ProjectFile& file);
// Makes the folder and notes that it belongs to this file from now on, and to no other. What is
// returned has to be kept while the pool's commands are looked after.
// Errors: pool-folder-held, where another file's pool still looks after what runs there; those of
// poolFolder(), folder-not-safe.
struct HeldFolder {
    std::string path;
    store::Descriptor lock;
};
Result<HeldFolder> holdPoolFolder(ProjectFile& file);
// Notes, for this user, that a new file goes on where a damaged one stopped: what still runs of
// its commands is found by it. The file that may not be used decides nothing any more.
void noteSuccessor(const std::string& damaged, ProjectFile& recovered);

// The folders of other pools of this user on this machine, and the file of each as it was last
// live; empty where that is not known.
struct OtherPool {
    std::string folder;
    std::string file;
};
std::vector<OtherPool> otherPools(const std::string& folder);
// Nobody else starts a command on this machine meanwhile.
store::Descriptor lockStarts(const std::string& folder);

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
