// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/mode_bar.h"

#include <algorithm>

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "core/session/slurm/cluster_name.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr int kModeBarMargin = 12;
constexpr int kRightWidth = 460;

// All that the pool has, and what of it can be used now where that is less.
QString poolText(const View& view) {
    Gpu all = 0;
    for (const NodeRow& node : view.nodes.rows)
        all += node.devices * kOneGpu;
    const Gpu capacity = view.key.capacity;
    const int nodes = view.document.nodes;
    const auto part = [&](const QString& whole) {
        return all > capacity ? ModeBar::tr("%1 of %2", "GPUs that can be used, all")
                                    .arg(gpuNumber(capacity), whole)
                              : whole;
    };
    const QString gpus = part(gpuNumber(all > capacity ? all : capacity));
    if (view.document.inPart)
        return ModeBar::tr("%1, of which you can see a part").arg(gpusText(capacity));
    if (view.document.gpuTypes.size() == 1)
        return ModeBar::tr("%1 × %2 on %Ln node(s)", nullptr, nodes)
            .arg(gpus, qt(view.document.gpuTypes.front()));
    return ModeBar::tr("%1 on %Ln node(s)", nullptr, nodes)
        .arg(part(gpusText(all > capacity ? all : capacity)));
}

}  // namespace

ModeBar::ModeBar(QWidget* transport, QAction* live, QWidget* parent)
    : QWidget(parent),
      pill_(new ModePill(Mode::replay, this)),
      transport_(transport),
      live_(new QPushButton(this)) {
    setAccessibleName(tr("Mode and pool"));
    setFixedHeight(controlHeight(42));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kModeBarMargin, 0, kModeBarMargin, 2);
    layout->addWidget(pill_);
    layout->addStretch(1);
    transport_->setFixedWidth(kRightWidth);
    layout->addWidget(transport_);
    live_->setAutoDefault(false);
    live_->setFocusPolicy(Qt::TabFocus);
    connect(live_, &QPushButton::clicked, live, &QAction::trigger);
    const auto copy = [this, live] {
        const QString text = textOfButton(live->text());
        const bool turned = live_->text() != text;
        live_->setText(text);
        if (turned && home_ && window()->focusWidget() == live_)
            home_->setFocus(Qt::OtherFocusReason);
        live_->setEnabled(live->isEnabled());
        live_->setToolTip(live->toolTip());
    };
    connect(live, &QAction::changed, this, copy);
    copy();
    layout->addWidget(live_);
}

QSize ModeBar::sizeHint() const {
    return {600, 42};
}

namespace {

// What decides about the pool, beside its size.
QString engineText(const View& view) {
    if (view.document.reading > 0)
        return readingText(view.document.reading);
    if (view.document.can.play)
        return ModeBar::tr("recorded run");
    if (clusterOf(view.document.file))
        return ModeBar::tr("Slurm decides");
    if (view.document.rests())
        return view.document.readOnly ? ModeBar::tr("read-only, not live")
                                      : ModeBar::tr("not live");
    if (view.document.isLive())
        return view.document.trouble.empty()
                   ? ModeBar::tr("scheduler of this window, on this machine")
                   : ModeBar::tr("halted: its file cannot be written");
    return ModeBar::tr("scheduler run by %1 in another program").arg(qt(view.document.holder));
}

}  // namespace

void ModeBar::setView(const View& view) {
    const TimeText time(view.document.epoch);
    const Mode mode = modeOf(view);
    pill_->setMode(mode);
    pill_->setStale(!view.document.trouble.empty());
    const bool recorded = view.document.can.play;
    transport_->setVisible(recorded);
    // Where another program decides there is nothing to begin here.
    live_->setVisible(view.document.rests() || view.document.isLive());
    name_ = view.document.name.empty() ? tr("Untitled scenario") : qt(view.document.name);
    facts_ = tr("%1  ·  %2  ·  ", "pool, who decides, then the time")
                 .arg(poolText(view), engineText(view));
    time_ = recorded ? time.clock(view.clock, view.play.end) : time.clock(view.clock);
    dirty_ = view.document.dirty;
    setAccessibleDescription(
        tr("%1, %2, %3, %4").arg(name_, poolText(view), engineText(view), time_));
    setToolTip(accessibleDescription());  // what has no room here is read there
    update();
}

void ModeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintModeGround(painter, rect(), pill_->mode());
    double x = pill_->geometry().right() + 12;
    const QWidget* control = transport_->isVisible() ? transport_ : live_;
    const double right = control->isVisible() ? control->x() - 16 : width() - kModeBarMargin;
    const auto draw = [&](const QString& text, const QFont& font, Role role, double gap) {
        const QFontMetricsF metrics(font);
        const double room = right - x;
        if (room < 24)
            return;
        const QString shown = metrics.elidedText(visible(text), Qt::ElideRight, room);
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
