// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/usage_bar_view.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kBar = 16;
constexpr double kReach = 3;
constexpr int kSample = 8;

}  // namespace

UsageBarView::UsageBarView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void UsageBarView::setBar(const UsageBar& bar, const QString& aboveName) {
    m_bar = bar;
    setAccessibleName(usageBarText(bar, aboveName));
    setToolTip(usageBarText(bar, aboveName));
    update();
}

void UsageBarView::setCaptions(const QString& left, const QString& right) {
    m_left = left;
    m_right = right;
    updateGeometry();
    update();
}

QSize UsageBarView::sizeHint() const {
    const bool captions = !m_left.isEmpty() || !m_right.isEmpty();
    const double text = captions ? QFontMetricsF(apportion::ui::font(Type::small)).height() + 4 : 0;
    return {200, qRound(kBar + 2 * kReach + text)};
}

void UsageBarView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintUsageBar(painter, QRectF(0, kReach, width(), kBar), m_bar, kBar, true);
    const QFont face = apportion::ui::font(Type::small);
    const QRectF line(0, kBar + 2 * kReach, width(), height() - kBar - 2 * kReach);
    drawFigures(painter, line, Qt::AlignLeft, m_left, face, color(Role::text2));
    drawFigures(painter, line, Qt::AlignRight, m_right, face, color(Role::text2));
}

UsageBarLegend::UsageBarLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(
        tr("Usage bars, from left to right: own, below, above, lent; "
           "the mark is the guarantee"));
}

void UsageBarLegend::setPageMargin(int pixels) {
    m_pageMargin = pixels;
    update();
}

QSize UsageBarLegend::sizeHint() const {
    return {200, controlHeight(28)};
}

void UsageBarLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintHairline(painter, 0, width(), 0, color(Role::line));
    const QFont face = apportion::ui::font(Type::second);
    const QFontMetricsF metrics(face);
    const QRectF box = QRectF(rect()).adjusted(0, 1, 0, 0);
    painter.setFont(face);
    painter.setPen(color(Role::text2));
    const std::pair<BarSample, QString> entries[] = {{BarSample::own, tr("own")},
                                                     {BarSample::below, tr("below")},
                                                     {BarSample::above, tr("above")},
                                                     {BarSample::lent, tr("lent")},
                                                     {BarSample::guarantee, tr("guarantee")}};
    double x = m_pageMargin;
    for (const auto& [sample, text] : entries) {
        const double width = kSample + 5 + metrics.horizontalAdvance(text);
        if (x + width > box.right() - 4)
            return;
        paintBarSample(painter,
                       QRectF(x, std::round(box.center().y() - kSample / 2.0), kSample, kSample),
                       sample);
        painter.drawText(QPointF(x + kSample + 5, baselineIn(box, face)), text);
        x += width + 12;
    }
}

}  // namespace apportion::ui
