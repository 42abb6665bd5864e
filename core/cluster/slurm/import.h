// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as a scenario: accounts are quotas, users are workspaces, jobs are workloads. What a
// scenario cannot say is listed, never dropped in silence.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/slurm/picture.h"
#include "core/model/message.h"
#include "core/model/scenario.h"

namespace apportion::slurm {

struct Imported {
    Scenario scenario;
    std::vector<std::size_t> jobs;        // of each workload, its place among those of the picture
    std::vector<Message> notRepresented;  // what, where, why; codes cluster-left-…
};

// Its moment 0 is that of the picture. Running jobs run, pending ones are submitted at 0 in the
// order of their priority. The scenario is valid.
Imported scenarioOf(const Picture& picture);

// A text of Slurm as a scenario takes it: nothing hidden, no "/", at most 63 characters.
std::string nameOf(std::string_view text);

// Priorities 1 to 9 for the QOS of a cluster, by the order of their own.
std::map<std::string, int> prioritiesOf(const Picture& picture);

}  // namespace apportion::slurm
