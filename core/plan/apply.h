// SPDX-License-Identifier: GPL-3.0-or-later
// A change set put on its base: what is to be run.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/plan/base.h"
#include "core/sim/course.h"

namespace apportion {

inline constexpr std::size_t kNoEdit = std::numeric_limits<std::size_t>::max();
inline constexpr Instant kNever = std::numeric_limits<Instant>::max();

struct Applied {
    // The base's own where only events are added and what joins. Else a changed copy, which may be
    // let go: it is large, and loaded() makes it again.
    std::shared_ptr<const Scenario> scenario;
    std::function<std::shared_ptr<const Scenario>()> makeAgain;
    std::size_t workloads = 0;  // in it and in the course
    Course course;
    // With the base's scenario: until then it runs as the base does, byte for byte, so that it may
    // go on from a snapshot of the base that has not stepped to this moment; kNever = no edits.
    // Else 0: it must run from the start, as with a forecast.
    Instant from = 0;
    std::vector<std::size_t> editOf;  // by event of the course: the edit it stands for, or kNoEdit
    Problems warnings;
    std::vector<Message> notes;  // what a forecast drew

    std::shared_ptr<const Scenario> loaded() const { return scenario ? scenario : makeAgain(); }
    void letGo() {
        if (makeAgain)
            scenario.reset();
    }
};

// `pointer` is the set's place in the plan, "/sets/3". The errors are all there are. `seed` draws
// which jobs a forecast repeats or leaves out.
//
// How edits without an event of their own take effect:
//   add-nodes     at 0 from the beginning; later: the nodes join the pool then. What was removed
//                 before comes back as the node that it was
//   remove-nodes  they go down and leave the pool then; the list of nodes keeps them
//   add-quota     the quota joins then with a guarantee of 0 and is scaled to its size, in mode
//                 refuse; its work comes no earlier. As the only root over its nodes it is there
//                 from the beginning
//   forecast      the work of the edits before it counts too; see forecast.h
// What is not in the pool, yet or any more, holds nothing, lets nothing fit, and is not found by an
// event that names it.
Result<Applied> applySet(const PlanBase& base, const ChangeSet& set, const std::string& pointer,
                         std::uint64_t seed);

// The same as one scenario, which gives the same outcome, but that it tells the events at 0 by
// which nodes to come are not there yet. A file does not keep who joins and leaves: there such
// nodes are down.
Scenario scenarioOf(const Applied& applied);

}  // namespace apportion
