// SPDX-License-Identifier: GPL-3.0-or-later
// The command that sets a pool's settings, as a request to the session.
#pragma once

#include "core/model/settings.h"
#include "core/session/project/command_request.h"

namespace apportion {

CommandRequest settingsRequest(const Settings& settings);

}  // namespace apportion
