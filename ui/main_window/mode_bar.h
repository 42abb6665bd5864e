// SPDX-License-Identifier: GPL-3.0-or-later
// The loud bar: which pool this is, and that it is a replay. Word, icon, stripes and colour.
#pragma once

#include <QWidget>

#include "ui/session_bridge.h"

namespace apportion::ui {

class ModePill;

class ModeBar final : public QWidget {
    Q_OBJECT

public:
    // `right` stands at the bar's right end.
    explicit ModeBar(QWidget* right, QWidget* parent = nullptr);

    void setView(const View& view);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ModePill* pill_;
    QWidget* right_;
    QString name_;
    QString facts_;  // before the time
    QString time_;
    bool dirty_ = false;
};

}  // namespace apportion::ui
