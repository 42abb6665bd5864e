// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_drain.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/plan/draft/scale_event.h"

namespace apportion {

Drain::Drain(const Engine& before, ScaleTargets targets, std::vector<ScaleObstacle> obstacles)
    : before_(presentSizes(before, targets)),
      targets_(std::move(targets)),
      obstacles_(std::move(obstacles)) {}

// Would the same scale be refused now? Back to the sizes of before and forth again, at one instant.
bool Drain::isDone(const ForkRun& fork) const {
    Engine trial = fork.engine();
    trial.keepRunnerUp(false);
    const std::array<Input, 2> inputs{EventAction{scaleEvent(before_, ScaleMode::drain)},
                                      EventAction{scaleEvent(targets_, ScaleMode::refuse)}};
    const Decisions made = trial.step(fork.now(), inputs);
    return !made.events[0] && !made.events[1];
}

bool Drain::run(ForkRun& fork) const {
    while (!isDone(fork)) {
        do {
            if (!fork.step())
                return false;
        } while (!fork.decisions().any());
    }
    return true;
}

Message Drain::whyNot(const ForkRun& fork) const {
    if (fork.tooLong())
        return {"scale-too-long", {}};
    std::vector<std::string> endless;
    for (const std::string& name : runningWithoutEnd(fork.engine()))
        for (const ScaleObstacle& obstacle : obstacles_)
            if (std::find(obstacle.workloads.begin(), obstacle.workloads.end(), name) !=
                obstacle.workloads.end()) {
                endless.push_back(name);
                break;
            }
    if (endless.empty())
        return {"scale-drain-long", {}};
    return {"scale-no-duration", {{"workloads", Value::ofList(std::move(endless))}}};
}

}  // namespace apportion
