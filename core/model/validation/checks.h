// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of validate(), one for each noun, and the small checks they share. Internal.
#pragma once

#include <string>
#include <string_view>

#include "core/model/findings.h"
#include "core/model/quantity.h"
#include "core/model/validation/index.h"
#include "core/model/validation/place.h"
#include "core/model/workload.h"

namespace apportion::validation {

void checkSettings(const Settings& settings, Findings& findings);
void checkNodes(const Index& index, Findings& findings);
// Rule 1: parents, sums, limits, lending, selectors; with nothing for `nodes` all but capacity.
// `names` and `pools` are those of the quotas.
void checkTree(const std::vector<Quota>& quotas, const Names& names, const std::vector<Node>* nodes,
               const Pools& pools, Findings& findings);
void checkPolicies(const Index& index, Findings& findings);
// Weights without an effect, quotas without a share, trees over several types.
void checkShares(const Index& index, Findings& findings);
void checkWorkspaces(const Index& index, Findings& findings);
void checkWorkloads(const Index& index, Findings& findings);
void checkSnapshot(const Index& index, Findings& findings);
void checkEvents(const Index& index, Findings& findings);

// A name: 1 to 63 characters, no control characters, no '/'. `slash` allows the latter, for words
// that are only shown.
bool checkName(std::string_view name, const Place& place, Findings& findings, bool slash = false);

// least <= value <= most, else too-small or too-big there. False if not.
bool checkBounds(const Value& value, std::int64_t least, std::int64_t most, const Place& place,
                 Findings& findings);

bool checkRange(PriorityRange range, const std::string& pointer, Findings& findings);
bool checkModules(ModuleSet modules, const std::string& pointer, Findings& findings);

// The two policies, alone and without regard to the tree; true if nothing is wrong.
bool checkSelfPreemption(const SelfPreemption& policy, std::string_view quota,
                         const std::string& pointer, Findings& findings);
bool checkChildPreemption(const ChildPreemption& policy, const std::string& pointer,
                          Findings& findings);
bool checkLimit(const Limit& limit, const std::string& pointer, Findings& findings);
// The keys of a policy whose bounds do not depend on the tree: weight, rank, lend, minRuntime, …
void checkPolicyValues(const QuotaPolicy& policy, std::string_view quota,
                       const std::string& pointer, Findings& findings);

}  // namespace apportion::validation
