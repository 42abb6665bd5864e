// SPDX-License-Identifier: GPL-3.0-or-later
// All shortcuts on one sheet over the window, from the table of actions. Esc closes it.
#pragma once

#include <vector>

#include <QPointer>
#include <QRectF>
#include <QWidget>

namespace apportion::ui {

class Actions;

class CheatSheet final : public QWidget {
    Q_OBJECT

public:
    CheatSheet(const Actions& actions, QWidget* window);
    void toggle();

    struct Line {
        QString text;  // of a head alone
        QStringList keys;
        QRectF place;
    };
    // As they stand in columns in the present window, and the box around them.
    std::vector<Line> lines() const;
    QRectF box() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<Line> texts() const;
    void paintLine(QPainter& painter, const Line& line) const;
    void close();

    const Actions& actions_;
    QPointer<QWidget> before_;
};

}  // namespace apportion::ui
