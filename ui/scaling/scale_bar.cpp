// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/scale_bar.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "core/model/bounds.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kLane = 20;  // above: what moved
constexpr double kScaleBarBar = 36;
constexpr double kAxis = 22;       // below: GPUs
constexpr double kUnknown = 0.35;  // how clear it is while a target cannot be read
constexpr double kReach = 5;       // of a divider beyond the bar
constexpr double kHandle = 13;
constexpr double kClear = 9;  // edge of the bar that no text reaches
constexpr double kScaleBarLeastName = 56;

// Labels stand no closer than this.
constexpr double kTick = 56;
constexpr double kLabelGap = 10;

double toDouble(Gpu gpu) {
    return static_cast<double>(gpu);
}

// The distance of two labels: 1, 2, 4 or 8 GPUs and their tens and hundreds, as GPUs come in
// eights.
Gpu tickOf(Gpu whole, double pixels) {
    const double least = toDouble(whole) * kTick / std::max(pixels, 1.0);
    for (Gpu unit = kOneGpu;; unit *= unit < 16 * kOneGpu ? 16 : 10)
        for (const Gpu times : {1, 2, 4, 8})
            if (toDouble(unit * times) >= least || unit > kMostGpu)
                return unit * times;
}

}  // namespace

ScaleBar::ScaleBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("New guarantee of each quota"));
}

QSize ScaleBar::sizeHint() const {
    return {480, static_cast<int>(kLane + kScaleBarBar + kReach + kAxis)};
}

void ScaleBar::setLevel(const ScaleLevel& level, const std::vector<ScaleName>& names) {
    const bool anew = level.parent != level_.parent || level.rows.size() != names_.size();
    for (std::size_t row = 0; !anew && row < level.rows.size(); ++row)
        if (level.rows[row].target != level_.rows[row].target) {
            active_ = row;
            break;
        }
    level_ = level;
    names_ = names;
    if (anew) {
        active_ = 0;
        for (ScaleDivider* divider : dividers_)
            divider->deleteLater();
        dividers_.clear();
        for (std::size_t row = 0; row < level.rows.size(); ++row) {
            auto* divider = new ScaleDivider(this);
            dividers_.push_back(divider);
            connect(divider, &ScaleDivider::taken, this, [this] { taken_ = level_; });
            connect(divider, &ScaleDivider::wanted, this,
                    [this, row](qlonglong gpu) { move(row, gpu * kOneGpu); });
            connect(divider, &ScaleDivider::dragged, this, [this, row](double pixels) {
                const double gpus = pixels * toDouble(std::max<Gpu>(taken_.whole, 1)) /
                                    std::max(1.0, track().width()) / toDouble(kOneGpu);
                level_ = taken_;
                move(row, taken_.rows[row].target + std::llround(gpus) * kOneGpu);
            });
        }
    }
    place();
    update();
}

ScaleDivider* ScaleBar::divider(std::size_t row) const {
    return row < dividers_.size() ? dividers_[row] : nullptr;
}

void ScaleBar::move(std::size_t row, Gpu size) {
    moveDivider(level_, row, size);
    active_ = row;
    place();
    update();
    emit moved(level_);
}

QRectF ScaleBar::track() const {
    return QRectF(1, kLane, width() - 2, kScaleBarBar);
}

double ScaleBar::xOf(Gpu gpu) const {
    const Gpu whole = std::max({level_.whole, level_.assigned(), Gpu{1}});
    return track().left() + track().width() * toDouble(gpu) / toDouble(whole);
}

Gpu ScaleBar::endOf(std::size_t row) const {
    Gpu end = 0;
    for (std::size_t i = 0; i <= row; ++i)
        end += level_.rows[i].target;
    return end;
}

// Dividers stand at the ends of their quotas. The last one is there only while something is
// unassigned: else it would stand on the edge and give to nobody.
void ScaleBar::place() {
    for (std::size_t row = 0; row < dividers_.size(); ++row) {
        ScaleDivider& divider = *dividers_[row];
        const bool last = row + 1 == dividers_.size();
        divider.setVisible(!last || level_.unassigned() > 0);
        ScaleLevel lowest = level_;
        moveDivider(lowest, row, 0);
        ScaleLevel highest = level_;
        moveDivider(highest, row, level_.whole);
        const QSignalBlocker quiet(&divider);
        divider.setRange(static_cast<int>(lowest.rows[row].target / kOneGpu),
                         static_cast<int>(highest.rows[row].target / kOneGpu));
        divider.setValue(static_cast<int>(level_.rows[row].target / kOneGpu));
        const QString& name = names_[row].quota;
        divider.setAccessibleName(
            last ? tr("%1 and unassigned GPUs").arg(name)
                 : tr("%1 and %2", "two quotas").arg(name, names_[row + 1].quota));
        divider.setAccessibleDescription(
            tr("%1 would have %2").arg(name, gpusText(level_.rows[row].target)));
        // Whole, also where a quota at the edge has nothing.
        const double left =
            std::clamp(xOf(endOf(row)) - kHandle / 2, 0.0, std::max(0.0, width() - kHandle));
        divider.setGeometry(qRound(left), qRound(kLane - kReach), qRound(kHandle),
                            qRound(kScaleBarBar + 2 * kReach));
    }
}

