// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the table of all actions, for actionRows() alone.
#pragma once

#include <vector>

#include "ui/main_window/actions.h"

namespace apportion::ui {

std::vector<ActionRow> fileActionRows();

}  // namespace apportion::ui
