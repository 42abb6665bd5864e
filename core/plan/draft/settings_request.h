// SPDX-License-Identifier: GPL-3.0-or-later
// The command that sets a pool's settings, as a request to the session.
#pragma once

#include "core/change/command_request.h"
#include "core/model/settings.h"

namespace apportion {

CommandRequest settingsRequest(const Settings& settings);

}  // namespace apportion
