// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/harm_chart.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/chart_math.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kPlotLeft = 44, kPlotTop = 54, kPlotRight = 16, kPlotBottom = 44;
constexpr double kCombination = 2.5;  // radius of a combination
constexpr double kAnswer = 9.0;       // radius of an answer
constexpr std::int64_t kHarmPercent = 10'000;
constexpr std::int64_t kLeastTop = 20 * kHarmPercent;
constexpr std::int64_t kMostTop = 100 * kHarmPercent;  // what harms more stands on this line

QString harmText(std::int64_t millionths) {
    return HarmChart::tr("%1%").arg(QLocale().toString(
        static_cast<double>(millionths) / static_cast<double>(kHarmPercent), 'f', 0));
}

}  // namespace

HarmChart::HarmChart(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Price against harm"));
}

QSize HarmChart::sizeHint() const {
    return {420, 236};
}

void HarmChart::setAdvice(const AdviceView& advice) {
    const auto mark = [](std::int64_t price, std::int64_t harm, bool reaches) {
        return Mark{price, std::max<std::int64_t>(harm, 0), reaches};
    };
    points_.clear();
    points_.reserve(advice.points.size());
    for (const TriedPoint& each : advice.points)
        points_.push_back(mark(each.price, each.harm, each.reaches));
    std::stable_sort(points_.begin(), points_.end(),
                     [](const Mark& a, const Mark& b) { return a.price < b.price; });
    frontier_.clear();
    for (const Mark& each : points_)
        if (each.reaches && (frontier_.empty() || each.harm < frontier_.back().harm))
            frontier_.push_back(each);
    answers_.clear();
    if (advice.answer)
        for (const Advice& each : advice.answer->answers)
            answers_.push_back(mark(each.price, each.harm, each.reaches));
    most_.reset();
    if (advice.request.othersAtMost)
        most_ = *advice.request.othersAtMost * kHarmPercent;
    topPrice_ = 1;
    topHarm_ = std::max(kLeastTop, 2 * most_.value_or(0));
    for (const std::vector<Mark>* marks : {&points_, &answers_})
        for (const Mark& each : *marks) {
            topPrice_ = std::max(topPrice_, each.price);
            topHarm_ = std::max(topHarm_, std::min(each.harm, kMostTop));
        }
    topPrice_ += std::max<std::int64_t>(1, topPrice_ / 12);  // room behind the last one
    QStringList told;
    for (std::size_t i = 0; i < answers_.size(); ++i)
        told.append(tr("Answer %1: price %2, harm %3")
                        .arg(i + 1)
                        .arg(QLocale().toString(static_cast<qlonglong>(answers_[i].price)),
                             harmText(answers_[i].harm)));
    setAccessibleDescription(told.join(QLatin1Char('\n')));
    update();
}

QRectF HarmChart::plot() const {
    return QRectF(rect()).adjusted(kPlotLeft, kPlotTop, -kPlotRight, -kPlotBottom);
}

QPointF HarmChart::placeOf(std::int64_t price, std::int64_t harm) const {
    const QRectF room = plot();
    return {
        room.left() + room.width() * static_cast<double>(price) / static_cast<double>(topPrice_),
        room.bottom() - room.height() * static_cast<double>(std::min(harm, topHarm_)) /
                            static_cast<double>(topHarm_)};
}

QPointF HarmChart::placeOf(std::size_t answer) const {
    return placeOf(answers_[answer].price, answers_[answer].harm);
}

