// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/local_pool.h"

#include <utility>

#include "core/cluster/local/local_backend.h"
#include "core/session/project/desk.h"

namespace apportion {

std::unique_ptr<Backend> localBackend(ProjectDesk& desk, LocalMachine machine) {
    return std::make_unique<LocalBackend>(desk.file(), desk.who(), std::move(machine));
}

RunsAtRest runsAtRest(ProjectDesk& desk, const Project& project, const LocalMachine& machine) {
    const auto folder = poolFolder(desk.file());
    if (!folder || LocalBackend(desk.file(), desk.who(), machine).facts(project).refusal)
        return {};
    KeptRuns::Seen seen = KeptRuns(*folder, machine).look(project);
    return {std::move(seen.runs), std::move(seen.unapproved)};
}

RunsAtRest runsAtRest(ProjectDesk& desk, const Project& project) {
    LocalMachine machine;
    machine.name = machineName();
    return runsAtRest(desk, project, machine);
}

}  // namespace apportion
