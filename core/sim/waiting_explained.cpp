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

// The most, where more is harder; fewer replicas, else fewer whole GPUs of the one.
std::optional<LessAsked> lessThatStarts(const Engine& engine, WorkloadId id, Instant at) {
    const Workload spec = engine.workload(id);
    const bool replicas = spec.leastReplicas() > 1;
    if (!engine.past(id).booked.empty() || (!replicas && spec.request.gpu <= kOneGpu))
        return {};
    const auto with = [&](std::int64_t size) {
        Workload less = spec;
        if (replicas) {
            less.replicas = static_cast<int>(size);
            less.minReplicas.reset();
        } else {
            less.request.gpu = size * kOneGpu;
        }
        return less;
    };
    std::int64_t does = 0;
    std::int64_t doesNot =
        replicas ? spec.leastReplicas() : (spec.request.gpu + kOneGpu - 1) / kOneGpu;
    while (doesNot - does > 1) {
        const std::int64_t size = does + (doesNot - does) / 2;
        (startsAs(engine, id, with(size), at) ? does : doesNot) = size;
    }
    if (does == 0)
        return {};
    const Workload less = with(does);
    LessAsked answer{less.request.gpu, less.replicas, {"ask-less", {}}};
    answer.message.arguments.push_back({"gpu", Value::ofGpu(less.request.gpu * less.replicas)});
    if (replicas) {
        answer.message.code += ".replicas";
        answer.message.arguments.push_back({"count", Value::ofCount(less.replicas)});
    }
    return answer;
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
