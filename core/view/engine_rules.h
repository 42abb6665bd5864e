// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/engine_rules.h"

namespace apportion {

const EngineRules& engineRules();

}  // namespace apportion
