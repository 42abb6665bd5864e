// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steps_band.h"

#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kMargin = 20;
constexpr double kCircle = 22;
constexpr double kStepsBandGap = 8;
constexpr double kLine = 40;
constexpr double kSpace = 16;

}  // namespace

StepsBand::StepsBand(const QStringList& steps, QWidget* parent) : QWidget(parent), steps_(steps) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setStep(0);
}

void StepsBand::setStep(int step) {
    step_ = step;
    setAccessibleName(
        tr("Step %1 of %2: %3")
            .arg(QString::number(step + 1), QString::number(steps_.size()), steps_.value(step)));
    update();
}

QSize StepsBand::sizeHint() const {
    double width = 2 * kMargin;
    const QFontMetricsF metrics(apportion::ui::font(Type::head));
    for (const QString& step : steps_)
        width += kCircle + kStepsBandGap + metrics.horizontalAdvance(step);
    width += static_cast<double>(steps_.size() - 1) * (kLine + 2 * kSpace);
    return {qRound(width), controlHeight(44)};
}

void StepsBand::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double x = kMargin;
    const double middle = height() / 2.0;
    for (int i = 0; i < steps_.size(); ++i) {
        if (i > 0) {
            paintHairline(painter, x, x + kLine, std::round(middle), color(Role::line2));
            x += kLine + kSpace;
        }
        const QRectF circle(x, std::round(middle - kCircle / 2), kCircle, kCircle);
        const bool present = i == step_;
        const bool done = i < step_;
        paintBox(painter, circle, present ? color(Role::accent) : QColor(),
                 present ? QColor()
                 : done  ? color(Role::accentText)
                         : color(Role::ctl),
                 kCircle / 2, 1.5);
        if (done)
            paintIcon(painter, circle, Icon::check, color(Role::accentText), 12);
        else
            drawFigures(painter, circle, Qt::AlignHCenter, QString::number(i + 1),
                        apportion::ui::font(Type::secondHead),
                        color(present ? Role::onAccent : Role::text2));
        x += kCircle + kStepsBandGap;
        const QFont face = apportion::ui::font(present ? Type::head : Type::body);
        painter.setFont(face);
        painter.setPen(color(present ? Role::text : Role::text2));
        painter.drawText(QPointF(x, baselineIn(QRectF(rect()), face)), steps_[i]);
        x += QFontMetricsF(face).horizontalAdvance(steps_[i]) + kSpace;
    }
}

}  // namespace apportion::ui
