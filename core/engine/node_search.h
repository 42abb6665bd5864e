// SPDX-License-Identifier: GPL-3.0-or-later
// A taker with one replica needs room on one node, so its victims all sit there (in part): the
// least set is the least over the nodes, each by exact tables "so many devices freed -> cheapest
// victims" that respect how much each leaf may lose. Where devices are shared, CPU or memory is
// short, or a bound higher up binds, the node's candidates are searched one by one.
#pragma once

#include "core/engine/subset_search.h"
#include "core/engine/victim_search.h"

namespace apportion {

struct OneNodeAnswer {
    std::optional<VictimSet> set;
    std::optional<VictimSet> runnerUp;  // the least that lacks one of the set, if asked for
    bool proven = true;
};

// Keys (a) to (i) out of `from`. The taker starts with one replica, and nothing but room is
// missing.
OneNodeAnswer leastOnOneNode(Trial& trial, const std::vector<Candidate>& all,
                             const std::vector<std::size_t>& from, bool runnerUp);

// The least that lacks one of `best`.
std::optional<VictimSet> leastWithoutOneOf(Trial& trial, const std::vector<Candidate>& all,
                                           const std::vector<std::size_t>& from,
                                           const VictimSet& best);

// Keys (d) to (i) out of `active`, as if nothing but room were missing, for a taker of one replica
// and whole devices alone: no set that keeps every bound can be less.
std::optional<VictimSet> cheapestRoom(Trial& trial, const std::vector<Candidate>& all,
                                      const std::vector<std::size_t>& active);

// The same with every bound, for a taker of several replicas, each of one device and nothing else:
// any device does, so that all nodes are searched as one. Nothing if the tables cannot tell; the
// answer is proven.
std::optional<SubsetAnswer> cheapestDevices(Trial& trial, const std::vector<Candidate>& all,
                                            const std::vector<std::size_t>& active);

}  // namespace apportion
