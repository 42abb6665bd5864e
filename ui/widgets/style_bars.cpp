// SPDX-License-Identifier: GPL-3.0-or-later
// Scroll bars, sliders, progress bars and splitters.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

constexpr int kThumbMinimum = 28;
constexpr int kHandle = 16;
constexpr int kGroove = 4;

// The dynamic property `tone` (a Role) recolours a slider or progress bar: the transport of a
// replay is amber.
QColor toneOf(const QStyleOption& option, const QWidget* widget) {
    if (!isEnabled(option))
        return color(Role::line2);
    const QVariant tone = widget ? widget->property("tone") : QVariant();
    return color(tone.isValid() ? static_cast<Role>(tone.toInt()) : Role::accent);
}

void drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget,
                   const QStyle& style) {
    // Bars stand beside surfaces: lists, texts, panes.
    painter.fillRect(option.rect, color(Role::surface));
    if (option.minimum == option.maximum)
        return;
    QRectF thumb =
        style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
    thumb.adjust(2, 2, -2, -2);
    const bool hot = isHovered(option) || isPressed(option);
    const QColor ink = hot ? color(Role::ctl) : mix(color(Role::ctl), color(Role::surface), 0.45);
    paintBox(painter, thumb, ink, {}, std::min(thumb.width(), thumb.height()) / 2);
}

void drawSlider(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget,
                const QStyle& style) {
    const bool flat = option.orientation == Qt::Horizontal;
    const QRectF handle =
        style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget);
    const QRectF all(option.rect);
    const QColor tone = toneOf(option, widget);
    QRectF groove =
        flat ? QRectF(all.left() + 2, all.center().y() - kGroove / 2.0, all.width() - 4, kGroove)
             : QRectF(all.center().x() - kGroove / 2.0, all.top() + 2, kGroove, all.height() - 4);
    paintBox(painter, groove, color(Role::trough), {}, kBarRadius);
    if (flat == !option.upsideDown)
        flat ? groove.setRight(handle.center().x()) : groove.setBottom(handle.center().y());
    else
        flat ? groove.setLeft(handle.center().x()) : groove.setTop(handle.center().y());
    paintBox(painter, groove, tone, {}, kBarRadius);

    paintBox(painter, handle, color(Role::surface), tone, kHandle / 2.0, 2);
    if (hasKeyboardFocus(option)) {
        paintFocusRing(painter, handle, kHandle / 2.0);
        paintBox(painter, handle.adjusted(4, 4, -4, -4), tone, {}, kHandle / 2.0 - 4);
    }
}

void drawProgress(const QStyleOptionProgressBar& option, QPainter& painter, const QWidget* widget) {
    const QRectF rect(option.rect);
    const double height = std::min(8.0, rect.height());
    QRectF bar(rect.left(), rect.center().y() - height / 2, rect.width(), height);
    paintBox(painter, bar, color(Role::trough), {}, kBarRadius);
    const QColor tone = toneOf(option, widget);
    const double range = static_cast<double>(option.maximum) - option.minimum;
    if (range > 0) {
        bar.setWidth(bar.width() * (option.progress - option.minimum) / range);
        if (bar.width() >= 1)
            paintBox(painter, bar, tone, {}, kBarRadius);
    } else {
        // How long is not known yet. Nothing moves: a third of the bar, faint.
        bar.setWidth(bar.width() / 3);
        paintBox(painter, bar, mix(tone, color(Role::surface), 0.45), {}, kBarRadius);
    }
}

}  // namespace

bool drawBarControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                    const QWidget* widget) {
    switch (element) {
        case QStyle::CE_Splitter:
            painter.fillRect(
                option.rect,
                color(isHovered(option) || isPressed(option) ? Role::accentText : Role::line));
            return true;
        case QStyle::CE_ProgressBar:
            if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(&option)) {
                drawProgress(*bar, painter, widget);
                return true;
            }
            return false;
        default:
            return false;
    }
}

bool drawBarComplex(QStyle::ComplexControl control, const QStyleOptionComplex& option,
                    QPainter& painter, const QWidget* widget, const QStyle& style) {
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(&option);
    if (!slider)
        return false;
    if (control == QStyle::CC_ScrollBar)
        drawScrollBar(*slider, painter, widget, style);
    else if (control == QStyle::CC_Slider)
        drawSlider(*slider, painter, widget, style);
    else
        return false;
    return true;
}

QRect scrollBarSubControl(const QStyleOptionComplex& option, QStyle::SubControl part) {
    const auto& bar = static_cast<const QStyleOptionSlider&>(option);
    const bool flat = bar.orientation == Qt::Horizontal;
    const QRect r = bar.rect;
    const int length = flat ? r.width() : r.height();
    // In 64 bits: a tree of a million rows scrolled per pixel passes two thousand million.
    const qint64 range = qint64{bar.maximum} - bar.minimum;
    int thumb = length;
    if (range > 0)
        thumb = std::min(length,
                         std::max(kThumbMinimum, static_cast<int>(qint64{length} * bar.pageStep /
                                                                  (range + bar.pageStep))));
    const int start = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                      length - thumb, bar.upsideDown);
    const auto strip = [&](int from, int extent) {
        return flat ? QRect(r.left() + from, r.top(), extent, r.height())
                    : QRect(r.left(), r.top() + from, r.width(), extent);
    };
    switch (part) {
        case QStyle::SC_ScrollBarGroove:
            return r;
        case QStyle::SC_ScrollBarSlider:
            return strip(start, thumb);
        case QStyle::SC_ScrollBarSubPage:
            return strip(0, start);
        case QStyle::SC_ScrollBarAddPage:
            return strip(start + thumb, length - start - thumb);
        default:
            return {};
    }
}

QRect sliderSubControl(const QStyleOptionComplex& option, QStyle::SubControl part) {
    const auto& slider = static_cast<const QStyleOptionSlider&>(option);
    const QRect r = slider.rect;
    if (part == QStyle::SC_SliderGroove)
        return r;
    if (part != QStyle::SC_SliderHandle)
        return {};
    const bool flat = slider.orientation == Qt::Horizontal;
    const int length = flat ? r.width() : r.height();
    const int at = QStyle::sliderPositionFromValue(
        slider.minimum, slider.maximum, slider.sliderPosition, length - kHandle, slider.upsideDown);
    return flat ? QRect(r.left() + at, r.center().y() - kHandle / 2 + 1, kHandle, kHandle)
                : QRect(r.center().x() - kHandle / 2 + 1, r.top() + at, kHandle, kHandle);
}

}  // namespace apportion::ui::style
