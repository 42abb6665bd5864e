// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the engine about a scale, each asked on a fork by trying it.
#pragma once

#include <optional>

#include "core/engine/engine.h"
#include "core/plan/draft/scale_level.h"

namespace apportion {

ScaleEvent scaleEvent(const ScaleTargets& targets, ScaleMode mode, Duration after = 0);

// What the targets' quotas are guaranteed now.
ScaleTargets presentSizes(const Engine& engine, const ScaleTargets& targets);

// Why the engine would refuse it at `at`; nothing = it applies it.
std::optional<Message> refusalOf(const Engine& engine, Instant at, const ScaleEvent& event);

// GPUs of the nodes that a root divides (Words: Capacity).
Gpu capacityBelow(const Engine& engine, QuotaId root);

}  // namespace apportion
