// SPDX-License-Identifier: GPL-3.0-or-later
// The top row: logo, menus, the field that opens the palette, and four actions at the right.
#pragma once

#include <QWidget>

class QMenu;
class QMenuBar;

namespace apportion::ui {

class Actions;

class MenuRow final : public QWidget {
    Q_OBJECT

public:
    explicit MenuRow(const Actions& actions, QWidget* parent = nullptr);

    QMenu* recentMenu() const { return recent_; }
    void retranslate();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QMenu* addMenu(const QString& title, int menu);
    void fill(QMenu* added, int menu);

    const Actions& actions_;
    QMenuBar* bar_;
    QMenu* recent_ = nullptr;
};

}  // namespace apportion::ui
