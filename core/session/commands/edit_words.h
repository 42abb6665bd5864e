// SPDX-License-Identifier: GPL-3.0-or-later
// Events and edits of a plan in English words, for answers and reports.
#pragma once

#include <string>

#include "core/model/plan.h"

namespace apportion {

std::string eventWords(const Event& event);  // "scale A to 8 GPUs (drain)"
// What a policy event sets: "weight 16", "overQuota off".
std::string policyWords(const PolicyChange& change);
// "scale A to 8 GPUs", "add 2 nodes of 8 GPUs"; without its moment.
std::string editWords(const PlanEdit& edit);

}  // namespace apportion
