// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the console, as their tabs stand. One page more is one line in the .cpp.
#pragma once

#include "ui/pages/page.h"

namespace apportion::ui {

Pages consolePages();
// The page of one workspace and reports of what this user can read, where a workspace is named or
// this user last had the file so. `whole` forgets it.
Pages pagesOf(Settings& settings, const QString& file, const QString& workspace, bool whole);

}  // namespace apportion::ui
