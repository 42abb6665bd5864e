// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a live pool on this machine: keeps what runs in step with what the engine has
// decided.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/approval_socket.h"
#include "core/cluster/local/keeper/keeper.h"
#include "core/cluster/local/kept_runs.h"
#include "core/cluster/local/old_runs.h"
#include "core/cluster/local/pool_folder.h"
#include "core/cluster/local/run_folders.h"
#include "core/cluster/local/runs_elsewhere.h"

namespace apportion {

// Between SIGTERM and SIGKILL of what is told to stop.
Duration graceOf(const Project& project);

class LocalRuns : public KeptRuns {
public:
    // Whether there is anything to look after: commands in the project, or what runs from before.
    static bool needed(ProjectFile& file, const Project& project);
    // Finds what runs from before. The caller has the lease. Errors: those of holdPoolFolder() and
    // approval-socket.
    static Result<LocalRuns> open(ProjectFile& file, const Project& project, LocalMachine machine);

    // What runs for pools of other files and is in the way of this one, and what runs here though
    // the file knows nothing of it, as warnings.
    Problems elsewhere(const Project& project) const;
    // What runs here though the file knows nothing of it, as of the last look().
    const std::vector<ForeignRun>& unknown() const { return unknown_; }
    // As KeptRuns, and lets go of what is over.
    Seen look(const Project& project, Moment now);
    // As Backend: starts what is to run and is approved, asks what is not to run any more to end.
    Steps plan(const Project& project, Moment now);
    Result<StepDone> apply(const Step& step);

    Approvals& approvals() { return approvals_; }
    ApprovalSocket& socket() { return socket_; }
    // Until somebody asks, a keeper is gone, or so many milliseconds are over.
    void wait(Duration most) const;

private:
    LocalRuns(HeldFolder held, LocalMachine machine, ApprovalSocket socket)
        : KeptRuns(held.path, std::move(machine)),
          held_(std::move(held)),
          socket_(std::move(socket)) {}

    struct Planned {                // of a step
        std::string run;            // to be asked to end; empty = a start
        Moment deadline = 0;        // by when it has ended
        ProjectWorkload work = {};  // to be started
        bool done = false;
    };
    struct Wanted {
        const ProjectWorkload* work = nullptr;
        std::optional<Moment> until;  // it is told to stop
    };
    struct Placing {
        std::vector<KeeperJob> jobs;  // of what has no keeper yet; empty = of nothing, or not now
        std::optional<Message> waits;
        std::optional<Message> fails;
    };
    void removeWhatNeverStarted();
    bool isUnknown(const std::string& run) const;
    // What is none of this file's work and in its way.
    std::vector<ForeignRun> others() const;
    // By the folders of their runs.
    std::map<std::string, Wanted> wanted(const Project& project) const;
    // Of a run that is over in the file too, and its end told.
    void letGo(Keeper& keeper);
    void planStop(Keeper& keeper, std::optional<Moment> until, Duration grace, Steps& plan);
    void planStops(const Project& project, Steps& plan);
    StepDone stop(Planned& planned);
    // All devices, with what is held by what runs or is about to end.
    DeviceBook devicesNow(const std::vector<ForeignRun>& elsewhere);
    bool isToStart(const ProjectWorkload& work, const std::string& here) const;
    Placing placingOf(const ProjectWorkload& work, const std::vector<ForeignRun>& elsewhere,
                      DeviceBook& book);
    StepDone start(const ProjectWorkload& work);
    std::optional<Message> awaited(const ProjectWorkload& work,
                                   const std::vector<ForeignRun>& elsewhere,
                                   const std::vector<int>& booked);
    bool mayRun(const ProjectWorkload& work, const std::string& here) const;

    HeldFolder held_;
    ApprovalSocket socket_;
    std::vector<ForeignRun> unknown_;          // of the keepers: left running, and never ended
    std::map<std::string, Moment> deadlines_;  // of those that were asked to end
    std::map<std::string, Planned> planned_;   // by the key of their step
    Moment planOf_ = 0;                        // the moment of that plan
    DeviceBook devices_{{}};                   // of that plan, all of them free
    OldRuns old_;
};

// What WorkRuns::waits says: the holder is another workload that was told to end.
Message awaitsDevice(const std::string& workload, const std::string& holder, int device);

}  // namespace apportion
