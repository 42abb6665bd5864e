// SPDX-License-Identifier: GPL-3.0-or-later
// A keeper as seen by the program that runs the engine: started, found again, asked to stop.
#pragma once

#include <optional>
#include <string>

#include "core/cluster/local/keeper/run_files.h"
#include "core/store/descriptor.h"

namespace apportion {

class Keeper {
public:
    // Makes the folder, which must be new, and starts `program keep FOLDER` in a session of its
    // own, with nothing of this process open but the lock. Does not wait for it.
    // Errors: folder-not-safe, keeper-not-started.
    static Result<Keeper> start(const std::string& folder, KeeperJob job,
                                const std::string& program);
    // One that was started before, by whichever process. Nothing if no command stands there.
    static std::optional<Keeper> find(const std::string& folder);

    enum class State { alive, ended, lost };
    // Cheap while it lives.
    State look();
    // Once it has ended or is lost, as far as it is known.
    const KeeperStatus& status() const { return status_; }
    // Lost because the machine was started again.
    bool outlivedByMachine() const;

    const std::string& folder() const { return folder_; }
    const KeeperJob& job() const { return job_; }
    // SIGTERM to the command, and SIGKILL when the grace is over. May be asked again to shorten it.
    // Error: folder-not-safe.
    Result<void> stop(Duration grace);
    // Readable once the keeper is gone, for poll(); -1 = it has to be looked at.
    int descriptor() const { return process_.get(); }

private:
    Keeper(std::string folder, KeeperJob job) : folder_(std::move(folder)), job_(std::move(job)) {}

    void openProcess(std::int64_t pid, std::optional<std::int64_t> started);
    void wake();

    std::string folder_;
    KeeperJob job_;
    KeeperStatus status_;
    State state_ = State::alive;
    store::Descriptor process_;  // pidfd
    pid_t child_ = 0;            // of this process, to be waited for
    bool asked_ = false;         // to stop, and not woken yet
};

// The program that keeps: apportionctl beside the one that runs.
std::string keeperProgram();

}  // namespace apportion
