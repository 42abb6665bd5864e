// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/mode_bar.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QPainter>

#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 12;
constexpr int kRightWidth = 460;

QString poolText(const View& view) {
    const int nodes = view.document.nodes;
    const QString gpus = gpuNumber(view.key.capacity);
    if (view.document.gpuTypes.size() == 1)
        return ModeBar::tr("%1 × %2 on %n node(s)", nullptr, nodes)
            .arg(gpus, qt(view.document.gpuTypes.front()));
    return ModeBar::tr("%1 GPUs on %n node(s)", nullptr, nodes).arg(gpus);
}

}  // namespace

ModeBar::ModeBar(QWidget* right, QWidget* parent)
    : QWidget(parent), pill_(new ModePill(Mode::replay, this)), right_(right) {
    setAccessibleName(tr("Mode and pool"));
    setFixedHeight(controlHeight(42));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMargin, 0, kMargin, 2);
    layout->addWidget(pill_);
    layout->addStretch(1);
    right_->setFixedWidth(kRightWidth);
    layout->addWidget(right_);
}

QSize ModeBar::sizeHint() const {
    return {600, 42};
}

void ModeBar::setView(const View& view) {
    const TimeText time(view.document.epoch);
    name_ = view.document.name.empty() ? tr("Untitled scenario") : qt(view.document.name);
    facts_ = tr("%1  ·  recorded run  ·  ", "pool, then the time").arg(poolText(view));
    time_ = time.clock(view.clock);
    dirty_ = view.document.dirty;
    setAccessibleDescription(tr("Replay of %1, %2 %3").arg(name_, poolText(view), time_));
    update();
}

void ModeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintModeGround(painter, rect(), Mode::replay);
    double x = pill_->geometry().right() + 12;
    const double right = right_->isVisible() ? right_->x() - 16 : width() - kMargin;
    const auto draw = [&](const QString& text, const QFont& font, Role role, double gap) {
        const QFontMetricsF metrics(font);
        const double room = right - x;
        if (room < 24)
            return;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, room);
        painter.setFont(font);
        painter.setPen(color(role));
        painter.drawText(QRectF(x, 0, room, height() - 2), Qt::AlignVCenter | Qt::AlignLeft, shown);
        x += metrics.horizontalAdvance(shown) + gap;
    };
    draw(name_, ui::font(Type::pool), Role::text, dirty_ ? 6 : 14);
    if (dirty_)
        draw(tr("edited", "unsaved changes"), ui::font(Type::second), Role::warn, 14);
    const QFont body = ui::font(Type::body);
    const double timeWidth = figuresWidth(time_, body);
    if (x + timeWidth > right)
        return;
    if (x + timeWidth + QFontMetricsF(body).horizontalAdvance(facts_) <= right)
        draw(facts_, body, Role::text2, 0);
    drawFigures(painter, QRectF(x, 0, timeWidth + 1, height() - 2), Qt::AlignLeft, time_, body,
                color(Role::text2));
}

}  // namespace apportion::ui
