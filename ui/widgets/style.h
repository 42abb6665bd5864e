// SPDX-License-Identifier: GPL-3.0-or-later
// The one style of the program: Fusion underneath, our own drawing and sizes on top. There are no
// style sheets anywhere: a single one would bypass this class.
#pragma once

#include <QProxyStyle>

namespace apportion::ui {

// Variants are dynamic properties, set once before show():
//   QPushButton, QToolButton  kind = "primary" | "quiet" | "danger", compact = true (26 px)
//   QCheckBox                 kind = "switch"
//   QLineEdit, QSpinBox, ...  error = true
//   QFrame (StyledPanel)      kind = "card" | "well"
//   QSlider, QProgressBar     tone = int(Role)
// In a QDialogButtonBox the primary button stands at the right if its role is AcceptRole (not
// ApplyRole); all others need setAutoDefault(false).
class Style final : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                       const QWidget* widget) const override;
    QPalette standardPalette() const override;

    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    void polish(QWidget* widget) override;
    void polish(QApplication* application) override;
    void unpolish(QApplication* application) override;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool m_altHeld = false;
};

}  // namespace apportion::ui
