// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/sample_card.h"

#include <algorithm>

#include <QPainter>

#include "core/view/view.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kPad = 14;
constexpr double kChart = 70;

}  // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent)
    : QAbstractButton(parent), sample_(std::move(sample)) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Sample: %1").arg(sample_.title));
    setAccessibleDescription(sample_.text);
}

void SampleCard::setRun(const ViewPtr& run) {
    run_ = run;
    done_ = true;
    update();
}

QSize SampleCard::sizeHint() const {
    return {312, controlHeight(20) * 3 + 116};
}

void SampleCard::paintRun(QPainter& painter, const QRectF& rect) const {
    const History& history = *run_->history;
    const auto end = static_cast<double>(std::max<Instant>(run_->clock, 1));
    const double capacity = static_cast<double>(std::max<Gpu>(run_->key.capacity, 1));
    std::vector<double> below(history.times.size(), 0);
    for (std::size_t team = 0; team < history.teams.size(); ++team) {
        painter.setPen(Qt::NoPen);
        QColor fill = teamColor(run_->teams[team].colour);
        fill.setAlphaF(0.86F);
        for (std::size_t i = 0; i < history.times.size(); ++i) {
            const Instant from = history.times[i];
            const Instant to = i + 1 < history.times.size() ? history.times[i + 1] : run_->clock;
            if (from >= run_->clock || to <= 0)
                continue;
            const double gpus = static_cast<double>(history.teams[team][i]);
            const double left = rect.left() + rect.width() * static_cast<double>(from) / end;
            const double right = rect.left() + rect.width() * static_cast<double>(to) / end;
            const double bottom = rect.bottom() - rect.height() * below[i] / capacity;
            const double top = bottom - rect.height() * gpus / capacity;
            painter.fillRect(QRectF(QPointF(left, top), QPointF(right, bottom)), fill);
            below[i] += gpus;
        }
    }
}

void SampleCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect());
    paintBox(painter, box, color(underMouse() ? Role::hover : Role::surface),
             color(underMouse() ? Role::ctl : Role::line2), kCardRadius);
    const QRectF inner = box.adjusted(kPad, kPad + 2, -kPad, -kPad);
    const QRectF chart(inner.left(), inner.top(), inner.width(), kChart);
    if (run_ && run_->history) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintRun(painter, chart);
        painter.setRenderHint(QPainter::Antialiasing);
    } else {
        painter.fillRect(chart, color(Role::sunken));
    }
    const QFont title = ui::font(Type::pool);
    const QFontMetricsF metrics(title);
    double y = chart.bottom() + 12;
    painter.setFont(title);
    painter.setPen(color(Role::text));
    painter.drawText(QRectF(inner.left(), y, inner.width(), metrics.height()), Qt::AlignVCenter,
                     metrics.elidedText(sample_.title, Qt::ElideRight, inner.width()));
    y += metrics.height() + 4;
    const QFont second = ui::font(Type::second);
    painter.setFont(second);
    painter.setPen(color(Role::text2));
    const double badges = badgeSize({QStringLiteral("X"), Tone::neutral, Icon::none}).height();
    painter.drawText(QRectF(inner.left(), y, inner.width(), inner.bottom() - badges - 8 - y),
                     Qt::TextWordWrap, sample_.text);
    double x = inner.left();
    for (const QString& label : sample_.labels) {
        const Badge badge{label, Tone::neutral, Icon::none};
        x += paintBadge(painter, QRectF(x, inner.bottom() - badges, inner.right() - x, badges),
                        badge) +
             8;
    }
    if (hasKeyboardFocus(*this))
        paintFocusRing(painter, box, kCardRadius);
}

}  // namespace apportion::ui
