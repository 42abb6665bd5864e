// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of `cluster` as people read them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/cluster/slurm/apply.h"
#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/imitation.h"
#include "core/cluster/slurm/picture.h"

namespace apportion::ctl {

std::string connectionsText(const std::vector<slurm::Connection>& connections);
std::string checkText(const slurm::Checked& checked);
// Which waiting jobs are listed; empty = all.
struct JobFilter {
    std::string job, account, user;
    bool isSet() const { return !(job.empty() && account.empty() && user.empty()); }
    bool takes(const slurm::ClusterJob& each) const;
};
// Accounts with what runs and waits in each, and why jobs wait: of those that wait in the queue of
// Apportion what its engine says, where it is known, by id.
std::string pictureText(const slurm::Picture& picture, const std::vector<Message>& notRepresented,
                        const JobFilter& filter, const std::map<std::string, Message>& queued);
// Numbered, each with what it does.
std::string linesText(const std::vector<slurm::Line>& lines);
std::string planText(const slurm::NativePlan& plan, const std::vector<slurm::Judged>& judged,
                     const slurm::Imitated& next);
std::string appliedText(const slurm::Applied& applied);
std::string notRepresentedText(const std::vector<Message>& messages);

}  // namespace apportion::ctl
