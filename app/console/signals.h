// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace apportion::console {

// SIGTERM, SIGINT and SIGHUP close the window and leave; the recovery copy keeps what is unsaved.
void closeOnSignals(QWidget& window);

}  // namespace apportion::console
