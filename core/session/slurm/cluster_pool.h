// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster that is read: what was there at the last look, in whose place the next one comes.
// Slurm decides, and no command changes it. A thread of its own asks the cluster, and no call here
// waits for an answer.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/session/pool.h"
#include "core/session/slurm/cluster_looks.h"
#include "core/view/history/history_points.h"
#include "core/view/team_colours.h"

namespace apportion {

class ClusterPool : public Pool {
public:
    // By the name of an added one, or its place. Reads it once, on this thread. Errors: those of
    // connectionNamed() and failure.h; cluster-stopped.
    static Result<std::unique_ptr<Pool>> open(const std::string& name,
                                              const std::stop_token& stop = {});

private:
    ClusterPool(std::string name, std::string place, std::unique_ptr<ClusterLooks> looks);

    Progress progress() const override;
    Result<bool> follow() override;
    View view() override;
    Instant clock() const override { return at_ - epoch_; }
    void show(std::string workload) override { shown_ = std::move(workload); }
    Result<CommandAnswer> run(const CommandRequest& request) override;
    Result<void> turn(const TurnRequest& turn) override;
    // As a scenario.
    Result<void> save(const std::optional<std::filesystem::path>& file) override;
    Fork fork(State state) override;
    Rights rights() override;
    Base base() const override;
    ReportSource reporting() override;
    Effect tryCommand(std::vector<CommandRequest> requests) override;
    void withSurroundings(const std::function<void(const DraftSurroundings&)>& use) override;
    Project kept() override;
    std::optional<Explaining> explainWorkload(const std::string& name) override;
    std::optional<QuotaExplanation> explainQuota(const std::string& name, bool halted) override;
    std::string estimateState() const override { return "none"; }
    Fork ahead() override;
    std::optional<WorkspaceSource> workspace(const std::string& name) override;
    WorkToSearch searchFork() override;
    std::string searchState() const override { return std::to_string(taken_); }

    void take(const ClusterLooks::Latest& latest);
    void draw();
    Duration shift() const { return seen_->asOf() - epoch_; }
    PoolSource source();
    const Engine& asked() const { return asked_ ? *asked_ : *seen_->engine; }

    std::string name_, place_;
    std::unique_ptr<ClusterLooks> looks_;
    std::shared_ptr<SeenCluster> seen_;
    std::shared_ptr<Engine> asked_;  // has looked at what waits; null = on the way
    std::int64_t taken_ = 0;         // looks so far
    Moment epoch_ = 0;               // of the first look
    Moment at_ = 0;                  // the last moment at which the cluster said that it is so
    Moment shownAt_ = 0;
    std::string shown_;
    std::vector<TeamInfo> teams_;
    TeamColours colours_;
    History past_;
    std::shared_ptr<const History> history_;
};

}  // namespace apportion
