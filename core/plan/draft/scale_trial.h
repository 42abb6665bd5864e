// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/effect.h"

namespace apportion {

// What a scale does, with its outlook, which has the request alone where it is refused. `at` as for
// effectOf().
Effect tryScale(const Engine& engine, Instant at, const ScaleRequest& request);

}  // namespace apportion
