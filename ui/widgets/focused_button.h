// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;
class QWidget;

namespace apportion::ui {

// Enter on a button that has the focus, anywhere in the part: it is pressed. What is checked or
// chosen is left to Space. True if it was.
bool pressFocusedButton(const QWidget& part, const QKeyEvent& event);

}  // namespace apportion::ui
