// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever is told to stop runs on through its grace period: what it loses, and who takes its place,
// shows behind it (rule 11).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "core/engine/engine.h"

namespace apportion {

// When the last of those stops that were told to at `at`; nothing = nobody was.
std::optional<Instant> graceEndOf(const Engine& engine, std::span<const Taken> taken, Instant at);

// Runs a fork on to there. What was lost meanwhile, by the serial of the eviction.
std::map<std::uint64_t, GpuTime> runTo(Engine& fork, Instant until);

}  // namespace apportion
