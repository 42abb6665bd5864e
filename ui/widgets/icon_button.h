// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "ui/widgets/icons.h"

class QAction;
class QKeySequence;

namespace apportion::ui {

// A quiet button of one icon. It always has a tool tip with its shortcut and an accessible name.
class IconButton final : public QToolButton {
    Q_OBJECT

public:
    IconButton(Icon which, const QString& text, QWidget* parent = nullptr);

    // Icon, text, enabled and checked state, shortcut and trigger of the action.
    explicit IconButton(QAction* action, QWidget* parent = nullptr);

    void setWhat(Icon which, const QString& text);
    // Named in the tool tip only; whoever owns the shortcut is another.
    void setShortcutHint(const QKeySequence& keys);

private:
    void takeTexts(QAction* action);
    void describe(const QString& text, const QKeySequence& keys);

    QString m_text;
};

}  // namespace apportion::ui
