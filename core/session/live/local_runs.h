// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a live pool on this machine: keeps what runs in step with what the engine has
// decided, and tells how it ended. What runs is known by the folders of the keepers, so that
// another program, or the same one later, can go on.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/keeper/keeper.h"
#include "core/session/live/approval_socket.h"
#include "core/session/live/approvals.h"
#include "core/session/live/local_machine.h"
#include "core/session/live/pool_folder.h"
#include "core/session/live/run_folders.h"
#include "core/session/live/runs_elsewhere.h"
#include "core/session/project/desk.h"

namespace apportion {

// Between SIGTERM and SIGKILL of what is told to stop.
Duration graceOf(const Project& project);

class LocalRuns {
public:
    // Why this user cannot look after the pool: commands of another one run. Nothing = can.
    static std::optional<Message> refusal(const std::string& who, const Project& project);
    // Whether there is anything to look after: commands in the project, or what runs from before.
    static bool needed(ProjectFile& file, const Project& project);
    // Finds what runs from before. The caller has the lease. Errors: those of holdPoolFolder() and
    // approval-socket.
    static Result<LocalRuns> open(ProjectFile& file, const Project& project, LocalMachine machine);

    // What has to be written about a workload, or, of one that stopped before its grace period was
    // over, told to the engine.
    struct Change {
        enum class What { hold, finish, fail, reject, stop } what = What::finish;
        std::string workload;
        std::optional<Message> reason = {};
        std::optional<int> code = {};      // exit code, or the signal
        std::optional<Moment> ended = {};  // where the keepers know it
        bool ran = true;                   // false = there never was a process of this run
    };
    std::vector<Change> changes(const Project& project);
    // What runs for pools of other files and is in the way of this one, and what runs here though
    // the file knows nothing of it, as warnings.
    Problems elsewhere(const Project& project) const;
    // What runs here though the file knows nothing of it, as of the last follow().
    const std::vector<RunElsewhere>& unknown() const { return unknown_; }
    // What was told to stop and has done so, as of changes(): its grace period may go on, or be
    // over since long.
    struct Gone {
        std::string workload;
        std::optional<int> place;  // of the one replica that was told to; nothing = all of it
        Moment at = 0;
    };
    std::vector<Gone> gone(const Project& project);
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
        : held_(std::move(held)),
          folder_(held_.path),
          machine_(std::move(machine)),
          approvals_(folder_),
          socket_(std::move(socket)) {}

    void findAll();
    bool isUnknown(const std::string& run) const;
    // What is none of this file's work and in its way.
    std::vector<RunElsewhere> others() const;
    // Of a run that is over in the file too, and its end told: its log is kept for a while.
    static void letGo(Keeper& keeper);
    std::optional<Change> changeOf(const ProjectWorkload& work, const std::string& here);
    std::optional<Change> overOf(const ProjectWorkload& work);
    void stop(Keeper& keeper, Duration grace, Moment now);
    void stopWhatIsNotWanted(const Project& project, Moment now);
    bool isToStart(const ProjectWorkload& work, const std::string& here) const;
    void start(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
               DeviceBook& book);
    void noteAwaited(const ProjectWorkload& work, const std::vector<RunElsewhere>& elsewhere,
                     const std::vector<int>& booked);
    bool isApproved(const ProjectWorkload& work) const;
    bool hasEnded(const ProjectWorkload& work);
    bool hasRunLater(const ProjectWorkload& work);
    bool mayRun(const ProjectWorkload& work, const std::string& here) const;

    HeldFolder held_;
    std::string folder_;
    LocalMachine machine_;
    Approvals approvals_;
    ApprovalSocket socket_;
    std::map<std::string, Keeper> keepers_;    // by folder
    std::vector<RunElsewhere> unknown_;        // of those: left running, and never ended
    std::map<std::string, Moment> deadlines_;  // of those that were asked to end
    std::map<std::string, Change> failures_;   // by workload; the rest of it is still ending
    std::map<std::string, Message> awaiting_;
};

}  // namespace apportion
