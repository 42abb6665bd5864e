// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of this user that run on this machine for the pool of another file: a copy of this one,
// the file that it was recovered from, or one that has nothing to do with it. They hold what they
// hold, whatever this file says is free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/keeper/run_files.h"
#include "core/model/project.h"

namespace apportion {

struct RunElsewhere {
    std::string pool;  // its file; where that is not known, its folder
    std::string run;   // the folder of the keeper
    KeeperJob job;
    std::int64_t pid = 0;  // of the command, or of its keeper before that
};
// `folder` is this pool's. What has ended is not among them.
std::vector<RunElsewhere> runsElsewhere(const std::string& folder);

// The first that is this very run, by name and submission, as copies of a file have it in common.
const RunElsewhere* sameRun(const std::vector<RunElsewhere>& all, const ProjectWorkload& work);

// Why a command that has its place does not start yet: it runs elsewhere itself, or who runs
// elsewhere has a device that is booked for it. Nothing = none of them is in its way.
std::optional<Message> waitsForElsewhere(const std::vector<RunElsewhere>& all,
                                         const ProjectWorkload& work,
                                         const std::vector<int>& booked);

// Where it counts as running in this file and may not run here: why not, if it runs elsewhere.
std::optional<Message> failedForElsewhere(const std::vector<RunElsewhere>& all,
                                          const ProjectWorkload& work);

// What is told when the pool goes live: of the work of this file, and of what holds one of the
// devices, of which this machine has so many.
Problems tellElsewhere(const std::vector<RunElsewhere>& all, const Project& project, int devices);

}  // namespace apportion
