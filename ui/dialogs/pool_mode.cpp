// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pool_mode.h"

namespace apportion::ui {

Mode modeOf(const View& view) {
    if (!view.document.open || view.document.rests())
        return Mode::rest;
    if (view.document.can.play)
        return Mode::replay;
    return view.document.isLive() && !view.document.trouble.empty() ? Mode::halted : Mode::live;
}

}  // namespace apportion::ui
