// SPDX-License-Identifier: GPL-3.0-or-later
// Price against harm of all combinations that an advisor has tried, with its answers.
#pragma once

#include <QWidget>

#include "core/session/planning/plan_view.h"

namespace apportion::ui {

class HarmChart final : public QWidget {
    Q_OBJECT

public:
    explicit HarmChart(QWidget* parent = nullptr);
    void setAdvice(const AdviceView& advice);
    QSize sizeHint() const override;

    // Where an answer stands; its number is drawn there.
    QPointF placeOf(std::size_t answer) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Mark {
        std::int64_t price = 0;
        std::int64_t harm = 0;  // millionths, 0 at least
        bool reaches = false;
    };
    QRectF plot() const;
    QPointF placeOf(std::int64_t price, std::int64_t harm) const;
    void paintAxes(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintFrontier(QPainter& painter) const;
    void paintAnswers(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    std::vector<Mark> points_;    // by price
    std::vector<Mark> frontier_;  // the least harm so far, of those that reach the goals
    std::vector<Mark> answers_;
    std::optional<std::int64_t> most_;  // harm that is allowed
    std::int64_t topPrice_ = 1, topHarm_ = 1;
};

}  // namespace apportion::ui
