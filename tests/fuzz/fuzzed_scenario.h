// SPDX-License-Identifier: GPL-3.0-or-later
// A small scenario out of any bytes. Nearly all of them are valid, and crowded enough that rules
// fire.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include "core/model/scenario.h"

namespace apportion {

// Whether to make also what the engine does not do yet: idle, minReplicas, lend, minRuntime,
// gracePeriod, caps and the events of nodes. To be set when it has learned them.
inline constexpr bool kAllFeatures = false;

Scenario fuzzedScenario(FuzzedDataProvider& bytes);

}  // namespace apportion
