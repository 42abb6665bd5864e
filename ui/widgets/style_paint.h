// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the style share: boxes, rings and how a widget says which variant it is.
#pragma once

#include <QColor>
#include <QRectF>
#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionComplex;
class QWidget;

namespace apportion::ui {

// Radii of the look.
inline constexpr double kBarRadius = 2;
inline constexpr double kCheckRadius = 3;
inline constexpr double kControlRadius = 4;
inline constexpr double kCardRadius = 6;

// A filled rounded box with a border of `width` inside its edge. Invalid colours paint nothing.
void paintBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border,
              double radius = kControlRadius, double width = 1);

// The focus ring: 2 px of accentText inside the edge.
void paintFocusRing(QPainter& painter, const QRectF& rect, double radius = kControlRadius);

// One hairline, drawn as a filled rectangle: crisp at every scale.
void paintHairline(QPainter& painter, double x1, double x2, double y, const QColor& color);

namespace style {

// The dynamic property `kind` of buttons: "primary", "quiet", "danger"; checks: "switch"; frames:
// "card", "well". Set it before the widget is shown, or call update() after.
enum class Kind { plain, primary, quiet, danger, switchKind, card, well };
Kind kindOf(const QWidget* widget);

// The dynamic property `error` (bool) of fields.
bool hasError(const QWidget* widget);

// Longer texts have the frame of a field.
bool isTextEdit(const QWidget* widget);

// The dynamic property `compact` (bool): 26 px high, for heads.
bool isCompact(const QWidget* widget);

bool isEnabled(const QStyleOption& option);
bool isHovered(const QStyleOption& option);
bool isPressed(const QStyleOption& option);
bool isOn(const QStyleOption& option);
bool hasFocus(const QStyleOption& option);
// Focus that came by the keyboard: buttons and checks show no ring after a mouse click.
bool hasKeyboardFocus(const QStyleOption& option);

// Control groups. Each returns false when the element is not its own.
bool drawButtonControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawButtonPrimitive(QStyle::PrimitiveElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawFieldPrimitive(QStyle::PrimitiveElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawFieldComplex(QStyle::ComplexControl, const QStyleOptionComplex&, QPainter&, const QWidget*,
                      const QStyle&);
bool drawComboLabel(const QStyleOption&, QPainter&, const QWidget*, const QStyle&);
bool drawCheckControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*,
                      const QStyle&);
bool drawCheckPrimitive(QStyle::PrimitiveElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawTabControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawHeaderControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawMenuControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawMenuPrimitive(QStyle::PrimitiveElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawBarControl(QStyle::ControlElement, const QStyleOption&, QPainter&, const QWidget*);
bool drawBarComplex(QStyle::ComplexControl, const QStyleOptionComplex&, QPainter&, const QWidget*,
                    const QStyle&);

// Geometry; an empty answer means that Fusion's holds.
QRect fieldSubControl(QStyle::ComplexControl, const QStyleOptionComplex&, QStyle::SubControl);
QRect scrollBarSubControl(const QStyleOptionComplex&, QStyle::SubControl);
QRect sliderSubControl(const QStyleOptionComplex&, QStyle::SubControl);
int metric(QStyle::PixelMetric metric);  // -1: Fusion's
QSize contentsSize(QStyle::ContentsType, const QStyleOption&, const QSize& contents,
                   const QSize& fusion, const QWidget*);

// Width of a switch's track; its height is that of a check with two pixels on each side.
inline constexpr int kSwitchWidth = 36;
inline constexpr int kSwitchHeight = 20;
inline constexpr int kIndicator = 16;
inline constexpr int kArrowColumn = 22;  // of combo and spin boxes

}  // namespace style
}  // namespace apportion::ui
