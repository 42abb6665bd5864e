// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the commands of a pool on this machine, by the folders of their keepers: whoever
// looks, another program or the same one later, finds the same. No file is made or changed, and
// nothing is started: also who does not have the lease may look.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/approvals.h"
#include "core/cluster/local/keeper/keeper.h"
#include "core/cluster/local/local_machine.h"
#include "core/model/project.h"

namespace apportion {

class KeptRuns {
public:
    // Finds what runs from before. `folder` is the pool's, and need not be there.
    KeptRuns(std::string folder, LocalMachine machine);

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
    // What was told to stop and has done so, as of changes(): its grace period may go on, or be
    // over since long.
    struct Gone {
        std::string workload;
        std::optional<int> place;  // of the one replica that was told to; nothing = all of it
        Moment at = 0;
    };
    std::vector<Gone> gone(const Project& project);

protected:
    // A replica that is told to stop while the others run on.
    static bool stoppingAlone(const WorkloadRun& run, std::size_t replica);
    bool isApproved(const ProjectWorkload& work) const;

    std::string folder_;
    LocalMachine machine_;
    Approvals approvals_;
    std::map<std::string, Keeper> keepers_;   // by folder
    std::vector<std::string> neverStarted_;   // folders: who was to start them was killed before
    std::map<std::string, Change> failures_;  // by workload; the rest of it is still ending

private:
    bool hasEnded(const ProjectWorkload& work);
    bool hasRunLater(const ProjectWorkload& work);
    std::optional<Change> changeOf(const ProjectWorkload& work, const std::string& here);
    std::optional<Change> overOf(const ProjectWorkload& work);
};

}  // namespace apportion
