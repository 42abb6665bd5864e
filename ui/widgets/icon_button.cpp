// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icon_button.h"

#include <QAction>
#include <QKeySequence>

namespace apportion::ui {

IconButton::IconButton(Icon which, const QString& text, QWidget* parent) : QToolButton(parent) {
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setWhat(which, text);
}

IconButton::IconButton(QAction* action, QWidget* parent) : QToolButton(parent) {
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setDefaultAction(action);
    takeTexts(action);
    connect(action, &QAction::changed, this, [this, action] { takeTexts(action); });
}

void IconButton::setWhat(Icon which, const QString& text) {
    setIcon(apportion::ui::icon(which));
    m_text = text;
    describe(text, {});
}

void IconButton::setShortcutHint(const QKeySequence& keys) {
    describe(m_text, keys);
}

void IconButton::takeTexts(QAction* action) {
    m_text = action->iconText();
    describe(m_text, action->shortcut());
    // What it is about, or why it cannot be done.
    if (const QString tip = action->toolTip(); tip != m_text)
        setToolTip(tip);
}

void IconButton::describe(const QString& text, const QKeySequence& keys) {
    setAccessibleName(text);
    setToolTip(keys.isEmpty() ? text
                              //: Tool tip of a button: what it does, and its shortcut.
                              : tr("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
}

}  // namespace apportion::ui
