// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the work of a pool at rest in the instant in which somebody goes live: tried on a
// fork, as the live engine begins.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/engine/engine.h"
#include "core/plan/effect.h"

namespace apportion {

class ProjectDesk;

struct LiveStart {
    Effect effect;
    std::vector<std::string> due;      // quotas that change first, as their moment has passed
    std::vector<std::string> ended;    // their time was over while nobody decided
    std::vector<std::string> held;     // has an approval in the file alone: it is asked for again
    std::vector<std::string> foreign;  // counts as running, and is not known to run for it
};

// What is tried, to be taken to another thread: with a crowd trying takes long.
struct LiveStartTrial {
    Engine engine;
    std::vector<Input> inputs;     // reclaims that are owed, then what is due
    std::vector<std::string> due;  // as LiveStart tells it
    std::vector<std::string> held = {};
    std::vector<std::string> foreign = {};  // likewise

    // Stopped, it tells nothing.
    LiveStart run(const std::stop_token& stop = {}) &&;
};
// `present` is the pool as the file has it, now. Errors: those of the file.
Result<LiveStartTrial> liveStartTrial(ProjectDesk& desk, const Engine& present);

}  // namespace apportion
