// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of single values, and the policies as far as they stand alone.
#include "core/model/bounds.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

bool checkBounds(const Value& value, std::int64_t least, std::int64_t most, const Place& place,
                 Findings& findings) {
    if (value.number >= least && value.number <= most)
        return true;
    auto bound = value;
    if (value.number < least) {
        bound.number = least;
        findings.error(place.pointer(), "too-small", {{"value", value}, {"least", bound}});
        return false;
    }
    bound.number = most;
    findings.error(place.pointer(), "too-big", {{"value", value}, {"most", bound}});
    return false;
}

bool checkRange(PriorityRange range, const std::string& pointer, Findings& findings) {
    const auto isOutside = [](int end) { return end < kLowestPriority || end > kHighestPriority; };
    if (isOutside(range.from) && isOutside(range.to)) {  // one mistake, not two
        findings.error(pointer, "range-outside",
                       {{"from", Value::ofCount(range.from)},
                        {"to", Value::ofCount(range.to)},
                        {"least", Value::ofCount(kLowestPriority)},
                        {"most", Value::ofCount(kHighestPriority)}});
        return false;
    }
    const bool from = checkBounds(Value::ofCount(range.from), kLowestPriority, kHighestPriority,
                                  pointer + "/0", findings);
    const bool to = checkBounds(Value::ofCount(range.to), kLowestPriority, kHighestPriority,
                                pointer + "/1", findings);
    if (!from || !to)
        return false;
    if (range.from <= range.to)
        return true;
    findings.error(pointer, "range-reversed",
                   {{"from", Value::ofCount(range.from)}, {"to", Value::ofCount(range.to)}});
    return false;
}

bool checkModules(ModuleSet modules, const std::string& pointer, Findings& findings) {
    if (modules.none())
        findings.error(pointer, "no-modules");
    return modules.any();
}

bool checkSelfPreemption(const SelfPreemption& policy, std::string_view quota,
                         const std::string& pointer, Findings& findings) {
    const bool high = checkRange(policy.high, pointer + "/high", findings);
    const bool low = checkRange(policy.low, pointer + "/low", findings);
    const bool modules = checkModules(policy.modules, pointer + "/modules", findings);
    if (!high || !low || !modules)
        return false;
    if (policy.low.to < policy.high.from)
        return true;
    // Only a remedy that can be followed.
    std::string code = "low-not-below-high";
    const bool least = policy.high.from == kLowestPriority;
    if (policy.low.to == kHighestPriority)
        code += least ? ".both" : ".to-most";
    else if (least)
        code += ".from-least";
    findings.error(pointer + "/low", code,
                   {{"quota", Value::ofText(std::string{quota})},
                    {"lowFrom", Value::ofCount(policy.low.from)},
                    {"lowTo", Value::ofCount(policy.low.to)},
                    {"highFrom", Value::ofCount(policy.high.from)},
                    {"highTo", Value::ofCount(policy.high.to)}});
    return false;
}

bool checkChildPreemption(const ChildPreemption& policy, const std::string& pointer,
                          Findings& findings) {
    const bool range = checkRange(policy.priorities, pointer + "/priorities", findings);
    return checkModules(policy.modules, pointer + "/modules", findings) && range;
}

bool checkLimit(const Limit& limit, const std::string& pointer, Findings& findings) {
    bool fine = true;
    if (limit.gpu)
        fine &= checkBounds(Value::ofGpu(*limit.gpu), 0, kMostGpu, pointer + "/gpu", findings);
    if (limit.cpu)
        fine &= checkBounds(Value::ofCpu(*limit.cpu), 0, kMostCpu, pointer + "/cpu", findings);
    if (limit.memory)
        fine &= checkBounds(Value::ofMemory(*limit.memory), 0, kMostMemory, pointer + "/memory",
                            findings);
    return fine;
}

void checkPolicyValues(const QuotaPolicy& policy, std::string_view quota,
                       const std::string& pointer, Findings& findings) {
    if (!policy.team.empty())
        checkName(policy.team, pointer + "/team", findings, true);
    if (policy.nodes && !policy.nodes->gpuType && policy.nodes->labels.empty())
        findings.error(pointer + "/nodes", "selector-empty");
    if (policy.limit != Limit{})
        checkLimit(policy.limit, pointer + "/limit", findings);
    if (policy.weight)
        checkBounds(Value::ofCount(*policy.weight), 0, kMostWeight, pointer + "/weight", findings);
    if (policy.rank != 0)
        checkBounds(Value::ofCount(policy.rank), -kMostRank, kMostRank, pointer + "/rank",
                    findings);
    if (policy.lend)
        checkBounds(Value::ofGpu(*policy.lend), 0, kMostGpu, pointer + "/lend/gpu", findings);
    if (policy.minRuntime)
        checkBounds(Value::ofSeconds(*policy.minRuntime), 0, kMostTime, pointer + "/minRuntime",
                    findings);
    if (policy.budget)
        checkBounds(Value::ofCount(policy.budget->gpuHours / 100), 0, kMostBudget,
                    pointer + "/budget/gpuHours", findings);
    if (policy.selfPreemption)
        checkSelfPreemption(*policy.selfPreemption, quota, pointer + "/selfPreemption", findings);
    if (policy.childPreemption)
        checkChildPreemption(*policy.childPreemption, pointer + "/childPreemption", findings);
}

void checkSettings(const Settings& settings, Findings& findings) {
    const auto time = [&](Duration value, Duration least, const char* pointer) {
        checkBounds(Value::ofSeconds(value), least, kMostTime, pointer, findings);
    };
    time(settings.gracePeriod, 0, "/settings/gracePeriod");
    if (settings.moveLoss)
        time(*settings.moveLoss, 0, "/settings/moveLoss");
    time(settings.minRuntime, 0, "/settings/minRuntime");
    time(settings.balanceTimeout, 0, "/settings/balanceTimeout");
    // Below a millisecond a priority would rise infinitely often.
    time(settings.agingInterval, 1, "/settings/agingInterval");
}

}  // namespace apportion::validation
