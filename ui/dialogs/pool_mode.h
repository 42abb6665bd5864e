// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/view.h"
#include "ui/widgets/mode_pill.h"

namespace apportion::ui {

// The mode in which a view is shown; dialogs carry its line.
Mode modeOf(const View& view);

}  // namespace apportion::ui
