// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/mode_pill.h"

#include <cmath>

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr int kStripePeriod = 14;
constexpr double kStripeWidth = 3.6;
constexpr int kBottomLine = 2;
constexpr double kModePillMark = 14;
constexpr double kModePillGap = 6;

struct Ground {
    Role soft;
    Role stripe;
    double share;  // of the stripe's colour in its ground
};

Ground groundOf(Mode mode) {
    switch (mode) {
        case Mode::replay:
            return {Role::warnSoft, Role::warn, 0.08};
        case Mode::plan:
            return {Role::infoSoft, Role::info, 0.10};
        case Mode::rest:
            return {Role::sunken, Role::text3, 0};
        case Mode::halted:
            return {Role::errSoft, Role::err, 0};
        case Mode::live:
            break;
    }
    return {Role::goodSoft, Role::good, 0};
}

Icon iconOf(Mode mode) {
    return mode == Mode::replay   ? Icon::rewind
           : mode == Mode::halted ? Icon::warning
                                  : Icon::branch;
}

}  // namespace

Role modeRole(Mode mode) {
    switch (mode) {
        case Mode::replay:
            return Role::replay;
        case Mode::plan:
            return Role::plan;
        case Mode::rest:
            return Role::text2;
        case Mode::halted:
            return Role::err;
        case Mode::live:
            break;
    }
    return Role::live;
}

void paintModeGround(QPainter& painter, const QRectF& rect, Mode mode) {
    const Ground ground = groundOf(mode);
    const QColor soft = color(ground.soft);
    if (ground.share == 0) {
        painter.fillRect(rect, soft);
    } else {
        painter.save();
        painter.setBrushOrigin(rect.topLeft());
        fillHatched(painter, rect,
                    hatchBrush({.line = mix(soft, color(ground.stripe), ground.share),
                                .ground = soft,
                                .spacing = kStripePeriod,
                                .width = kStripeWidth,
                                .lean = mode == Mode::replay ? Lean::left : Lean::right}));
        painter.restore();
    }
    painter.fillRect(QRectF(rect.left(), rect.bottom() - kBottomLine, rect.width(), kBottomLine),
                     color(modeRole(mode)));
}

ModePill::ModePill(Mode mode, QWidget* parent) : QWidget(parent), m_mode(mode) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMode(mode);
}

void ModePill::setMode(Mode mode) {
    m_mode = mode;
    setAccessibleName(m_stale ? tr("%1, not up to date").arg(word()) : word());
    updateGeometry();
    update();
}

void ModePill::setStale(bool stale) {
    m_stale = stale;
    setMode(m_mode);
}

QString ModePill::word() const {
    switch (m_mode) {
        case Mode::replay:
            return tr("REPLAY");
        case Mode::plan:
            return tr("PLAN");
        case Mode::rest:
            return tr("NOT LIVE");
        case Mode::halted:
            return tr("HALTED");
        case Mode::live:
            break;
    }
    return tr("LIVE");
}

QSize ModePill::sizeHint() const {
    const double text = QFontMetricsF(apportion::ui::font(Type::pill)).horizontalAdvance(word());
    return {std::max(84, static_cast<int>(std::ceil(text + kModePillMark + kModePillGap)) + 20),
            controlHeight(24)};
}

void ModePill::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setMode(m_mode);
}

void ModePill::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF box(rect());
    paintBox(painter, box, color(modeRole(m_mode)), {});
    const QFont face = apportion::ui::font(Type::pill);
    const double text = QFontMetricsF(face).horizontalAdvance(word());
    const bool dotted = m_mode == Mode::live || m_mode == Mode::rest;
    const double mark = dotted ? 8 : kModePillMark;
    double x = box.center().x() - (mark + kModePillGap + text) / 2;
    const QColor ink = m_mode == Mode::rest     ? color(Role::surface)
                       : m_mode == Mode::halted ? textOn(color(Role::err))
                                                : color(Role::onAccent);
    if (dotted) {
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF dot(x, box.center().y() - mark / 2, mark, mark);
        const bool hollow = m_stale || m_mode == Mode::rest;
        paintBox(painter, dot, hollow ? QColor() : ink, ink, mark / 2, 1.5);
    } else {
        paintIcon(painter, QRectF(x, 0, mark, box.height()), iconOf(m_mode), ink, mark);
    }
    x += mark + kModePillGap;
    painter.setFont(face);
    painter.setPen(ink);
    painter.drawText(QPointF(x, baselineIn(box, face)), word());
}

}  // namespace apportion::ui
