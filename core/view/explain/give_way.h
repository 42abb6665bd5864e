// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace apportion {

// From now on this thread runs behind those that somebody waits for.
void giveWay();

}  // namespace apportion
