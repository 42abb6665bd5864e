// SPDX-License-Identifier: GPL-3.0-or-later
// Space, Left, Right and ? drive the playback everywhere, except where the focused control needs
// them itself: typing, pressing a button, opening a branch, moving a slider.
#pragma once

#include <QObject>

class QAction;
class QKeyEvent;
class QWidget;

namespace apportion::ui {

class PlainKeys final : public QObject {
    Q_OBJECT

public:
    explicit PlainKeys(QWidget* window);

signals:
    // Somebody pressed the shortcut of an action that does not apply now.
    void idle(QAction* action);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* window_;
};

// Whether `focus` has its own use for the key.
bool needsKey(const QWidget& focus, const QKeyEvent& event);

}  // namespace apportion::ui