void ScaleBar::resizeEvent(QResizeEvent*) {
    place();
}

void ScaleBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (level_.rows.empty())
        return;
    if (!isEnabled())
        painter.setOpacity(kUnknown);
    paintParts(painter);
    paintWas(painter);
    paintAxis(painter);
}

void ScaleBar::paintParts(QPainter& painter) const {
    double from = track().left();
    for (std::size_t row = 0; row < level_.rows.size(); ++row) {
        const double to = xOf(endOf(row));
        if (to - from >= 1)
            paintPart(painter, from, to, row);
        from = to;
    }
    if (level_.unassigned() <= 0)
        return;
    const QRectF rest(from, kLane, track().right() - from, kScaleBarBar);
    QPainterPath path;
    path.addRoundedRect(rest.adjusted(1, 0.5, -0.5, -0.5), kCheckRadius, kCheckRadius);
    fillHatched(painter, path, hatchBrush({color(Role::line2), color(Role::sunken)}));
    painter.setPen(color(Role::text2));
    painter.setFont(apportion::ui::font(Type::second));
    const QString text = tr("%1 unassigned").arg(gpuNumber(level_.unassigned()));
    const QFontMetricsF metrics(apportion::ui::font(Type::second));
    const double wide = metrics.horizontalAdvance(text) + 2;
    if (wide + 16 > rest.width())
        return;
    const QRectF box(rest.left() + 12, rest.center().y() - metrics.height() / 2 - 1, wide + 8,
                     metrics.height() + 2);
    paintBox(painter, box.adjusted(-4, 0, 0, 0), color(Role::surface), {}, kBarRadius);
    painter.drawText(QPointF(box.left(), baselineIn(rest, apportion::ui::font(Type::second))),
                     text);
}

void ScaleBar::paintPart(QPainter& painter, double from, double to, std::size_t row) const {
    const ScaleName& name = names_[row];
    const QColor team = teamColor(name.colour);
    const QRectF box(from + (row == 0 ? 0 : 1), kLane, to - from - (row == 0 ? 1 : 2),
                     kScaleBarBar);
    paintBox(painter, box, mix(team, color(Role::surface), 0.76), team, kCheckRadius, 1.5);
    // The team's own colour, with its hatch, at the left edge.
    QPainterPath edge;
    edge.addRoundedRect(QRectF(box.left(), box.top(), std::min(4.0, box.width()), box.height()),
                        kBarRadius, kBarRadius);
    painter.setBrushOrigin(box.topLeft());
    fillHatched(painter, edge, teamBrush(name.colour));
    const QFont face = apportion::ui::font(Type::head);
    const QFontMetricsF metrics(face);
    const QString size = gpusText(level_.rows[row].target);
    const double room = box.width() - 12 - kHandle;
    const double needed = figuresWidth(size, face);
    const QRectF text = box.adjusted(12, 0, -kHandle / 2 - 4, 0);
    painter.setPen(color(Role::text));
    painter.setFont(face);
    // The number is never cut; where both do not fit it stands alone, or the tool tip has it.
    const QString quota = visible(name.quota);
    const double named = metrics.horizontalAdvance(quota);
    if (const double space = room - needed - 16; space >= std::min(named, kScaleBarLeastName)) {
        painter.drawText(QPointF(text.left(), baselineIn(box, face)),
                         named <= space ? quota : metrics.elidedText(quota, Qt::ElideRight, space));
        drawFigures(painter,
                    QPointF(text.left() + std::min(named, space) + 16, baselineIn(box, face)), size,
                    face, color(Role::text));
    } else {
        const QString alone = gpuNumber(level_.rows[row].target);
        if (figuresWidth(alone, face) < box.width() - 12)
            drawFigures(painter, box.adjusted(9, 0, -3, 0), Qt::AlignLeft, alone, face,
                        color(Role::text));
    }
}

