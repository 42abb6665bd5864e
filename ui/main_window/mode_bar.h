// SPDX-License-Identifier: GPL-3.0-or-later
// The loud bar: which pool this is, and whether it is live, at rest or a replay. Word, icon,
// stripes and colour.
#pragma once

#include <QPointer>
#include <QWidget>

#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/widgets/mode_pill.h"

class QAction;
class QPushButton;

namespace apportion::ui {

class ModeBar final : public QWidget {
    Q_OBJECT

public:
    // At the bar's right end: what moves a recorded run, and what lets a project go live.
    ModeBar(QWidget* transport, QAction* live, QWidget* parent = nullptr);

    void setView(const View& view);
    // Has the focus once the button at the right does another thing than when it was reached: who
    // goes on typing does not undo what was just done.
    void setHome(QWidget* home) { home_ = home; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ModePill* pill_;
    QWidget* transport_;
    QPushButton* live_;
    QPointer<QWidget> home_;
    QString name_;
    QString facts_;  // before the time
    QString time_;
    bool dirty_ = false;
};

}  // namespace apportion::ui
