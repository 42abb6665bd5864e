// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation suggests, as a command on a project.
#pragma once

#include <optional>

#include "core/change/command_request.h"
#include "core/model/event.h"

namespace apportion {

CommandRequest commandOf(const EventAction& action);

}  // namespace apportion
