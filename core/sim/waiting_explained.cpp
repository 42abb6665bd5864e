// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/waiting_explained.h"

#include <algorithm>
#include <array>
#include <utility>

namespace apportion {

namespace {

constexpr std::size_t kMostHolders = 20;
constexpr std::size_t kMostUnblocks = 5;

// Submitted again as this, in place of what waits.
bool startsAs(const Engine& engine, WorkloadId id, Workload spec, Instant at) {
    Engine fork = engine;
    fork.keepRunnerUp(false);
    const EventAction leaves = CancelEvent{std::exchange(spec.name, spec.name + "'")};
    spec.submit = at;
    const WorkloadId again = fork.add(spec);
    const std::array<Input, 2> inputs{leaves, Submit{again}};
    const Decisions made = fork.step(at, inputs);
    return made.taken.empty() && fork.state(again) == WorkloadState::running &&
           fork.state(id) == WorkloadState::cancelled;
}

// The most below `asked` that does, where more is harder; 0 = none.
template <typename Does>
std::int64_t mostBelow(std::int64_t asked, Does&& does) {
    std::int64_t known = 0;
    while (asked - known > 1) {
        const std::int64_t size = known + (asked - known) / 2;
        (does(size) ? known : asked) = size;
    }
    return known;
}

// Fewer replicas, or else one of fewer whole GPUs.
std::optional<LessAsked> lessThatStarts(const Engine& engine, WorkloadId id, Instant at) {
    if (!engine.past(id).booked.empty())
        return {};
    Workload less = engine.workload(id);
    const int asked = less.leastReplicas();
    const Gpu whole = (less.request.gpu + kOneGpu - 1) / kOneGpu;
    less.minReplicas.reset();
    less.replicas = static_cast<int>(mostBelow(asked, [&](std::int64_t replicas) {
        less.replicas = static_cast<int>(replicas);
        return startsAs(engine, id, less, at);
    }));
    if (less.replicas > 0) {
        LessAsked answer{less.request.gpu, less.replicas, {"ask-less.replicas", {}}};
        answer.message.arguments = {{"gpu", Value::ofGpu(less.request.gpu * less.replicas)},
                                    {"count", Value::ofCount(less.replicas)}};
        return answer;
    }
    less.replicas = 1;
    less.request.gpu = kOneGpu * mostBelow(whole, [&](std::int64_t gpu) {
                           less.request.gpu = gpu * kOneGpu;
                           return startsAs(engine, id, less, at);
                       });
    if (less.request.gpu == 0)
        return {};
    return LessAsked{less.request.gpu, 1, {"ask-less", {{"gpu", Value::ofGpu(less.request.gpu)}}}};
}

}  // namespace

void explainWaiting(const Engine& engine, WorkloadId id, Instant at, Explanation& explanation) {
    explanation.holders = engine.holders(id, kMostHolders, explanation.holdersLeftOut);
    UnblockAnswer answer = engine.unblock(id, kMostUnblocks, at);
    explanation.unblock = std::move(answer.edits);
    explanation.further = std::move(answer.behind);
    explanation.unblockProven = answer.proven;
    explanation.unblockTrials = answer.trials;
    explanation.less = lessThatStarts(engine, id, at);
}

}  // namespace apportion
