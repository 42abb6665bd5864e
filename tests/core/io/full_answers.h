// SPDX-License-Identifier: GPL-3.0-or-later
// Answers in which every key is used, made by hand.
#pragma once

#include "core/model/comparison.h"
#include "core/model/explanation.h"
#include "core/model/outcome.h"

namespace apportion::testing {

Outcome fullOutcome();
Explanation fullExplanation();
Comparison fullComparison();

}  // namespace apportion::testing
