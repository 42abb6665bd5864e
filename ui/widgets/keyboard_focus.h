// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace apportion::ui {

// For parts that paint themselves: is there a ring to draw? Not after a click of the mouse.
inline bool hasKeyboardFocus(const QWidget& widget) {
    return widget.hasFocus() && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

}  // namespace apportion::ui
