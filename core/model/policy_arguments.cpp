// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/policy_arguments.h"

#include <algorithm>

namespace apportion {

namespace {

constexpr const char* kHighFrom = "highFrom";
constexpr const char* kHighTo = "highTo";
constexpr const char* kLowFrom = "lowFrom";
constexpr const char* kLowTo = "lowTo";
constexpr const char* kModuleBits = "modules";
constexpr const char* kScope = "scope";
constexpr const char* kMayTakeGuaranteed = "mayTakeGuaranteed";

void add(std::vector<Argument>& arguments, const char* name, std::int64_t number) {
    arguments.push_back({name, Value::ofCount(number)});
}

std::optional<int> numberOf(const std::vector<Argument>& arguments, const char* name) {
    const auto found =
        std::find_if(arguments.begin(), arguments.end(),
                     [name](const Argument& argument) { return argument.name == name; });
    return found == arguments.end() || found->value.kind != Value::Kind::count
               ? std::nullopt
               : std::optional(static_cast<int>(found->value.number));
}

// Of those of which one is not there: nothing.
template <typename... Names>
std::optional<std::vector<int>> numbersOf(const std::vector<Argument>& arguments, Names... names) {
    std::vector<int> numbers;
    for (const char* name : {names...}) {
        const auto number = numberOf(arguments, name);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

}  // namespace

void addPolicy(std::vector<Argument>& arguments, const SelfPreemption& policy) {
    add(arguments, kHighFrom, policy.high.from);
    add(arguments, kHighTo, policy.high.to);
    add(arguments, kLowFrom, policy.low.from);
    add(arguments, kLowTo, policy.low.to);
    add(arguments, kModuleBits, static_cast<std::int64_t>(policy.modules.to_ulong()));
    add(arguments, kScope, static_cast<std::int64_t>(policy.scope));
    add(arguments, kMayTakeGuaranteed, policy.mayTakeGuaranteed ? 1 : 0);
}

void addPolicy(std::vector<Argument>& arguments, const ChildPreemption& policy) {
    add(arguments, kLowFrom, policy.priorities.from);
    add(arguments, kLowTo, policy.priorities.to);
    add(arguments, kModuleBits, static_cast<std::int64_t>(policy.modules.to_ulong()));
}

std::optional<SelfPreemption> selfPolicyIn(const std::vector<Argument>& arguments) {
    const auto found = numbersOf(arguments, kHighFrom, kHighTo, kLowFrom, kLowTo, kModuleBits,
                                 kScope, kMayTakeGuaranteed);
    if (!found)
        return std::nullopt;
    const std::vector<int>& n = *found;
    return SelfPreemption{{n[0], n[1]},
                          {n[2], n[3]},
                          ModuleSet(static_cast<unsigned long>(n[4])),
                          static_cast<PreemptionScope>(n[5]),
                          n[6] != 0};
}

std::optional<ChildPreemption> childPolicyIn(const std::vector<Argument>& arguments) {
    const auto found = numbersOf(arguments, kLowFrom, kLowTo, kModuleBits);
    if (!found)
        return std::nullopt;
    const std::vector<int>& n = *found;
    return ChildPreemption{{n[0], n[1]}, ModuleSet(static_cast<unsigned long>(n[2]))};
}

}  // namespace apportion
