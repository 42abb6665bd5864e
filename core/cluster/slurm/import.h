// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as a scenario: accounts are quotas, users are workspaces, jobs are workloads. What a
// scenario cannot say is listed, never dropped in silence.
#pragma once

#include <vector>

#include "core/cluster/slurm/picture.h"
#include "core/model/message.h"
#include "core/model/scenario.h"

namespace apportion::slurm {

struct Imported {
    Scenario scenario;
    std::vector<Message> notRepresented;  // what, where, why; codes cluster-left-…
};

// Its moment 0 is that of the picture. Running jobs run, pending ones are submitted at 0 in the
// order of their priority. The scenario is valid.
Imported scenarioOf(const Picture& picture);

// Priorities 1 to 9 for the QOS of a cluster, by the order of their own.
std::map<std::string, int> prioritiesOf(const Picture& picture);

}  // namespace apportion::slurm
