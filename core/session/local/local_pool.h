// SPDX-License-Identifier: GPL-3.0-or-later
// The one place in the session that puts this machine behind a live pool. The desk must outlive
// what it makes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cluster/backend.h"

namespace apportion {

class ProjectDesk;
struct LocalMachine;

// Runs commands on this machine, as who sits at the desk.
std::unique_ptr<Backend> localBackend(ProjectDesk& desk, LocalMachine machine);

// What became of commands on this machine while nobody looked after them, as their keepers say.
// Nothing where this person may not look after them.
struct RunsAtRest {
    std::vector<SeenRun> runs;
    std::vector<std::string> unapproved;  // approved in the file alone
};
RunsAtRest runsAtRest(ProjectDesk& desk, const Project& project, const LocalMachine& machine);
RunsAtRest runsAtRest(ProjectDesk& desk, const Project& project);  // on the machine as it is named

}  // namespace apportion
