// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

namespace apportion::ui {

// Style, fonts and theme, in the order they need. Once, right after QApplication is made.
void installLook(Theme::Choice choice);

}  // namespace apportion::ui
