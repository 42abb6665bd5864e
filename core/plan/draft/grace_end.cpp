// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/grace_end.h"

#include <algorithm>

namespace apportion {

std::optional<Instant> graceEndOf(const Engine& engine, std::span<const Taken> taken, Instant at) {
    const bool any =
        std::any_of(taken.begin(), taken.end(), [](const Taken& each) { return each.stopping; });
    return any ? std::optional(at + engine.settings().gracePeriod) : std::nullopt;
}

std::map<std::uint64_t, GpuTime> runTo(Engine& fork, Instant until) {
    std::map<std::uint64_t, GpuTime> lost;
    for (auto timer = fork.nextTimer(); timer && *timer <= until; timer = fork.nextTimer())
        for (const Stopped& each : fork.step(*timer, {}).stopped)
            lost[each.serial] += each.lost;
    return lost;
}

}  // namespace apportion
