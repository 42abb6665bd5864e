// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/cell.h"

namespace apportion::ui {

// What copies write where it is not the text: a string or, of a column that becomes
// several, a list of them. Numbers are plain and the head says their unit; the head has the role,
// too, with as many parts.
inline constexpr int ExportRole = SortRole + 1;

}  // namespace apportion::ui
