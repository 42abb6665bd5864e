// SPDX-License-Identifier: GPL-3.0-or-later
// What the first page of a scale needs to know of its targets: how far they may go, what is wrong
// with them and what mends it, and whether rule 21 asks for a mode. All of it is asked of the
// engine by trying; there is no second copy of a rule here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/message.h"
#include "core/model/quantity.h"
#include "core/plan/draft/scale_level.h"

namespace apportion {

// One way to mend a refusal; tried, and the refusal was gone.
struct ScaleRepair {
    enum class Kind { set, takeFrom, raiseParent };
    Kind kind = Kind::set;
    std::string quota;     // that would have another size
    Gpu gpu = 0;           // set, raiseParent: the size; takeFrom: how much it gives
    ScaleTargets targets;  // all of them, mended
    friend bool operator==(const ScaleRepair&, const ScaleRepair&) = default;
};

struct ScaleProblem {
    std::string quota;  // where it shows
    Message message;    // the engine's refusal
    std::vector<ScaleRepair> repairs;
};

// Work that would break a bound of rule 3 under the new sizes: the engine's refusal `below-usage`.
struct ScaleObstacle {
    std::string quota;
    Gpu placed = 0;  // what the bound counts
    Gpu bound = 0;   // what would be allowed
    std::vector<std::string> workloads;
    Message message;
};

struct ScaleCheck {
    Instant at = 0;
    std::vector<ScaleLevel> levels;
    ScaleTargets changes;                  // targets that differ from what is
    std::vector<ScaleProblem> problems;    // as long as there is one, nothing can be applied
    std::vector<ScaleObstacle> obstacles;  // why a mode is asked for; empty = none is
    // With obstacles: when mode drain would have come to its end, or why that is not known.
    std::optional<Instant> drained;
    std::optional<Message> drainUnknown;
};

// `at` as Engine::step() wants it.
ScaleCheck checkScale(const Engine& engine, Instant at, const ScaleTargets& targets);

// The obstacles alone; empty too where the targets are refused in every mode.
std::vector<ScaleObstacle> obstaclesOf(const Engine& engine, Instant at,
                                       const ScaleTargets& targets);

}  // namespace apportion
