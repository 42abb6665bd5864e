// SPDX-License-Identifier: GPL-3.0-or-later
// One bar for all that a level divides. Dividers move GPUs between neighbours, and behind the last
// quota to and from what is unassigned; where a divider moved, a dashed line says where it was.
#pragma once

#include <vector>

#include <QAbstractSlider>
#include <QWidget>

#include "core/plan/draft/scale_level.h"

namespace apportion::ui {

// Who stands in the bar.
struct ScaleName {
    QString quota;
    QString team;  // display name; empty = the quota's own
    int colour = 0;
};

// One divider: a slider of whole GPUs whose value is the size of the quota before it.
class ScaleDivider final : public QAbstractSlider {
    Q_OBJECT

public:
    explicit ScaleDivider(QWidget* bar);

signals:
    void wanted(qlonglong gpu);   // of the quota before it
    void dragged(double pixels);  // from where it was taken up
    void taken();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    double from_ = 0;  // of the mouse, in the bar
};

class ScaleBar final : public QWidget {
    Q_OBJECT

public:
    explicit ScaleBar(QWidget* parent = nullptr);

    // One name for each row of the level.
    void setLevel(const ScaleLevel& level, const std::vector<ScaleName>& names);
    const ScaleLevel& level() const { return level_; }
    ScaleDivider* divider(std::size_t row) const;
    // What changed last, as it stands above the bar: "+8 to Quota1.2"; empty = nothing did.
    QString changeText() const;

    // What is written below the bar, ascending; none touches the next.
    struct AxisLabel {
        Gpu at;
        double left;
        double width;
    };
    std::vector<AxisLabel> axisLabels() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void moved(const apportion::ScaleLevel& level);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    double xOf(Gpu gpu) const;
    Gpu endOf(std::size_t row) const;  // where the row's part ends
    QRectF track() const;
    void place();
    void move(std::size_t row, Gpu size);
    void paintParts(QPainter& painter) const;
    void paintPart(QPainter& painter, double from, double to, std::size_t row) const;
    void paintWas(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;

    ScaleLevel level_;
    ScaleLevel taken_;  // as the drag began
    std::vector<ScaleName> names_;
    std::vector<ScaleDivider*> dividers_;
    std::size_t active_ = 0;  // moved last: its change is written above the bar
};

}  // namespace apportion::ui
