// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace apportion::ui {

class TextLabel;

// What stands in for a view while its contents are on their way: nothing for 300 ms, then skeleton
// rows, and with the first setProgress() a bar, an estimate and Cancel.
class LoadingRows final : public QWidget {
    Q_OBJECT

public:
    explicit LoadingRows(const QString& what, QWidget* parent = nullptr);

    void start();
    // `done` from 0 to 1. `estimate`: "about 20 s left".
    void setProgress(double done, const QString& estimate);
    bool showsSkeleton() const { return m_visible; }

signals:
    void cancelled();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_visible = false;
    QTimer m_delay;
    QProgressBar* m_bar;
    TextLabel* m_estimate;
    QPushButton* m_cancel;
};

}  // namespace apportion::ui
