// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace apportion::ui {

// The line over a part of a form that is seldom needed, which it shows and hides. Closed, its
// second voice says what stands there. Space, Enter, Left and Right; it begins closed.
class Fold final : public QAbstractButton {
    Q_OBJECT

public:
    // Of a part beside it, which is somebody else's.
    Fold(const QString& title, QWidget* part, QWidget* parent = nullptr);

    void setSecond(const QString& text);
    QString second() const { return m_second; }
    bool isOpen() const { return m_open; }
    void setOpen(bool open);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();

    QWidget* m_part;
    QString m_second;
    bool m_open = false;
};

}  // namespace apportion::ui
