// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace apportion::ui {

// For parts that paint themselves: is there a ring to draw? Not after a click of the mouse.
inline bool hasKeyboardFocus(const QWidget& widget) {
    return widget.hasFocus() && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

// It takes the focus unasked: the ring tells where it is, whatever was pressed before.
inline void focusUnasked(QWidget& widget) {
    widget.window()->setAttribute(Qt::WA_KeyboardFocusChange);
    widget.setFocus(Qt::OtherFocusReason);
}

}  // namespace apportion::ui
