// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/access/redaction.h"
#include "core/plan/draft/policy_draft.h"
#include "core/plan/effect.h"
#include "core/session/trials/return_trial.h"

namespace apportion {

// Also without the numbers of quotas that somebody may not read.
void redactNames(Effect& trial, const Alias& alias);
void redactNames(ReturnTrials& trials, const Alias& alias);
void redactNames(PolicyAnswer& answer, const Alias& alias);

}  // namespace apportion
