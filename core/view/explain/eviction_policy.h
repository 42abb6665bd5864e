// SPDX-License-Identifier: GPL-3.0-or-later
// By which policy somebody was taken from: as it was then, and whether it still is.
#pragma once

#include <optional>
#include <vector>

#include "core/model/quota.h"
#include "core/view/explain/quota_explanation.h"

namespace apportion {

// A fact of the kind childPolicy or selfPolicy. `now`: the policy that its quota has today; null =
// there is no such quota any more. Nothing = the record names no policy: it was another right, or
// it is older than policies are kept with records.
std::optional<QuotaFact> policyFact(const Eviction& record, const QuotaPolicy* now);

// Whether it is one of those by which the record of a reclaim tells what counted then.
bool isOfReclaim(const Argument& argument);

// The arguments that such facts tell it by.
void tellPolicy(std::vector<Argument>& arguments, const ChildPreemption& policy);
void tellPolicy(std::vector<Argument>& arguments, const SelfPreemption& policy);

}  // namespace apportion