QString ScaleBar::changeText() const {
    if (active_ >= level_.rows.size())
        return {};
    const auto changeOf = [&](std::size_t row) {
        return level_.rows[row].target - level_.rows[row].now;
    };
    const Gpu change = changeOf(active_);
    const std::size_t next = active_ + 1;
    if (change == 0)
        return {};
    if (change > 0)
        return tr("%1 to %2", "GPUs to a quota").arg(gpuNumber(change), names_[active_].quota);
    // What one gives need not go to the next: the sum may be free.
    if (next < level_.rows.size() && changeOf(next) == -change)
        return tr("%1 to %2", "GPUs to a quota").arg(gpuNumber(-change), names_[next].quota);
    return tr("%1 from %2", "GPUs from a quota").arg(gpuNumber(-change), names_[active_].quota);
}

// Where a divider was, and what the last one moved.
void ScaleBar::paintWas(QPainter& painter) const {
    Gpu was = 0;
    for (std::size_t row = 0; row < level_.rows.size(); ++row) {
        was += level_.rows[row].now;
        const bool visible = row < dividers_.size() && !dividers_[row]->isHidden();
        if (!visible || was == endOf(row))
            continue;
        const double x = std::round(xOf(was)) + 0.5;
        QPen pen(color(Role::text2), 1.25);
        pen.setDashPattern({3, 2.5});
        painter.setPen(pen);
        // Not through the names.
        painter.drawLine(QPointF(x, kLane - kReach), QPointF(x, kLane + kClear));
        painter.drawLine(QPointF(x, kLane + kScaleBarBar - kClear),
                         QPointF(x, kLane + kScaleBarBar + kReach));
        const QString delta = row == active_ ? changeText() : QString();
        if (delta.isEmpty())
            continue;
        const QFont face = apportion::ui::font(Type::small);
        const QString then = tr("now %1").arg(gpuNumber(level_.rows[row].now));
        // On either side of the two lines, away from each other and inside the widget.
        const double handle = xOf(endOf(row));
        const double thenWidth = figuresWidth(then, face);
        const double deltaWidth = QFontMetricsF(face).horizontalAdvance(delta) + 4;
        const bool right = handle >= x;
        double thenX = right ? x - thenWidth - 4 : x + 4;
        double deltaX = right ? handle + 4 : handle - deltaWidth - 4;
        thenX = std::clamp(thenX, 0.0, width() - thenWidth);
        deltaX = std::clamp(deltaX, 0.0, std::max(0.0, width() - deltaWidth));
        const QRectF lane(0, 0, width(), kLane - kReach - 1);
        const bool meet = thenX < deltaX + deltaWidth + 4 && deltaX < thenX + thenWidth + 4;
        if (!meet)
            drawFigures(painter, QPointF(thenX, baselineIn(lane, face)), then, face,
                        color(Role::text));
        drawFigures(painter, QPointF(deltaX, baselineIn(lane, face)), delta, face,
                    color(Role::accentText));
    }
}

std::vector<ScaleBar::AxisLabel> ScaleBar::axisLabels() const {
    const Gpu whole = std::max({level_.whole, level_.assigned(), Gpu{1}});
    const QFont face = apportion::ui::font(Type::small);
    const auto label = [&](Gpu at) {
        const double wide = figuresWidth(gpuNumber(at), face);
        return AxisLabel{at, std::clamp(xOf(at) - wide / 2, 0.0, width() - wide), wide};
    };
    const AxisLabel last = label(whole);
    std::vector<AxisLabel> labels;
    const Gpu step = tickOf(whole, track().width());
    for (Gpu at = 0; at < whole; at += step)
        if (const AxisLabel next = label(at);
            at == 0 || next.left + next.width + kLabelGap <= last.left)
            labels.push_back(next);
    labels.push_back(last);
    return labels;
}

void ScaleBar::paintAxis(QPainter& painter) const {
    const QFont face = apportion::ui::font(Type::small);
    const double y = kLane + kScaleBarBar + kReach;
    for (const AxisLabel& label : axisLabels()) {
        painter.fillRect(
            QRectF(std::clamp(std::round(xOf(label.at)), 0.0, width() - 1.0), y - 1, 1, 4),
            color(Role::line2));
        drawFigures(painter,
                    QPointF(label.left, baselineIn(QRectF(0, y + 3, width(), kAxis - 4), face)),
                    gpuNumber(label.at), face, color(Role::text3));
    }
}

bool ScaleBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (std::size_t row = 0; row < level_.rows.size(); ++row)
            if (help->pos().x() <= xOf(endOf(row))) {
                const ScaleRow& each = level_.rows[row];
                QToolTip::showText(
                    help->globalPos(),
                    tr("%1: %2, now %3")
                        .arg(names_[row].quota, gpusText(each.target), gpuNumber(each.now)),
                    this);
                return true;
            }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

}  // namespace apportion::ui
