// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/access/redaction.h"
#include "core/plan/draft/node_draft.h"
#include "core/session/trials/command_trial.h"
#include "core/session/trials/return_trial.h"

namespace apportion {

void redactNames(NodeDraft& draft, const Alias& alias);
void redactNames(CommandTrial& trial, const Alias& alias);
void redactNames(ReturnTrials& trials, const Alias& alias);

}  // namespace apportion
