// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation suggests, as a change of a project.
#pragma once

#include "core/change/change.h"
#include "core/model/event.h"

namespace apportion {

Change changeOf(const EventAction& action);

}  // namespace apportion
