// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focused_button.h"

#include <QAbstractButton>
#include <QKeyEvent>

namespace apportion::ui {

bool pressFocusedButton(const QWidget& part, const QKeyEvent& event) {
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return false;
    auto* button = qobject_cast<QAbstractButton*>(part.window()->focusWidget());
    if (!button || !part.isAncestorOf(button) || button->isCheckable() || !button->isEnabled() ||
        button->property("spaceAlone").toBool())
        return false;
    if (!event.isAutoRepeat())
        button->click();
    return true;
}

}  // namespace apportion::ui
