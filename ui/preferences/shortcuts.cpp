// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcuts.h"

#include <QAction>

namespace apportion::ui {

QAction* holderOf(const QKeySequence& keys, const QList<QAction*>& actions,
                  const QAction* besides) {
    if (keys.isEmpty())
        return nullptr;
    for (QAction* action : actions) {
        if (action == besides)
            continue;
        for (const QKeySequence& other : action->shortcuts())
            if (keys.matches(other) != QKeySequence::NoMatch ||
                other.matches(keys) != QKeySequence::NoMatch)
                return action;
    }
    return nullptr;
}

bool isNeededForTyping(const QKeySequence& keys) {
    for (int i = 0; i < keys.count(); ++i) {
        const QKeyCombination one = keys[static_cast<uint>(i)];
        const bool modified =
            one.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
        const bool function = one.key() >= Qt::Key_F1 && one.key() <= Qt::Key_F35;
        if (!modified && !function)
            return true;
    }
    return false;
}

}  // namespace apportion::ui
