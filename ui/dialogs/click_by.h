// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a button, which stay when its text becomes another.
#pragma once

#include <QKeySequence>
#include <QPushButton>
#include <QShortcut>

namespace apportion::ui {

inline void clickBy(QPushButton* button, QKeyCombination keys) {
    const QKeySequence sequence(keys);
    auto* shortcut = new QShortcut(sequence, button->window());
    QObject::connect(shortcut, &QShortcut::activated, button, &QPushButton::click);
    button->setToolTip(sequence.toString(QKeySequence::NativeText));
}

}  // namespace apportion::ui
