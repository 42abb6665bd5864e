// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcuts.h"

#include <algorithm>
#include <iterator>

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

bool isForEditing(const QKeySequence& keys) {
    constexpr QKeySequence::StandardKey kEditing[] = {QKeySequence::SelectAll, QKeySequence::Copy,
                                                      QKeySequence::Cut,       QKeySequence::Paste,
                                                      QKeySequence::Undo,      QKeySequence::Redo};
    return std::any_of(std::begin(kEditing), std::end(kEditing),
                       [&](auto each) { return QKeySequence::keyBindings(each).contains(keys); });
}

QString menuOpenedBy(const QKeySequence& keys, const QList<QAction*>& menus) {
    for (const QAction* menu : menus)
        if (!keys.isEmpty() && QKeySequence::mnemonic(menu->text()) == keys)
            return QString(menu->text()).remove(QLatin1Char('&'));
    return {};
}

}  // namespace apportion::ui
