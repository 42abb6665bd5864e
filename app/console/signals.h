// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;

namespace apportion::console {

// SIGTERM, SIGINT and SIGHUP call `leave` on the thread of the context, once.
void leaveOnSignals(QObject& context, std::function<void()> leave);

}  // namespace apportion::console
