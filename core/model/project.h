// SPDX-License-Identifier: GPL-3.0-or-later
// What a project file says of a pool at one revision: how it is divided, who may do what, what is
// to happen by itself, and the work in it. Moments are milliseconds since 1970-01-01 UTC.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/model/outcome.h"
#include "core/model/scenario.h"

namespace apportion {

using Moment = std::int64_t;    // milliseconds since 1970-01-01 UTC
using Revision = std::int64_t;  // number of the last journal entry; 0 = nothing was written yet

// Rights beyond those that a workspace gives its members (rule 24).
enum class ProjectRole { administrator, quotaAdministrator, viewer };

struct Grant {
    ProjectRole role = ProjectRole::viewer;
    std::string quota;  // it and everything below; empty = the whole pool
    friend bool operator==(const Grant&, const Grant&) = default;
};

// A name of the operating system's.
struct ProjectUser {
    std::string name;
    std::vector<Grant> grants;
    friend bool operator==(const ProjectUser&, const ProjectUser&) = default;
};

// Sizes and policies that return by themselves.
struct TemporaryChange {
    struct Size {
        std::string quota;
        Gpu before = 0;
        Gpu during = 0;
        friend bool operator==(const Size&, const Size&) = default;
    };
    struct Policy {
        std::string quota;
        PolicyChange before;  // the same keys as `during`
        PolicyChange during;
        friend bool operator==(const Policy&, const Policy&) = default;
    };
    std::string name;
    Moment ends = 0;
    std::vector<Size> sizes;
    std::vector<Policy> policies;
    friend bool operator==(const TemporaryChange&, const TemporaryChange&) = default;
};

// Sizes that change with the time of day: nightly 48/80, by day 80/48.
struct Timetable {
    struct Step {
        int minute = 0;       // of the day, 0 … 1439
        unsigned days = 127;  // bit 0 = Monday
        ScaleMode mode = ScaleMode::drain;
        std::vector<std::pair<std::string, Gpu>> sizes;
        Moment once = 0;     // at this moment alone, in place of the minute and the days; 0 = not
        Duration after = 0;  // of what is reclaimed
        friend bool operator==(const Step&, const Step&) = default;
    };
    struct Missed {
        Moment at = 0;
        Step step;  // with the sizes that nothing has set since
        friend bool operator==(const Missed&, const Missed&) = default;
    };
    std::string name;
    std::vector<Step> steps;
    Moment applied = 0;               // steps up to here are done
    std::vector<Missed> missed = {};  // but for these, that did not fit
    std::string zone = {};            // whose time of day: "Europe/Lisbon"; empty = the reader's
    friend bool operator==(const Timetable&, const Timetable&) = default;
};

struct RestorePoint {
    std::string name;
    Revision revision = 0;
    friend bool operator==(const RestorePoint&, const RestorePoint&) = default;
};

// What became of a workload so far. Spec.submit and Spec.running are not used beside it.
struct WorkloadRun {
    struct Replica {  // of an elastic workload, beside its placements
        int place = 0;
        Moment since = 0;
        std::optional<Moment> stopping = {};  // it alone; the end of its grace period
        std::string eviction = {};            // its record then
        friend bool operator==(const Replica&, const Replica&) = default;
    };
    WorkloadState state = WorkloadState::pending;
    Moment submitted = 0;
    std::optional<Moment> waitingSince;  // while pending
    std::optional<Moment> start;         // of the current or last run
    std::optional<Moment> end;  // while it lives: of its last run, where that is known to differ
    std::optional<Moment> stopping;  // end of the grace period
    Duration waited = 0;             // before waitingSince
    Duration besideQueue = 0;        // of its waits for an approval, which the engine does not know
    Duration done = 0;               // work that checkpoints of earlier runs kept
    int preemptions = 0;
    std::optional<Moment> firstStart;
    GpuTime lost = 0;
    GpuTime used = 0;    // held times time, up to `counted`
    Moment counted = 0;  // while it runs
    std::vector<Placement> placements;
    std::vector<std::vector<int>> devices;  // of each placement, from 0 on its node, where known
    std::vector<Replica> replicas;
    // What the engine remembers of it beside that, while it lives.
    struct Ties {
        std::optional<Moment> inWindow;   // of queueing "balance", since then
        std::string lastTaker;            // who took it last by rules 14 to 16 (rule 26)
        Moment takerSubmitted = 0;        // a later workload of that name is another
        std::vector<std::string> booked;  // nodes, one a replica (rule 11)
        friend bool operator==(const Ties&, const Ties&) = default;
    };
    Ties ties = {};
    // Of what was rejected, or of a command that did not end well.
    std::optional<Message> reason;
    std::string approvedBy = {};  // who lets its command run; empty = nobody, or it has none
    friend bool operator==(const WorkloadRun&, const WorkloadRun&) = default;
};

// What a workload really runs where its pool is live, a process a replica. Without one it lasts its
// stated duration.
struct WorkCommand {
    std::vector<std::string> arguments;  // the first is the program; no shell
    std::string directory;               // where it runs
    friend bool operator==(const WorkCommand&, const WorkCommand&) = default;
};

struct ProjectWorkload {
    Workload spec;
    WorkloadRun run;
    std::optional<WorkCommand> command = {};

    // It waits beside the queue until somebody lets its command run.
    bool needsApproval() const { return command && run.approvedBy.empty(); }
    friend bool operator==(const ProjectWorkload&, const ProjectWorkload&) = default;
};

struct Project {
    Revision revision = 0;
    Scenario pool;  // name, settings, nodes, quotas and workspaces; nothing else of it is used
    std::map<std::string, NodeState, std::less<>> nodeStates;  // of nodes that are not ready
    std::vector<ProjectUser> users;
    std::vector<TemporaryChange> temporary;
    std::vector<Timetable> timetables;
    std::vector<RestorePoint> restorePoints;
    std::vector<ProjectWorkload> work;  // that has not ended, in order of submission
};

}  // namespace apportion
