// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/engine/decision.h"
#include "core/engine/engine.h"

namespace apportion {

// A scale in mode reclaim is decided, and there was nothing to take.
inline constexpr const char* kNobodyTaken = "nobody taken";

// What an entry of the engine is about, for people; see counted_names.h.
// `letInBefore`: rejected when the engine was loaded, as rights had changed since.
std::string subjectOf(const Decisions& made, const Engine& engine,
                      std::span<const WorkloadId> letInBefore = {});

}  // namespace apportion
