// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of `cluster` as people read them.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/slurm/check.h"
#include "core/cluster/slurm/imitation.h"
#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/plan.h"

namespace apportion::ctl {

std::string connectionsText(const std::vector<slurm::Connection>& connections);
std::string checkText(const slurm::Checked& checked);
// Accounts with what runs and waits in each, and why jobs wait.
std::string pictureText(const slurm::Picture& picture, const std::vector<Message>& notRepresented);
std::string planText(const slurm::NativePlan& plan, const std::vector<slurm::Judged>& judged,
                     const slurm::Imitated& next);
std::string appliedText(const slurm::Applied& applied);
std::string notRepresentedText(const std::vector<Message>& messages);

}  // namespace apportion::ctl
