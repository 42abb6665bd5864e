// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/usage_bar_view.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kUsageBarViewBar = 16;
constexpr double kReach = 3;
constexpr int kSample = 8;
constexpr int kLegendLine = 18;

// Like the end of a bar, in the grey that stands for any team.
void paintBorrowedSample(QPainter& painter, const QRectF& place) {
    const QColor grey = color(Role::text2);
    fillHatched(
        painter, place,
        hatchBrush({.line = mix(grey, color(Role::surface), 0.62), .ground = grey, .width = 1.4}));
}

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
    return {200, qRound(kUsageBarViewBar + 2 * kReach + text)};
}

void UsageBarView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintUsageBar(painter, QRectF(0, kReach, width(), kUsageBarViewBar), m_bar, kUsageBarViewBar,
                  true);
    const QFont face = apportion::ui::font(Type::small);
    const QRectF line(0, kUsageBarViewBar + 2 * kReach, width(),
                      height() - kUsageBarViewBar - 2 * kReach);
    drawFigures(painter, line, Qt::AlignLeft, m_left, face, color(Role::text2));
    drawFigures(painter, line, Qt::AlignRight, m_right, face, color(Role::text2));
}

UsageBarLegend::UsageBarLegend(QWidget* parent, Of bars) : QWidget(parent), m_bars(bars) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setAccessibleName(bars == Of::quotas
                          ? tr("Usage bars, from left to right: own, below, above, lent; "
                               "the mark is the guarantee")
                          : tr("Usage bars, from left to right: used, lent, borrowed; "
                               "the mark is the guarantee"));
}

void UsageBarLegend::setPageMargin(int pixels) {
    m_pageMargin = pixels;
    update();
}

QSize UsageBarLegend::sizeHint() const {
    return {200, controlHeight(28)};
}

int UsageBarLegend::heightForWidth(int width) const {
    return controlHeight(28) + entries(width).back().line * kLegendLine;
}

QList<UsageBarLegend::Entry> UsageBarLegend::entries(double width) const {
    QList<Entry> all;
    if (m_bars == Of::quotas)
        all = {{BarSample::own, tr("own")},
               {BarSample::below, tr("below")},
               {BarSample::above, tr("above")},
               {BarSample::lent, tr("lent")}};
    else
        all = {{BarSample::own, tr("used")},
               {BarSample::lent, tr("guaranteed and lent")},
               {{}, tr("borrowed")}};
    all.append({BarSample::guarantee, tr("guarantee")});
    const QFontMetricsF metrics(apportion::ui::font(Type::second));
    double x = m_pageMargin;
    int line = 0;
    for (Entry& entry : all) {
        const double own = kSample + 5 + metrics.horizontalAdvance(entry.text);
        if (x > m_pageMargin && x + own > width - 4) {
            x = m_pageMargin;
            ++line;
        }
        entry.x = x;
        entry.line = line;
        x += own + 12;
    }
    return all;
}

void UsageBarLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintHairline(painter, 0, width(), 0, color(Role::line));
    const QFont face = apportion::ui::font(Type::second);
    painter.setFont(face);
    painter.setPen(color(Role::text2));
    for (const Entry& entry : entries(width())) {
        const QRectF line(0, 1 + entry.line * kLegendLine, width(), controlHeight(28) - 1);
        const QRectF place(entry.x, std::round(line.center().y() - kSample / 2.0), kSample,
                           kSample);
        if (entry.sample)
            paintBarSample(painter, place, *entry.sample);
        else
            paintBorrowedSample(painter, place);
        painter.drawText(QPointF(entry.x + kSample + 5, baselineIn(line, face)), entry.text);
    }
}

}  // namespace apportion::ui
