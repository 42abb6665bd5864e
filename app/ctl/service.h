// SPDX-License-Identifier: GPL-3.0-or-later
// A program that systemd started (Type=notify).
#pragma once

#include <string_view>

namespace apportion::ctl {

// Sends a state, such as "READY=1", to the socket that NOTIFY_SOCKET names (sd_notify(3)). Nothing
// happens if no service manager waits for it.
void notifyService(std::string_view state);

}  // namespace apportion::ctl
