// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the commands of a pool on this machine, by the folders of their keepers: whoever
// looks, another program or the same one later, finds the same. No file is made or changed, and
// nothing is started: also who does not have the lease may look.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/cluster/local/approvals.h"
#include "core/cluster/local/keeper/keeper.h"
#include "core/cluster/local/local_machine.h"

namespace apportion {

class KeptRuns {
public:
    // Finds what runs from before. `folder` is the pool's, and need not be there.
    KeptRuns(std::string folder, LocalMachine machine);

    struct Seen {
        std::vector<SeenRun> runs;            // as Observed has them
        std::vector<std::string> unapproved;  // approved in the file alone, and not running
    };
    Seen look(const Project& project);

protected:
    // A replica that is told to stop while the others run on.
    static bool stoppingAlone(const WorkloadRun& run, std::size_t replica);
    bool isApproved(const ProjectWorkload& work) const;

    std::string folder_;
    LocalMachine machine_;
    Approvals approvals_;
    std::map<std::string, Keeper> keepers_;    // by folder
    std::vector<std::string> neverStarted_;    // folders: who was to start them was killed before
    std::map<std::string, SeenRun> failures_;  // by workload; the rest of it is still ending

private:
    bool hasEnded(const ProjectWorkload& work);
    bool hasRunLater(const ProjectWorkload& work);
    void lookAt(const ProjectWorkload& work, const std::string& here, Seen& seen);
    void lookAtRun(const ProjectWorkload& work, std::vector<SeenRun>& seen);
};

}  // namespace apportion
