// SPDX-License-Identifier: GPL-3.0-or-later
// Work that loses the right to start by a change of workspaces (rule 24): it is kept, and waits.
#pragma once

#include <string>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// Warnings that name the waiting and the running workloads that lose it. `after` with the work of
// `before`. Work that is not `who`'s to know is not named.
Problems lostRights(const Project& before, const Project& after, const std::string& who,
                    Moment now);

}  // namespace apportion
