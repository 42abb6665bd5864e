// SPDX-License-Identifier: GPL-3.0-or-later
// A small scenario out of any bytes. Nearly all of them are valid, and crowded enough that rules
// fire.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include "core/model/scenario.h"

namespace apportion {

Scenario fuzzedScenario(FuzzedDataProvider& bytes);

}  // namespace apportion
