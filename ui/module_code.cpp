// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/module_code.h"

namespace apportion::ui {

QString moduleCode(Module module) {
    switch (module) {
        case Module::training:
            return QStringLiteral("DLC");
        case Module::notebook:
            return QStringLiteral("DSW");
        case Module::inference:
            return QStringLiteral("EAS");
    }
    return {};
}

}  // namespace apportion::ui
