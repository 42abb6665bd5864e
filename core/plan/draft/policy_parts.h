// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an answer to a policy draft, one question each. The quota is there; but for
// problemsOf() the choice has no problems.
#pragma once

#include "core/engine/engine.h"
#include "core/plan/draft/policy_draft.h"

namespace apportion {

// The checks are those of a scenario (core/model/validation); what mends them is added here.
std::vector<PolicyProblem> problemsOf(const Engine& engine, QuotaId quota,
                                      const PreemptionChoice& choice, std::vector<Message>& notes);
// "1–3", and the words of modules.
Argument rangeArgument(const char* name, PriorityRange range);
Argument modulesArgument(ModuleSet modules);
// How the policy reads, and which quotas are meant.
Message sentenceOf(const Engine& engine, QuotaId quota, const PreemptionChoice& choice);
// Where it looks: the quota itself, its siblings and what is below them, or all below the quota.
std::vector<QuotaId> placesOf(const Engine& engine, QuotaId quota, const PreemptionChoice& choice);
std::vector<QuotaId> quotasBelow(const Engine& engine, QuotaId quota);
// Whom a workload of `request` GPUs would take, in its order.
HitNow hitNow(const Engine& engine, QuotaId quota, const PreemptionChoice& choice, Instant at,
              Gpu request = kOneGpu);
// What setting it at this moment does, and the imagined arrival with it.
Effect tryPolicy(const Engine& engine, const PolicyDraft& draft, Instant at);

// The policy event that sets the choice, and the quota's policy with it.
PolicyEvent eventOf(const PolicyDraft& draft);

}  // namespace apportion
