// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs that each team of a chart holds, and is due, at one moment.
#pragma once

#include <vector>

#include "core/engine/engine.h"
#include "core/view/view.h"

namespace apportion {

struct TeamsHeld {
    std::vector<Gpu> own;         // [team]: without what the teams right below hold
    std::vector<Gpu> subtree;     // [team]: at or below
    std::vector<Gpu> fairShare;   // [team]: at or below
    std::vector<Gpu> guaranteed;  // [team]
    int waiting = 0;              // workloads, of all teams
};
TeamsHeld teamsHeld(const Engine& engine, const std::vector<TeamInfo>& teams);

}  // namespace apportion