bool HarmChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QStringList told = accessibleDescription().split(QLatin1Char('\n'));
    for (std::size_t i = 0; i < answers_.size(); ++i)
        if (const QPointF off = placeOf(i) - help->pos(); std::hypot(off.x(), off.y()) <= kAnswer) {
            QToolTip::showText(help->globalPos(), told[static_cast<qsizetype>(i)], this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

void HarmChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintPoints(painter);
    paintFrontier(painter);
    paintAnswers(painter);
    paintLegend(painter);
}

void HarmChart::paintAxes(QPainter& painter) const {
    const QRectF room = plot();
    const QFont small = ui::font(Type::small);
    painter.setFont(small);
    const double lower = QFontMetricsF(small).height() / 2;
    if (most_) {
        const double y = placeOf(0, *most_).y();
        QColor allowed = color(Role::goodSoft);
        painter.fillRect(QRectF(room.left(), y, room.width(), room.bottom() - y), allowed);
    }
    const double step =
        valueStep(static_cast<double>(topHarm_) / kHarmPercent, true) * kHarmPercent;
    for (double harm = 0; harm <= static_cast<double>(topHarm_) && step > 0; harm += step) {
        const double y = placeOf(0, static_cast<std::int64_t>(harm)).y();
        painter.fillRect(QRectF(room.left(), y, room.width(), 1),
                         color(harm > 0 ? Role::line : Role::line2));
        drawFigures(painter, QRectF(0, y - lower, room.left() - 8, 2 * lower), Qt::AlignRight,
                    harmText(static_cast<std::int64_t>(harm)), small, color(Role::text3));
    }
    const double across = valueStep(static_cast<double>(topPrice_), true);
    for (double price = 0; price <= static_cast<double>(topPrice_) && across > 0; price += across) {
        const double x = placeOf(static_cast<std::int64_t>(price), 0).x();
        painter.fillRect(QRectF(x, room.bottom(), 1, 4), color(Role::line2));
        drawFigures(painter, QRectF(x - 30, room.bottom() + kAnswer + 1, 60, 2 * lower),
                    Qt::AlignHCenter, QLocale().toString(static_cast<qlonglong>(price)), small,
                    color(Role::text3));
    }
    painter.setPen(color(Role::text3));
    painter.drawText(QRectF(0, kPlotTop - 4 * lower, width(), 2 * lower),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Longest extra wait of another team"));
    painter.drawText(QRectF(0, height() - 2 * lower - 2, width() - kPlotRight, 2 * lower),
                     Qt::AlignRight | Qt::AlignVCenter, tr("Price of the change"));
    if (!most_)
        return;
    QPen dashed(color(Role::good), 1.25);
    dashed.setDashPattern({5, 3.5});
    painter.setPen(dashed);
    const double y = placeOf(0, *most_).y();
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    painter.setPen(color(Role::good));
    painter.drawText(QRectF(room.left(), y - 2 * lower - 1, room.width() - 2, 2 * lower),
                     Qt::AlignRight | Qt::AlignVCenter, tr("at most %1").arg(harmText(*most_)));
}

void HarmChart::paintPoints(QPainter& painter) const {
    painter.setPen(Qt::NoPen);
    for (const bool reaches : {false, true}) {
        painter.setBrush(color(reaches ? Role::text2 : Role::ctl));
        for (const Mark& each : points_)
            if (each.reaches == reaches)
                painter.drawEllipse(placeOf(each.price, each.harm), kCombination, kCombination);
    }
}

void HarmChart::paintFrontier(QPainter& painter) const {
    if (frontier_.empty())
        return;
    QPolygonF line;
    for (const Mark& each : frontier_) {
        const QPointF at = placeOf(each.price, each.harm);
        if (!line.isEmpty())
            line.append({at.x(), line.back().y()});
        line.append(at);
    }
    line.append({plot().right(), line.back().y()});
    painter.setPen(QPen(color(Role::accentText), 1.75));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void HarmChart::paintAnswers(QPainter& painter) const {
    const QFont bold = ui::font(Type::secondHead);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
        const QPointF at = placeOf(i);
        const bool reaches = answers_[i].reaches;
        const QColor ink = color(reaches ? Role::accent : Role::err);
        painter.setPen(QPen(reaches ? color(Role::surface) : ink, 1.5));
        painter.setBrush(reaches ? ink : color(Role::surface));
        painter.drawEllipse(at, kAnswer, kAnswer);
        drawFigures(painter, QRectF(at.x() - kAnswer, at.y() - kAnswer, 2 * kAnswer, 2 * kAnswer),
                    Qt::AlignHCenter, QString::number(i + 1), bold, reaches ? textOn(ink) : ink);
    }
}

void HarmChart::paintLegend(QPainter& painter) const {
    const QFont small = ui::font(Type::second);
    painter.setFont(small);
    const double height = QFontMetricsF(small).height();
    double left = 0;
    const auto entry = [&](const QString& text, const QColor& ink, bool line) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        if (line)
            painter.drawRect(QRectF(left, height / 2 + 1, 14, 2));
        else
            painter.drawEllipse(QPointF(left + 4, height / 2 + 2), kCombination + 1,
                                kCombination + 1);
        left += line ? 20 : 12;
        painter.setPen(color(Role::text2));
        painter.drawText(QPointF(left, baselineIn(QRectF(0, 2, 1, height), small)), text);
        left += QFontMetricsF(small).horizontalAdvance(text) + 16;
    };
    entry(tr("reaches the goals"), color(Role::text2), false);
    entry(tr("does not"), color(Role::ctl), false);
    entry(tr("least harm for the price"), color(Role::accentText), true);
}

}  // namespace apportion::ui
