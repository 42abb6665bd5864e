// SPDX-License-Identifier: GPL-3.0-or-later
// The command of a workload and its runs on this machine, for a page that shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/run_state.h"
#include "core/session/local/ask_approval.h"

namespace apportion {

class ProjectDesk;

struct RunShown {
    std::string folder;  // for logTail()
    int replica = 0;
    Moment started = 0;
    std::optional<Moment> ended;
    RunState state;
    std::vector<int> devices;  // numbers
    WorkCommand command;
    friend bool operator==(const RunShown&, const RunShown&) = default;
};

struct WorkRuns {
    static constexpr std::size_t kMost = 50;
    std::optional<ApprovalAsked> asked;  // its command, for who may read it; nothing = it has none
    // While nobody has approved it: as missingOfCommand().
    std::optional<Message> missing;
    std::vector<RunShown> runs;  // latest first, at most kMost
    // It has its place, and its command does not run yet: who is leaving its devices.
    std::optional<Message> waits;
    friend bool operator==(const WorkRuns&, const WorkRuns&) = default;
};

// Of work that has its place: why its command does not run yet, as WorkRuns::waits. Nothing = it
// runs, has none, or has no place.
std::optional<Message> commandWaits(ProjectDesk& desk, const std::string& workload);

// Without errors: what cannot be read is not there. Of the living workload of this name, or the one
// that was submitted then and is over.
WorkRuns workRunsOf(ProjectDesk& desk, const std::string& workload,
                    std::optional<Moment> submitted = {});

}  // namespace apportion
