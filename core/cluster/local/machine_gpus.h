// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine has for a first pool, by what the driver of its GPUs tells.
#pragma once

#include <optional>
#include <string>

#include "core/model/problem.h"
#include "core/view/new_pool.h"

namespace apportion {

struct MachineGpus {
    int count = 0;
    std::string type;    // as the driver names it; empty = none, or of several types
    Problems obstacles;  // why none is known: nvml-missing, nvml-failed
    friend bool operator==(const MachineGpus&, const MachineGpus&) = default;
};

// `library`: of the driver; empty = the one that is installed. May take a second.
MachineGpus gpusOfMachine(const std::string& library = {});

// One node, which is this machine, with all of its GPUs; the teams share them evenly.
NewPool onMachine(NewPool wanted, const std::string& machine, const MachineGpus& gpus);

// That its node which is this machine would declare more than it has; nothing = it does not.
std::optional<Message> moreThanFound(const NewPool& wanted, const MachineGpus& gpus);

}  // namespace apportion
