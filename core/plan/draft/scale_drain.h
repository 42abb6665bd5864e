// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/draft/scale_check.h"
#include "core/plan/fork_run.h"

namespace apportion {

// Mode drain: runs a fork until what stood in the way has gone.
class Drain {
public:
    Drain(const Engine& before, ScaleTargets targets, std::vector<ScaleObstacle> obstacles);

    // True if it came to its end; the fork then stands there.
    bool run(ForkRun& fork) const;
    Message whyNot(const ForkRun& fork) const;

private:
    bool isDone(const ForkRun& fork) const;

    ScaleTargets before_;
    ScaleTargets targets_;
    std::vector<ScaleObstacle> obstacles_;
};

}  // namespace apportion
