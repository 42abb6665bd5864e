// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of this user that run on this machine and are not this file's: of the pool of another
// one, be it a copy or the file that this one was recovered from; or of this pool, where what its
// file said of them is lost. They hold what they hold, whatever this file says is free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/store/project_file.h"

namespace apportion {

// `folder` is this pool's. Each goes by the folder of its keeper; its pool by its file or, where
// that is not known, its folder; its process is the command, or its keeper before that. What has
// ended is not among them.
std::vector<ForeignRun> runsElsewhere(const std::string& folder);

// Of this pool: who runs without the file knowing of this run, and of how it ended or that it was
// taken back. What a recovery could not read is not known, and nobody has decided that it ends.
std::vector<ForeignRun> runsUnknown(const std::string& folder, ProjectFile& file,
                                    const Project& project);

// Tells the commands of a workload among them to stop, and kills them when the grace is over. What
// has ended meanwhile needs nothing. Error: folder-not-safe.
Result<void> endRunsOf(const std::vector<ForeignRun>& all, const std::string& workload,
                       Duration grace);

// The first that is this very run, by name and submission, as copies of a file have it in common.
const ForeignRun* sameRun(const std::vector<ForeignRun>& all, const ProjectWorkload& work);

// Why a command that has its place does not start yet: it runs elsewhere itself, or who runs
// elsewhere has a device that is booked for it. Nothing = none of them is in its way.
std::optional<Message> waitsForElsewhere(const std::vector<ForeignRun>& all,
                                         const ProjectWorkload& work,
                                         const std::vector<int>& booked);

// Where it counts as running in this file and may not run here: why not, if it runs elsewhere.
std::optional<Message> failedForElsewhere(const std::vector<ForeignRun>& all,
                                          const ProjectWorkload& work);

// What is told when the pool goes live: of the work of this file, and of what holds one of the
// devices, of which this machine has so many; and of all that its file knows nothing of.
Problems tellElsewhere(const std::vector<ForeignRun>& all, const Project& project, int devices);

}  // namespace apportion
