// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of plan advise as JSON.
#pragma once

#include <ostream>
#include <vector>

#include "core/model/advice.h"

namespace apportion {

void writeAdvice(std::ostream& stream, const AdviceRequest& request, const AdviceAnswer& answer);

// The answer of plan results: what was predicted, and what came. As many results.
void writeAdviceResults(std::ostream& stream, const std::vector<TakenAdvice>& advice,
                        const std::vector<AdviceResult>& results);

}  // namespace apportion
