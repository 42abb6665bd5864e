// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 19 where it is asked most: one replica for whom others may go by reclaim alone (14), and
// nothing but room on devices is missing: whole ones where nobody runs on a part of one, else no
// more than one. All candidates are of one class then, and only those are looked at that the
// thresholds (b) and (c) let in: the leaves by saturation, and among them the workloads by
// priority, until some node, or some shared device, could be cleared. There all sets are compared,
// of equal workloads only the first few.
#pragma once

#include <optional>

#include "core/engine/victim_search.h"

namespace apportion {

struct ReclaimAnswer {
    std::vector<Candidate> victims;  // none: no set does
    bool belowShare = false;         // as in VictimSet
};

// `spared` does not go. Nothing if something else is at work, or there are too many sets to
// compare: the general search has to say.
std::optional<ReclaimAnswer> leastReclaim(Trial& trial, WorkloadId spared = kNobody);

}  // namespace apportion
