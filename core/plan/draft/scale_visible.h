// SPDX-License-Identifier: GPL-3.0-or-later
// A draft as somebody may see it, and in the times of the clock.
#pragma once

#include <functional>
#include <string>

#include "core/access/redaction.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/outlook.h"

namespace apportion {

// `mayRead`: quotas whose numbers may be shown. Levels with others are left out; the work of other
// teams goes by its alias.
using MayReadQuota = std::function<bool(const std::string& quota)>;
void keepVisible(ScaleCheck& check, const MayReadQuota& mayRead, const Alias& alias);
void keepVisible(Outlook& outlook, const MayReadQuota& mayRead, const Alias& alias);

// From the engine's times to those of the clock.
void shiftTimes(ScaleCheck& check, Duration by);
void shiftTimes(Outlook& outlook, Duration by);

}  // namespace apportion
