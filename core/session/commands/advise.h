// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on a plan's base. How goals are read and answers written comes with it.
#pragma once

#include <string>

#include "core/io/answers/advice_writer.h"
#include "core/plan/advise.h"
#include "core/plan/goal_text.h"
#include "core/session/commands/plan.h"

namespace apportion {

// What a policy event sets: "weight 16", "overQuota off".
std::string policyWords(const PolicyChange& change);

}  // namespace apportion
