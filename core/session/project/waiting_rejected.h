// SPDX-License-Identifier: GPL-3.0-or-later
// Work that waits and may not run any more is rejected for good (rule 24); what runs goes on.
#pragma once

#include <optional>
#include <string>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// The warning that names whom a change of workspaces has rejected as soon as the engine runs.
// `after` with the work of `before`. Work that is not `who`'s to know is not named.
std::optional<Problem> waitingRejected(const Project& before, const Project& after,
                                       const std::string& who, Moment now);

}  // namespace apportion
