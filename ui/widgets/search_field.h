// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>

namespace apportion::ui {

// A field with a magnifier, a button that clears it (Esc does, too), and a signal that waits until
// the typing rests.
class SearchField final : public QLineEdit {
    Q_OBJECT

public:
    explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);

    // How long the typing has to rest before searched() comes; 0 for at once.
    void setDelay(int milliseconds) { m_rest.setInterval(milliseconds); }

signals:
    void searched(const QString& text);
    // Down or Enter: the user wants to go on in the results.
    void leftDownwards();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QTimer m_rest;
};

}  // namespace apportion::ui
