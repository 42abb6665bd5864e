// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/eviction_message.h"

namespace apportion {

Eviction evictionRecord(const Engine& engine, const Taken& taking, Instant at) {
    Eviction eviction;
    eviction.at = at;
    eviction.victim = engine.workload(taking.victim).name;
    if (taking.taker != kNobody)
        eviction.preemptor = engine.workload(taking.taker).name;
    eviction.rule = taking.rule;
    eviction.quota = engine.quota(taking.quota).name;
    eviction.gpu = taking.gpu;
    eviction.lost = taking.lost;
    for (const WorkloadId other : taking.runnerUp)
        eviction.runnerUp.push_back(engine.workload(other).name);
    if (taking.worseBy != 0)
        eviction.worseBy = taking.worseBy;
    eviction.proven = taking.proven;

    eviction.why.code = "evicted-" + std::string(ruleText(taking.rule));
    eviction.why.arguments = {
        {"victim", Value::ofText(eviction.victim)},
        {"preemptor", Value::ofText(eviction.preemptor)},
        {"quota", Value::ofText(eviction.quota)},
        {"gpu", Value::ofGpu(eviction.gpu)},
    };
    return eviction;
}

}  // namespace apportion
