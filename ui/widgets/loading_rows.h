// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace apportion::ui {

// Stands in for a view while its contents are read: nothing for 300 ms, then skeleton rows.
class LoadingRows final : public QWidget {
    Q_OBJECT

public:
    explicit LoadingRows(const QString& what, QWidget* parent = nullptr);

    void start();
    bool showsSkeleton() const { return m_visible; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_visible = false;
    QTimer m_delay;
};

}  // namespace apportion::ui
