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

}  // namespace apportion::ui
