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
    // Why this user cannot look after the pool: commands of another one run. Nothing = can.
    static std::optional<Message> refusal(const std::string& who, const Project& project);
    // Whether there is anything to look after: commands in the project, or what runs from before.
    static bool needed(ProjectFile& file, const Project& project);
    // Finds what runs from before. The caller has the lease. Errors: those of holdPoolFolder() and
    // approval-socket.
    static Result<LocalRuns> open(ProjectFile& file, const Project& project, LocalMachine machine);

    // Those of what is over are withdrawn.
    void keepApprovals(const Project& project);
    // What runs for pools of other files and is in the way of this one, and what runs here though
    // the file knows nothing of it, as warnings.
    Problems elsewhere(const Project& project) const;
    // What runs here though the file knows nothing of it, as of the last follow().
    const std::vector<RunElsewhere>& unknown() const { return unknown_; }
    // Starts what is to run and is approved, asks what is not to run any more to end.
    void follow(const Project& project, Moment now);
    // Of the last follow(), by workload: it has its place, and its command does not run yet, as
    // another one is leaving its devices.
    const std::map<std::string, Message>& awaiting() const { return awaiting_; }

    Approvals& approvals() { return approvals_; }
    ApprovalSocket& socket() { return socket_; }
    // Until somebody asks, a keeper is gone, or so many milliseconds are over.
    void wait(Duration most) const;

private:
    LocalRuns(HeldFolder held, LocalMachine machine, ApprovalSocket socket)
        : KeptRuns(held.path, std::move(machine)),
          held_(std::move(held)),
          socket_(std::move(socket)) {}

    void removeWhatNeverStarted();
    bool isUnknown(const std::string& run) const;
    // What is none of this file's work and in its way.
    std::vector<RunElsewhere> others() const;
    // Of a run that is over in the file too, and its end told.
    void letGo(Keeper& keeper);
    void stop(Keeper& keeper, Duration grace, Moment now);
    void stopWhatIsNotWanted(const Project& project, Moment now);
    bool isToStart(const ProjectWorkload& work, const std::string& here) const;
    void start(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
               DeviceBook& book);
    void noteAwaited(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
                     const std::vector<int>& booked);
    bool mayRun(const ProjectWorkload& work, const std::string& here) const;

    HeldFolder held_;
    ApprovalSocket socket_;
    std::vector<RunElsewhere> unknown_;        // of the keepers: left running, and never ended
    std::map<std::string, Moment> deadlines_;  // of those that were asked to end
    std::map<std::string, Message> awaiting_;
    OldRuns old_;
};

// What WorkRuns::waits says: the holder is another workload that was told to end.
Message awaitsDevice(const std::string& workload, const std::string& holder, int device);

}  // namespace apportion
