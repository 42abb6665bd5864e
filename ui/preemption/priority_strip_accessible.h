// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace apportion::ui {

// Screen readers find each edge of a PriorityStrip as a slider of its own. Once is enough.
void installStripAccessibility();

}  // namespace apportion::ui
