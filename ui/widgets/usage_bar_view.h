// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/widgets/usage_bar.h"

namespace apportion::ui {

// The 16 px bar of the inspector, with a caption at each end below it.
class UsageBarView final : public QWidget {
    Q_OBJECT

public:
    explicit UsageBarView(QWidget* parent = nullptr);

    // `aboveName`: the quota that takes from it, for screen readers.
    void setBar(const UsageBar& bar, const QString& aboveName = {});
    void setCaptions(const QString& left, const QString& right);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    UsageBar m_bar;
    QString m_left;
    QString m_right;
};

// What the parts of a bar mean, for the foot of the quota pane. Entries that do not fit leave.
class UsageBarLegend final : public QWidget {
    Q_OBJECT

public:
    explicit UsageBarLegend(QWidget* parent = nullptr);
    void setPageMargin(int pixels);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_pageMargin = 12;
};

}  // namespace apportion::ui
