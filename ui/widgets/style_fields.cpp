// SPDX-License-Identifier: GPL-3.0-or-later
// Line edits, combo boxes, spin boxes: one frame for all.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui::style {
namespace {

void drawField(const QStyleOption& option, QPainter& painter, const QWidget* widget) {
    const QRectF rect(option.rect);
    if (!isEnabled(option)) {
        paintBox(painter, rect, color(Role::sunken), color(Role::line2));
        return;
    }
    const QColor surface = color(Role::surface);
    if (hasFocus(option)) {
        paintBox(painter, rect, surface, color(Role::accentText), kControlRadius, 2);
        if (hasError(widget))
            paintBox(painter, rect.adjusted(2, 2, -2, -2), surface, color(Role::err),
                     kControlRadius - 2);
    } else if (hasError(widget)) {
        paintBox(painter, rect, surface, color(Role::err), kControlRadius, 2);
    } else if (widget && widget->property("changed").toBool()) {
        paintBox(painter, rect, surface, color(Role::accent), kControlRadius, 2);
    } else {
        paintBox(painter, rect, surface, color(isHovered(option) ? Role::text3 : Role::ctl));
    }
}

QColor arrowColor(const QStyleOption& option, bool active) {
    return active && isEnabled(option) ? color(Role::text2) : disabledText();
}

void drawCombo(const QStyleOptionComboBox& option, QPainter& painter, const QWidget* widget,
               const QStyle& style) {
    if (option.frame)
        drawField(option, painter, widget);
    const QRect arrow =
        style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, widget);
    paintIcon(painter, arrow, Icon::chevronDown, arrowColor(option, true), 14);
}

void drawSpin(const QStyleOptionSpinBox& option, QPainter& painter, const QWidget* widget,
              const QStyle& style) {
    if (option.frame)
        drawField(option, painter, widget);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto arrow = [&](QStyle::SubControl control, Icon which,
                           QAbstractSpinBox::StepEnabledFlag step) {
        const QRect rect = style.subControlRect(QStyle::CC_SpinBox, &option, control, widget);
        const bool hot = isHovered(option) && option.activeSubControls == control;
        if (hot && (option.stepEnabled & step))
            paintBox(painter, QRectF(rect).adjusted(1, 1, -1, -1), color(Role::hover), {}, 2);
        paintIcon(painter, rect, which, arrowColor(option, option.stepEnabled & step), 10);
    };
    arrow(QStyle::SC_SpinBoxUp, Icon::chevronUp, QAbstractSpinBox::StepUpEnabled);
    arrow(QStyle::SC_SpinBoxDown, Icon::chevronDown, QAbstractSpinBox::StepDownEnabled);
}

}  // namespace

bool drawFieldPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option,
                        QPainter& painter, const QWidget* widget) {
    switch (element) {
        case QStyle::PE_PanelLineEdit:
            // A line edit inside a spin or combo box has no frame of its own.
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
                frame && frame->lineWidth > 0)
                drawField(option, painter, widget);
            return true;
        case QStyle::PE_FrameLineEdit:
            return true;
        case QStyle::PE_Frame:
            if (!isTextEdit(widget))
                return false;
            drawField(option, painter, widget);
            return true;
        default:
            return false;
    }
}

bool drawFieldComplex(QStyle::ComplexControl control, const QStyleOptionComplex& option,
                      QPainter& painter, const QWidget* widget, const QStyle& style) {
    if (control == QStyle::CC_ComboBox) {
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(&option)) {
            drawCombo(*combo, painter, widget, style);
            return true;
        }
    }
    if (control == QStyle::CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(&option)) {
            drawSpin(*spin, painter, widget, style);
            return true;
        }
    }
    return false;
}

bool drawComboLabel(const QStyleOption& option, QPainter& painter, const QWidget* widget,
                    const QStyle& style) {
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(&option);
    if (!combo)
        return false;
    QRect rect =
        style.subControlRect(QStyle::CC_ComboBox, combo, QStyle::SC_ComboBoxEditField, widget);
    if (!combo->currentIcon.isNull()) {
        const QRect place(rect.left(), rect.center().y() - combo->iconSize.height() / 2 + 1,
                          combo->iconSize.width(), combo->iconSize.height());
        combo->currentIcon.paint(&painter, place, Qt::AlignCenter,
                                 isEnabled(option) ? QIcon::Normal : QIcon::Disabled);
        rect.setLeft(place.right() + 7);
    }
    // The text of an editable one is its line edit's.
    if (combo->editable)
        return true;
    painter.setPen(isEnabled(option) ? color(Role::text) : disabledText());
    painter.drawText(
        rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        QFontMetrics(painter.font()).elidedText(combo->currentText, Qt::ElideRight, rect.width()));
    return true;
}

QRect fieldSubControl(QStyle::ComplexControl control, const QStyleOptionComplex& option,
                      QStyle::SubControl part) {
    const QRect r = option.rect;
    const QRect arrows(r.right() - kArrowColumn - 1, r.top() + 2, kArrowColumn, r.height() - 4);
    const QRect text = r.adjusted(8, 1, -kArrowColumn - 4, -1);
    QRect found;
    if (control == QStyle::CC_ComboBox) {
        const auto& combo = static_cast<const QStyleOptionComboBox&>(option);
        if (part == QStyle::SC_ComboBoxArrow)
            found = arrows;
        else if (part == QStyle::SC_ComboBoxEditField)
            // The line edit of an editable one brings its own padding, an icon goes before it.
            found = combo.editable && combo.currentIcon.isNull()
                        ? r.adjusted(1, 1, -kArrowColumn, -1)
                        : text;
    } else if (control == QStyle::CC_SpinBox) {
        const auto& spin = static_cast<const QStyleOptionSpinBox&>(option);
        const bool buttons = spin.buttonSymbols != QAbstractSpinBox::NoButtons;
        const int half = arrows.height() / 2;
        if (part == QStyle::SC_SpinBoxEditField)
            // The line edit inside keeps the padding of a field by itself.
            found = r.adjusted(1, 1, buttons ? -kArrowColumn : -1, -1);
        else if (part == QStyle::SC_SpinBoxUp && buttons)
            found = QRect(arrows.left(), arrows.top(), kArrowColumn, half);
        else if (part == QStyle::SC_SpinBoxDown && buttons)
            found = QRect(arrows.left(), arrows.top() + half, kArrowColumn, half);
    }
    return found.isNull() ? found : QStyle::visualRect(option.direction, r, found);
}

}  // namespace apportion::ui::style
