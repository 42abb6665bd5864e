// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace apportion::ui {

// The little motion there is: a changed number flashes. Off when the user asks for less; Qt 6.4
// does not tell what the desktop asks for, so the settings do.
bool motionAllowed();
void setMotionAllowed(bool allowed);

}  // namespace apportion::ui
