// SPDX-License-Identifier: GPL-3.0-or-later
// What of the running work of some quotas can be evicted: by whom, when, and after which
// protection. As things stand: whoever evicts is not there yet. Of borrowed work so much can go,
// and which of it is decided then; the workloads of low priority and the latest stand for it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/engine/engine.h"

namespace apportion {

struct ExposedPart {
    // In the order of danger, as rule 19 takes them: the first that allows it.
    enum class By {
        background,  // any workload that needs its GPUs
        reclaim,     // a sibling quota, or one above it, that needs its guarantee
        ownQuota,    // a workload of higher priority in the same quota
        sibling,     // one in a sibling quota, by its policy
        parent       // one of a quota above, by its policy
    };
    By by = By::reclaim;
    Gpu gpu = 0;
    int workloads = 0;
    std::string quota;      // whose guarantee or policy it is; empty = several
    int leastPriority = 0;  // of these workloads
    int mostPriority = 0;
    std::optional<Instant> started;  // of one workload alone
    std::optional<Instant> until;    // protected (rule 18)
};

struct Exposure {
    Gpu running = 0;
    Gpu safe = 0;       // nobody can evict it
    Gpu sheltered = 0;  // of the rest: protected now
    Gpu guaranteed = 0;
    Gpu borrowed = 0;
    std::vector<ExposedPart> parts;  // the safest first; those that are protected before the others
};

// At `at`, as Engine::reach() wants it. `workspace` empty = all work of the quotas.
Exposure exposureOf(const Engine& engine, Instant at, std::span<const std::string> quotas,
                    const std::string& workspace);

void shift(Exposure& exposure, Duration by);

}  // namespace apportion
