// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4, read from the books.
#pragma once

#include "core/engine/lending.h"

namespace apportion {

QuotaNumbers numbersOf(const EngineState& state, Lending& lending, QuotaId id);

}  // namespace apportion
