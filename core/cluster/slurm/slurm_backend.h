// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster as a backend, in driving mode: the engine is the only judge, and jobs wait at the
// gate until it gives them a place. It keeps nothing: the file and Slurm have it all.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/cluster/backend.h"
#include "core/cluster/slurm/beside.h"
#include "core/cluster/slurm/gate_steps.h"

namespace apportion::slurm {

class SlurmBackend : public Backend {
public:
    struct World {
        RunWords run;  // used on a thread of its own
        std::string who, version;
        PastOf past;
        std::function<void(const Step&)> sent = {};  // a step that Slurm has taken
        // Whether the file has a node closed because Slurm had, whoever drove then.
        std::function<bool(const std::string& node)> closedBySlurm = {};
        std::optional<Duration> killWait = {};  // nothing = not known
        Duration patience = kPatience * 8 / 10;
    };
    explicit SlurmBackend(World world) : world_(std::move(world)) {}

    BackendFacts facts(const Project& project) override;
    Result<Observed> observe(const Project& project, Moment now) override;
    Result<Steps> plan(const Project& project, Moment now) override;
    Result<StepDone> apply(const Step& step) override;
    void wait(Duration most) const override;

    // Jobs of managed accounts that the file does not have, as last observed; the first submitted
    // comes first.
    std::vector<GateJob> arrivals(const Project& project) const;
    // Nodes that Slurm has closed for a while, or opened again since then, and what they are now.
    std::vector<std::pair<std::string, NodeState>> nodeChanges(const Project& project);
    // Some step is not seen to have happened yet.
    bool isUnderWay() const { return picture_.asOf < sentAt_; }
    const Problems& failure() const { return failure_; }  // of the last look; empty = none
    Duration readTook() const { return picture_.took; }

private:
    struct Picture {
        Moment asOf = 0;
        std::vector<GateJob> jobs;
        std::vector<ClusterNode> nodes;
        std::vector<GateJob> over;  // by accounting
        bool asked = false;         // accounting has answered
        Duration took = 0;
        AccountParents parents;
        Moment parentsAsOf = 0;  // 0 = not asked
    };
    // What a look is about.
    struct Asked {
        std::set<std::string> ids, accounts;  // of workloads, of quotas
        AccountParents parents;               // as they were
        Moment parentsAsOf = 0;
    };
    struct Planned {
        GateStep step;
        bool sent = false;
    };

    // Takes the answer that is there, or comes within the time, and asks anew.
    void look(const Project& project, Moment now);
    static Result<Picture> read(const RunWords& run, Asked asked, Moment now);
    static void readAbove(const RunWords& run, const Asked& asked, Picture& picture);
    std::optional<SeenRun> seen(const ProjectWorkload& work, const GateJobs& jobs);
    void noteSlipped(const GateJob& job, const ProjectWorkload* work, Problems& notes);
    static void noteForeign(const GateJob& job, const Project& project,
                            std::vector<ForeignRun>& foreign);
    void findTaken(const Project& project, const GateJobs& jobs, Observed& observed) const;
    bool isGone(const ProjectWorkload& work, const GateJobs& jobs);

    World world_;
    Picture picture_;
    bool known_ = false;  // there is a picture
    Problems failure_;
    std::future<Result<Picture>> reading_;
    Moment now_ = 0;     // of the last call that said it
    Moment sentAt_ = 0;  // the last step
    std::map<std::string, Planned> planned_;
    struct Sent {
        std::string key;
        Moment at = 0;
        std::optional<Message> failed;
    };
    std::map<std::string, Sent> sent_;           // by job: its last step
    std::map<std::string, Moment> closedSince_;  // nodes
    std::map<std::string, Moment> absentSince_;  // by workload
    std::set<std::string> told_;                 // jobs that slipped past the gate
    Beside beside_;                              // last: what it does uses nothing of the others
};

}  // namespace apportion::slurm
