// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_event.h"

#include "core/model/bounds.h"
#include "core/model/message_arguments.h"

namespace apportion {

ScaleEvent scaleEvent(const ScaleTargets& targets, ScaleMode mode, Duration after) {
    ScaleEvent event;
    event.targets.reserve(targets.size());
    for (const auto& [quota, gpu] : targets)
        event.targets.emplace_back(quota, Limit{gpu, {}, {}});
    event.mode = mode;
    event.after = mode == ScaleMode::reclaim ? after : 0;
    return event;
}

ScaleTargets presentSizes(const Engine& engine, const ScaleTargets& targets) {
    ScaleTargets sizes;
    sizes.reserve(targets.size());
    for (const auto& [name, gpu] : targets)
        if (const auto id = engine.findQuota(name))
            sizes.emplace_back(name, engine.quota(*id).guaranteed.gpu);
    return sizes;
}

std::optional<Message> refusalOf(const Engine& engine, Instant at, const ScaleEvent& event) {
    // It is known before anybody is asked to start, which of a crowd takes long.
    std::stop_source known;
    known.request_stop();
    Engine fork = engine;
    fork.keepRunnerUp(false);
    fork.stopWhen(known.get_token());
    const Input input{EventAction{event}};
    return fork.step(at, {&input, 1}).events.front();
}

Gpu capacityBelow(const Engine& engine, QuotaId root) {
    // More than there can be: the refusal names what there is.
    const auto refusal =
        refusalOf(engine, engine.now(),
                  scaleEvent({{engine.quota(root).name, kMostGpu * 2}}, ScaleMode::drain));
    return refusal ? gpuArgumentOf(*refusal, "capacity") : 0;
}

}  // namespace apportion
