// SPDX-License-Identifier: GPL-3.0-or-later
// Check boxes, radio buttons and switches.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

// Fill and border of an indicator that is `set` or not.
void paintIndicator(const QStyleOption& option, QPainter& painter, const QRectF& rect, bool set,
                    double radius) {
    if (!isEnabled(option))
        paintBox(painter, rect, color(Role::sunken), color(Role::line2), radius);
    else if (set)
        paintBox(painter, rect, color(isHovered(option) ? Role::accentHover : Role::accent), {},
                 radius);
    else
        paintBox(painter, rect, color(Role::surface),
                 color(isHovered(option) ? Role::text3 : Role::ctl), radius);
    if (!hasKeyboardFocus(option))
        return;
    paintFocusRing(painter, rect, radius);
    if (set)
        paintBox(painter, rect.adjusted(2, 2, -2, -2), {}, color(Role::onAccent),
                 std::max(1.0, radius - 2), 1);
}

QColor markColor(const QStyleOption& option) {
    return isEnabled(option) ? color(Role::onAccent) : disabledText();
}

void drawCheck(const QStyleOption& option, QPainter& painter) {
    const bool partly = option.state & QStyle::State_NoChange;
    const QRectF rect(option.rect);
    paintIndicator(option, painter, rect, isOn(option) || partly, kCheckRadius);
    if (partly)
        paintIcon(painter, rect, Icon::minus, markColor(option), 12);
    else if (isOn(option))
        paintIcon(painter, rect, Icon::check, markColor(option), 12);
}

void drawRadio(const QStyleOption& option, QPainter& painter) {
    const QRectF rect(option.rect);
    paintIndicator(option, painter, rect, isOn(option), rect.width() / 2);
    if (!isOn(option))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(markColor(option));
    painter.drawEllipse(rect.center(), 3, 3);
    painter.restore();
}

void drawSwitch(const QStyleOption& option, QPainter& painter) {
    const QRectF rect(option.rect);
    const double radius = rect.height() / 2;
    const bool on = isOn(option);
    const QColor track = !isEnabled(option) ? color(Role::line2)
                         : on               ? color(Role::accent)
                                            : color(Role::ctl);
    paintBox(painter, rect, track, {}, radius);
    if (hasKeyboardFocus(option)) {
        paintFocusRing(painter, rect, radius);
        paintBox(painter, rect.adjusted(2, 2, -2, -2), {}, color(Role::onAccent), radius - 2, 1);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(Role::onAccent));
    const bool atRight = on != (option.direction == Qt::RightToLeft);
    const double x = atRight ? rect.right() - radius : rect.left() + radius;
    painter.drawEllipse(QPointF(x, rect.center().y()), radius - 3, radius - 3);
    painter.restore();
}

}  // namespace

// Fusion asks itself, not its proxy, where indicator and label stand: a switch needs its own room.
bool drawCheckControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                      const QWidget* widget, const QStyle& style) {
    const bool check = element == QStyle::CE_CheckBox;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    if (!button || (!check && element != QStyle::CE_RadioButton))
        return false;
    QStyleOptionButton part = *button;
    part.rect = style.subElementRect(
        check ? QStyle::SE_CheckBoxIndicator : QStyle::SE_RadioButtonIndicator, button, widget);
    style.drawPrimitive(check ? QStyle::PE_IndicatorCheckBox : QStyle::PE_IndicatorRadioButton,
                        &part, &painter, widget);
    part.rect = style.subElementRect(
        check ? QStyle::SE_CheckBoxContents : QStyle::SE_RadioButtonContents, button, widget);
    style.drawControl(check ? QStyle::CE_CheckBoxLabel : QStyle::CE_RadioButtonLabel, &part,
                      &painter, widget);
    return true;
}

bool drawCheckPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option,
                        QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::PE_IndicatorCheckBox:
            if (kindOf(widget) == Kind::switchKind)
                drawSwitch(option, painter);
            else
                drawCheck(option, painter);
            return true;
        case QStyle::PE_IndicatorItemViewItemCheck:
            drawCheck(option, painter);
            return true;
        case QStyle::PE_IndicatorRadioButton:
            drawRadio(option, painter);
            return true;
        default:
            return false;
    }
}

}  // namespace apportion::ui::style
