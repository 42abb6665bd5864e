// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/outcome.h"

#include <array>

namespace apportion {

namespace {

constexpr std::array<std::string_view, 6> kStates{"pending",   "running",  "finished",
                                                  "cancelled", "rejected", "failed"};

struct RuleName {
    std::string_view text;
    Rule rule;
};

// In the order of EvictionRule.
constexpr std::array<RuleName, 8> kRules{{{"reclaim", Rule::reclaim},
                                          {"self-level", Rule::selfLevel},
                                          {"child-level", Rule::childLevel},
                                          {"idle", Rule::optimum},
                                          {"elastic", Rule::optimum},
                                          {"consolidation", Rule::means},
                                          {"scale", Rule::scale},
                                          {"node", Rule::blockers}}};

}  // namespace

std::string_view stateText(WorkloadState state) {
    return kStates[static_cast<std::size_t>(state)];
}

std::optional<WorkloadState> stateFromText(std::string_view text) {
    for (std::size_t i = 0; i < kStates.size(); ++i)
        if (kStates[i] == text)
            return static_cast<WorkloadState>(i);
    return std::nullopt;
}

std::string_view ruleText(EvictionRule rule) {
    return kRules[static_cast<std::size_t>(rule)].text;
}

std::optional<EvictionRule> evictionRuleFromText(std::string_view text) {
    for (std::size_t i = 0; i < kRules.size(); ++i)
        if (kRules[i].text == text)
            return static_cast<EvictionRule>(i);
    return std::nullopt;
}

Rule ruleOf(EvictionRule rule) {
    return kRules[static_cast<std::size_t>(rule)].rule;
}

}  // namespace apportion
