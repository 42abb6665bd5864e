// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of plan advise as JSON.
#pragma once

#include <ostream>

#include "core/model/advice.h"

namespace apportion {

void writeAdvice(std::ostream& stream, const AdviceRequest& request, const AdviceAnswer& answer);

}  // namespace apportion
