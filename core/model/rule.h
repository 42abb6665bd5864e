// SPDX-License-Identifier: GPL-3.0-or-later
// The numbered rules of the engine (core/engine/README.md), as decisions, reasons and tests quote
// them.
#pragma once

namespace apportion {

enum class Rule {
    tree = 1,
    ownPart,
    bounds,
    counters,
    entitlement,
    surplus,
    weight,
    overhang,
    order,
    means,
    noVainEviction,
    gang,
    placement,
    reclaim,
    selfLevel,
    childLevel,
    adminsWord,
    minimumRuntime,
    optimum,
    requeue,
    scale,
    blockers,
    journal,
    access,
    timeline,
    stable,
    oneEngine,
};

constexpr int number(Rule rule) {
    return static_cast<int>(rule);
}

}  // namespace apportion
