// SPDX-License-Identifier: GPL-3.0-or-later
// What moved in the base of a plan between two runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

struct BaseChanges {
    struct Size {
        std::string quota;
        std::optional<Gpu> before, after;  // guaranteed; nothing = it is not there
        friend bool operator==(const Size&, const Size&) = default;
    };
    std::vector<Size> sizes;  // that differ, in file order, those that are new last
    Gpu gpusBefore = 0;       // of the pool
    Gpu gpusAfter = 0;
    std::int64_t added = 0;  // workloads
    std::int64_t gone = 0;   // workloads
    bool otherwise = false;  // the files differ, and in nothing of these

    bool any() const {
        return !sizes.empty() || gpusBefore != gpusAfter || added > 0 || gone > 0 || otherwise;
    }
    friend bool operator==(const BaseChanges&, const BaseChanges&) = default;
};

// Of bases with different hashes.
BaseChanges changesOf(const Scenario& before, const Scenario& after);

}  // namespace apportion
