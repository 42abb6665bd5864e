// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the console, as their tabs stand. One page more is one line in the .cpp.
#pragma once

#include "ui/pages/page.h"

namespace apportion::ui {

Pages consolePages();

}  // namespace apportion::ui
