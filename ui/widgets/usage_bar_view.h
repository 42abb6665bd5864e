// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

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

// What the parts of a bar mean, for the foot of the quota pane; in a second line what does not fit.
class UsageBarLegend final : public QWidget {
    Q_OBJECT

public:
    // Bars of quotas, or those of teams, of which all use is their own.
    enum class Of { quotas, teams };
    explicit UsageBarLegend(QWidget* parent = nullptr, Of bars = Of::quotas);
    void setPageMargin(int pixels);
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        std::optional<BarSample> sample;  // nothing = of what is borrowed
        QString text;
        double x = 0;
        int line = 0;
    };
    QList<Entry> entries(double width) const;

    Of m_bars;
    int m_pageMargin = 12;
};

}  // namespace apportion::ui
