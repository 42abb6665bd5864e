// SPDX-License-Identifier: GPL-3.0-or-later
// A large button of the start page: icon, what it does, one line of detail, shortcut.
#pragma once

#include <QAbstractButton>

#include "ui/widgets/icons.h"

class QAction;

namespace apportion::ui {

class ActionCard final : public QAbstractButton {
    Q_OBJECT

public:
    ActionCard(QAction* action, Icon icon, const QString& title, const QString& detail,
               bool primary, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QAction* action_;
    Icon icon_;
    QString title_;
    QString detail_;
    bool primary_;
};

}  // namespace apportion::ui
