// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the work of a pool at rest in the instant in which somebody goes live: tried on a
// fork, as the live engine begins.
#pragma once

#include <string>
#include <vector>

#include "core/model/explanation.h"
#include "core/session/project/desk.h"

namespace apportion {

// Names, in order of decision, each once.
struct LiveStart {
    std::vector<std::string> ended;     // their time was over while nobody decided
    std::vector<std::string> evicted;   // also who stops only after a grace period
    std::vector<RunsOn::Fewer> fewer;   // runs on, and gives up replicas; file order
    std::vector<std::string> moved;     // to make room
    std::vector<std::string> rejected;  // for good, of what waits
    std::vector<std::string> started;   // also who waits for a grace period to be over
    friend bool operator==(const LiveStart&, const LiveStart&) = default;
};

// Errors: those of the file.
Result<LiveStart> liveStartOf(ProjectDesk& desk);

}  // namespace apportion
