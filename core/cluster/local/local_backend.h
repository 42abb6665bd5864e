// SPDX-License-Identifier: GPL-3.0-or-later
// This machine as a backend: runs the commands of one project file as the user who runs the engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/cluster/consent.h"
#include "core/cluster/local/local_runs.h"

namespace apportion {

class LocalBackend : public Backend, private Consent {
public:
    // The file must outlive it. Whoever observes has its lease.
    LocalBackend(ProjectFile& file, std::string who, LocalMachine machine);

    BackendFacts facts(const Project& project) override;
    // Its first answer with a command in the project takes the pool's folder. Obstacles: those of
    // LocalRuns::open().
    Result<Observed> observe(const Project& project, Moment now) override;
    Result<Steps> plan(const Project& project, Moment now) override;
    Result<StepDone> apply(const Step& step) override;
    void wait(Duration most) const override;

private:
    Result<void> give(const Project& project, const ProjectWorkload& work) override;
    void serve(const Project& project, const Decide& decide) override;
    std::vector<std::string> unapproved() const override { return unapproved_; }
    void keepOnly(const Project& project) override;

    // Once there is a command, and again when the project has changed or it was not possible.
    void open(const Project& project);

    ProjectFile* file_;
    std::string who_;
    LocalMachine machine_;
    std::optional<LocalRuns> runs_;
    Problems obstacles_;           // why there are none
    Problems untold_;              // of the next observe()
    Revision looked_ = -1;         // the project's at the last open()
    std::vector<SeenNode> nodes_;  // of that
    std::vector<std::string> unapproved_;
};

}  // namespace apportion
