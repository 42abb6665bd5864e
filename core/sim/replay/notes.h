// SPDX-License-Identifier: GPL-3.0-or-later
// What a replay assumed, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/trace.h"
#include "core/sim/replay/pool.h"
#include "core/sim/replay/replay_options.h"

namespace apportion {

// Of sorted jobs. `groups`: how many quotas they make.
std::vector<Message> replayNotes(const Trace& trace, const ReplayPool& pool, std::size_t groups,
                                 const std::string& root, const ReplayOptions& options);

}  // namespace apportion
