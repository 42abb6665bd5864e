// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4, "above" and what is lent: how the idle guarantees of a level are in use by others, shared
// out over its quotas. All of a level at once, and once as long as nothing happens: a view asks for
// every quota of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/engine/state.h"

namespace apportion {

class Lending {
public:
    // Of the idle guarantee of a quota, GPUs in 1/100.
    struct Part {
        Gpu lent = 0;   // in use by others
        Gpu above = 0;  // of that, by the own part of the quota above
    };
    // Valid until forget().
    const Part& of(const EngineState& state, BranchId quota);
    // Something has happened.
    void forget() { ++moment_; }

private:
    struct Known {
        Part part;
        std::uint64_t moment = 0;
    };
    void shareOut(const EngineState& state, BranchId member);

    std::vector<Known> known_;  // by branch
    std::uint64_t moment_ = 1;
};

}  // namespace apportion
