// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of what runs, told from the file alone: whoever looks finds the same keepers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/model/project.h"
#include "core/store/project_file.h"

namespace apportion {

// It has a command, and the engine has placed it.
bool isRunning(const ProjectWorkload& work);

// Where all runs of a workload have their folders. `folder` is the pool's.
std::string workloadFolder(const std::string& folder, const std::string& workload);
// Where the keeper of each replica of a run has its folder, in the order of its placements; empty
// while it does not run.
std::vector<std::string> runFolders(const std::string& folder, const ProjectWorkload& work);

// Submission, start and place, as the name of such a folder says.
using RunOrder = std::array<std::int64_t, 3>;
RunOrder runOrder(const std::string& run);

// It has its place and a command that `who`, this user, let run, and no replica of it ever had a
// process; false where that cannot be known.
bool neverHadAProcess(ProjectFile& file, const ProjectWorkload& work, const std::string& who);

}  // namespace apportion
