// SPDX-License-Identifier: GPL-3.0-or-later
// The words that files and screens use for the choices of the model, in the order of the enums.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/model/event.h"
#include "core/model/node.h"
#include "core/model/quota.h"
#include "core/model/settings.h"
#include "core/model/workload.h"
#include "core/model/workspace.h"

namespace apportion {

template <typename E>
struct Words;

template <>
struct Words<Module> {
    static constexpr std::array<std::string_view, 3> all{"training", "notebook", "inference"};
};
template <>
struct Words<OverQuota> {
    static constexpr std::array<std::string_view, 3> all{"on", "idle-only", "off"};
};
template <>
struct Words<BudgetPeriod> {
    static constexpr std::array<std::string_view, 3> all{"week", "month", "quarter"};
};
template <>
struct Words<Queueing> {
    static constexpr std::array<std::string_view, 4> all{"fifo", "round-robin", "balance",
                                                         "intelligent"};
};
template <>
struct Words<PreemptionScope> {
    static constexpr std::array<std::string_view, 3> all{"quota", "siblings", "both"};
};
template <>
struct Words<NodeState> {
    static constexpr std::array<std::string_view, 4> all{"ready", "cordoned", "down", "draining"};
};
template <>
struct Words<ScaleMode> {
    static constexpr std::array<std::string_view, 3> all{"refuse", "drain", "reclaim"};
};
template <>
struct Words<PlacementPolicy> {
    static constexpr std::array<std::string_view, 2> all{"binpack", "spread"};
};
template <>
struct Words<Role> {
    static constexpr std::array<std::string_view, 3> all{"admin", "member", "viewer"};
};

// "round-robin"
template <typename E>
constexpr std::string_view word(E value) {
    return Words<E>::all[static_cast<std::size_t>(value)];
}

template <typename E>
constexpr std::optional<E> fromWord(std::string_view text) {
    for (std::size_t i = 0; i < Words<E>::all.size(); ++i)
        if (Words<E>::all[i] == text)
            return static_cast<E>(i);
    return std::nullopt;
}

}  // namespace apportion
