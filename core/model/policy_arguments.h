// SPDX-License-Identifier: GPL-3.0-or-later
// A preemption policy as arguments of the message that tells of an eviction by it, so that the
// record keeps it: numbers alone, which no name of somebody's work can be taken for.
#pragma once

#include <optional>
#include <vector>

#include "core/model/message.h"
#include "core/model/quota.h"

namespace apportion {

void addPolicy(std::vector<Argument>& arguments, const SelfPreemption& policy);
void addPolicy(std::vector<Argument>& arguments, const ChildPreemption& policy);
// The reverse. Nothing = there is none among them, as in older records.
std::optional<SelfPreemption> selfPolicyIn(const std::vector<Argument>& arguments);
std::optional<ChildPreemption> childPolicyIn(const std::vector<Argument>& arguments);

}  // namespace apportion
