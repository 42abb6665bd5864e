// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/module_icon.h"

namespace apportion::ui {

Icon moduleIcon(Module module) {
    switch (module) {
        case Module::training:
            return Icon::training;
        case Module::notebook:
            return Icon::notebook;
        case Module::inference:
            return Icon::inference;
    }
    return Icon::none;
}

}  // namespace apportion::ui
