// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/motion.h"

namespace apportion::ui {
namespace {

bool& allowedNow() {
    static bool value = true;
    return value;
}

}  // namespace

bool motionAllowed() {
    return allowedNow();
}

void setMotionAllowed(bool allowed) {
    allowedNow() = allowed;
}

}  // namespace apportion::ui
