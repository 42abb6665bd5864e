// SPDX-License-Identifier: GPL-3.0-or-later
// A pool from what a person says of it in the first minute: how many nodes and GPUs, and how the
// teams share them.
#pragma once

#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

struct NewPool {
    std::string name;
    int nodes = 1;
    int gpusPerNode = 8;
    std::string nodeName = "node";  // one has it, several have it with a number
    std::string here;               // name of a node that is this machine; empty = none is
    std::string gpuType;            // empty = not named
    std::string root;               // name of the quota over everything
    struct Team {
        std::string name;
        Gpu gpu = 0;
    };
    std::vector<Team> teams;  // children of the root
};

// The pool at its start, or what is wrong with it (the rules of a scenario).
Result<Scenario> poolOf(const NewPool& wanted);

// The part of what was said that a problem of it is about.
struct NewPoolPlace {
    enum class Part { pool, name, nodeName, gpuType, teamName, teamGpu };
    Part part = Part::pool;
    std::size_t team = 0;  // of `teams`
    friend bool operator==(const NewPoolPlace&, const NewPoolPlace&) = default;
};
NewPoolPlace placeOf(const NewPool& wanted, const Problem& problem);

// All GPUs of the pool, divided among its teams as these parts are: whole ones, by the largest
// remainder.
std::vector<Gpu> divided(const NewPool& wanted, const std::vector<Gpu>& parts);

// What the root has left for teams; negative = more is promised than there is.
Gpu unassignedOf(const NewPool& wanted);

}  // namespace apportion
