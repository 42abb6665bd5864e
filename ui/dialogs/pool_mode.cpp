// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pool_mode.h"

namespace apportion::ui {

Mode modeOf(const View& view) {
    if (!view.document.open)
        return Mode::rest;
    switch (view.document.mode) {
        case PoolMode::recorded:
            return Mode::replay;
        case PoolMode::resting:
            return Mode::rest;
        case PoolMode::live:
            return view.document.trouble.empty() ? Mode::live : Mode::halted;
        case PoolMode::elsewhere:
            break;
    }
    return Mode::live;
}

}  // namespace apportion::ui
