// SPDX-License-Identifier: GPL-3.0-or-later
// What stands instead of the pages while the work of a file is read: of the workloads until their
// rows are there, of the others until all is known. The overview says itself what is missing.
#pragma once

#include "core/view/view.h"

namespace apportion::ui {

class Centre;

void coverPages(Centre& centre, const View& view);

}  // namespace apportion::ui
