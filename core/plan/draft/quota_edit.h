// SPDX-License-Identifier: GPL-3.0-or-later
// A cell of the tree of quotas, edited: the change that the typed text becomes. An empty text
// takes a weight, a limit or a display name out again.
#pragma once

#include <string>
#include <vector>

#include "core/change/change.h"
#include "core/model/event.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_level.h"
#include "core/view/view.h"

namespace apportion {

// Of a field that the tree shows. Nothing = it would change nothing. Numbers have a point. Errors:
// argument-wrong.
Result<std::optional<Change>> changeOf(const QuotaRow& row, QuotaField field,
                                       const std::string& text);

// The sizes of a scale, for the wizard that asks what the command cannot; of another change none.
ScaleTargets targetsOf(const Change& change);
// Several at once.
ScaleQuotas scaleTo(const ScaleTargets& targets);

}  // namespace apportion
