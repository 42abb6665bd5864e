// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/plain_keys.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTabBar>
#include <QTreeView>

namespace apportion::ui {

namespace {

bool branches(const QTreeView& tree) {
    const QModelIndex current = tree.currentIndex();
    return current.isValid() &&
           (tree.model()->hasChildren(current.siblingAtColumn(0)) || current.parent().isValid());
}

bool isEnter(int key) {
    return key == Qt::Key_Return || key == Qt::Key_Enter;
}

// As Space does it, so that one that opens a menu or is switched does the same.
void press(QAbstractButton& button) {
    const QPointer<QAbstractButton> still(&button);
    QKeyEvent down(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
    QCoreApplication::sendEvent(&button, &down);
    if (!still)
        return;
    QKeyEvent up(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
    QCoreApplication::sendEvent(still, &up);
}

// With Ctrl or a function key: the others mean something of their own where they are pressed.
QAction* disabledFor(const QWidget& window, const QWidget& focus, const QKeyEvent& event) {
    const bool isPlain = (event.modifiers() & Qt::ControlModifier) == 0 &&
                         (event.key() < Qt::Key_F1 || event.key() > Qt::Key_F35);
    if (isPlain || event.isAutoRepeat() || qobject_cast<const QLineEdit*>(&focus) ||
        qobject_cast<const QAbstractSpinBox*>(&focus) ||
        qobject_cast<const QPlainTextEdit*>(&focus))
        return nullptr;
    const QKeySequence keys(event.keyCombination());
    for (QAction* action : window.actions())
        if (!action->isEnabled() && action->shortcuts().contains(keys))
            return action;
    return nullptr;
}

}  // namespace

bool needsKey(const QWidget& focus, const QKeyEvent& event) {
    if (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    const int key = event.key();
    if (qobject_cast<const QLineEdit*>(&focus) || qobject_cast<const QAbstractSpinBox*>(&focus))
        return key == Qt::Key_Space || key == Qt::Key_Left || key == Qt::Key_Right ||
               key == Qt::Key_Question;
    if (qobject_cast<const QMenu*>(&focus) || qobject_cast<const QMenuBar*>(&focus))
        return key != Qt::Key_F1;
    const bool arrows = key == Qt::Key_Left || key == Qt::Key_Right;
    if (qobject_cast<const QAbstractButton*>(&focus))
        return key == Qt::Key_Space || isEnter(key);
    if (qobject_cast<const QComboBox*>(&focus))
        return key == Qt::Key_Space;
    if (qobject_cast<const QAbstractSlider*>(&focus) || qobject_cast<const QTabBar*>(&focus))
        return arrows;
    if (const auto* tree = qobject_cast<const QTreeView*>(&focus))
        return arrows && branches(*tree);
    return arrows && focus.property("ownArrows").toBool();
}

PlainKeys::PlainKeys(QWidget* window) : QObject(window), window_(window) {
    QApplication::instance()->installEventFilter(this);
}

bool PlainKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto* focus = qobject_cast<const QWidget*>(watched);
    auto* key = static_cast<QKeyEvent*>(event);
    if (event->type() == QEvent::KeyPress) {
        if (focus && focus->window() == window_ && focus == QApplication::focusWidget())
            if (QAction* action = disabledFor(*window_, *focus, *key))
                emit idle(action);
        auto* button = qobject_cast<QAbstractButton*>(watched);
        if (!button || button->window() != window_ || !isEnter(key->key()) ||
            (key->modifiers() & ~Qt::KeypadModifier))
            return false;
        if (!key->isAutoRepeat())
            press(*button);
        return true;
    }
    if (focus && focus->window() == window_ && needsKey(*focus, *key))
        key->accept();
    return false;
}

}  // namespace apportion::ui
