// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/view.h"

namespace apportion {

// The bound of rule 3 that a quota is beyond by what is placed at or below it: it was lowered
// later, and nothing starts there until it fits.
enum class OverBound { none, limit, guarantee };
OverBound overBound(const QuotaRow& row);

}  // namespace apportion
