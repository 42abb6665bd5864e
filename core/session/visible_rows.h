// SPDX-License-Identifier: GPL-3.0-or-later
// What of a view somebody may see who may not see the whole pool (core/access).
#pragma once

#include <string>

#include "core/access/redaction.h"
#include "core/model/project.h"
#include "core/session/draft/command_trial.h"
#include "core/session/draft/node_draft.h"
#include "core/session/quota_explanation.h"
#include "core/session/view.h"

namespace apportion {

// Quotas and work that `who` may not read are left out; where other rows name them they go by
// module and quota.
void keepVisible(View& view, const std::string& who, const Project& project, const Alias& alias);
void redactNames(NodeDraft& draft, const Alias& alias);
void redactNames(CommandTrial& trial, const Alias& alias);
void redactNames(QuotaExplanation& explanation, const Alias& alias);

}  // namespace apportion
