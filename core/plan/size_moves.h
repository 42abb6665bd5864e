// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that quotas give each other. Each gives of its own part: what it gives to no child.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

// What own parts gain and lose, by quota. What no quota has is of the quota "".
using SizeChanges = std::vector<std::pair<std::string, Gpu>>;

// How many GPUs are given.
Gpu movedBy(const SizeChanges& changes);

class SizeMoves {
public:
    // The scenario must outlive it. The takers are to get more.
    SizeMoves(const Scenario& scenario, const std::vector<std::string>& takers);

    // Every way to share out what is given, by rising amount and then by the number of quotas;
    // nothing if there are more than `most`.
    std::optional<std::vector<SizeChanges>> all(Gpu step, std::size_t most) const;
    // From one quota to one.
    std::vector<SizeChanges> pairs(Gpu step) const;

private:
    struct Part {
        std::string quota;
        Gpu most;  // that it can give
        bool takes;
    };
    class Ways;
    std::vector<Part> parts_;
};

// The quotas of a tree grow and shrink with what is below them; without targets if none does.
ScaleEvent scaleOf(const Scenario& scenario, const SizeChanges& changes);

}  // namespace apportion
