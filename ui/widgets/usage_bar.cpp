// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/usage_bar.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "ui/widgets/hatch.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kMarkWidth = 2;
constexpr double kMarkReach = 3;
constexpr double kRadius = 2;

struct Pen {
    double x;  // where the next segment starts
    double end;
    double pixelsPerGpu;
    std::vector<BarSegment>& segments;

    void add(BarPart part, double gpus) {
        const double to = std::min(end, x + gpus * pixelsPerGpu);
        if (to <= x)
            return;
        segments.push_back({part, x, to});
        x = to;
    }
};

QBrush brushOf(BarPart part, const UsageBar& bar) {
    const QColor surface = color(Role::surface);
    const QColor team = teamColor(bar.team);
    switch (part) {
        case BarPart::trough:
            return color(Role::trough);
        case BarPart::own:
            return teamBrush(bar.team);
        case BarPart::below:
            return mix(team, surface, 0.45);
        case BarPart::above: {
            const QColor above = teamColor(bar.aboveTeam);
            return hatchBrush({.line = above, .ground = mix(above, surface, 0.72)});
        }
        case BarPart::lent:
            return hatchBrush({.line = color(Role::ctl),
                               .ground = color(Role::trough),
                               .width = 1,
                               .lean = Lean::left});
        case BarPart::borrowedOwn:
            return hatchBrush({.line = mix(team, surface, 0.62), .ground = team, .width = 1.4});
        case BarPart::borrowedBelow: {
            const QColor soft = mix(team, surface, 0.45);
            return hatchBrush({.line = mix(soft, surface, 0.62), .ground = soft, .width = 1.4});
        }
    }
    return {};
}

// What the bar's last segment is mixed of, without its hatch.
QColor groundAtEnd(const BarLayout& layout, const UsageBar& bar) {
    const QColor team = teamColor(bar.team);
    const bool below =
        !layout.segments.empty() && layout.segments.back().part == BarPart::borrowedBelow;
    return below ? mix(team, color(Role::surface), 0.45) : team;
}

// Two chevrons say that the bar goes on beyond its end; no hatch runs through them.
void paintChevrons(QPainter& painter, const QRectF& bar, const QColor& on) {
    const double arm = bar.height() / 2 - 1.5;
    painter.fillRect(bar.adjusted(std::max(0.0, bar.width() - arm - 7), 0, 0, 0), on);
    painter.setPen(QPen(textOn(on), 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    for (const double inset : {1.5, 5.0}) {
        const QPointF tip(bar.right() - inset, bar.center().y());
        painter.drawPolyline(QPolygonF({tip + QPointF(-arm, -arm), tip, tip + QPointF(-arm, arm)}));
    }
}

double right(const BarLayout& layout) {
    double end = 0;
    for (const BarSegment& segment : layout.segments)
        end = std::max(end, segment.to);
    return end;
}

}  // namespace

BarLayout layoutUsageBar(const UsageBar& bar, double width, bool wholeWidth) {
    BarLayout layout;
    const double used = bar.own + bar.below;
    const double borrowed = std::max(0.0, used - bar.guarantee);
    const bool alone = wholeWidth && bar.guarantee > 0 && borrowed <= 0;
    layout.mark = alone ? width - kMarkWidth / 2 : width / 2;
    const double half = alone ? width : width / 2;

    if (bar.guarantee <= 0) {
        const double scale = bar.scale > 0 ? bar.scale : 2 * used;
        Pen pen{layout.mark, width, scale > 0 ? half / scale : 0, layout.segments};
        pen.add(BarPart::borrowedOwn, bar.own);
        pen.add(BarPart::borrowedBelow, bar.below);
        layout.beyondTwice = used > scale;
        return layout;
    }

    const double perGpu = half / bar.guarantee;
    layout.segments.push_back({BarPart::trough, 0, half});
    const double ownInside = std::min(bar.own, bar.guarantee);
    Pen inside{0, half, perGpu, layout.segments};
    inside.add(BarPart::own, ownInside);
    inside.add(BarPart::below, bar.below);
    inside.add(BarPart::above, bar.above);
    if (bar.lent > 0) {
        // Lent GPUs stand at the trough's end, as far as there is room left.
        inside.x = std::max(inside.x, half - bar.lent * perGpu);
        inside.add(BarPart::lent, bar.lent);
    }

    Pen outside{half, width, perGpu, layout.segments};
    const double ownOutside = bar.own - ownInside;
    outside.add(BarPart::borrowedOwn, ownOutside);
    outside.add(BarPart::borrowedBelow, borrowed - ownOutside);
    layout.beyondTwice = borrowed > bar.guarantee;
    return layout;
}

void paintUsageBar(QPainter& painter, const QRectF& rect, const UsageBar& bar, double height,
                   bool wholeWidth) {
    const BarLayout layout = layoutUsageBar(bar, rect.width(), wholeWidth);
    const double top = std::round(rect.center().y() - height / 2);
    const QRectF box(rect.left(), top, right(layout), height);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // Hatches start at the bar, so that rows look alike wherever they stand.
    painter.setBrushOrigin(box.topLeft());
    QPainterPath outline;
    outline.addRoundedRect(box, kRadius, kRadius);
    painter.setClipPath(outline, Qt::IntersectClip);
    for (const BarSegment& segment : layout.segments)
        fillHatched(painter,
                    QRectF(box.left() + segment.from, top, segment.to - segment.from, height),
                    brushOf(segment.part, bar));
    if (layout.beyondTwice)
        paintChevrons(painter, box, groundAtEnd(layout, bar));
    painter.restore();

    const bool bare = bar.guarantee <= 0;
    painter.fillRect(
        QRectF(rect.left() + std::round(layout.mark - kMarkWidth / 2), top - kMarkReach,
               bare ? kMarkWidth / 2 : kMarkWidth, height + 2 * kMarkReach),
        color(bare ? Role::text3 : Role::text));
}

void paintBarSample(QPainter& painter, const QRectF& rect, BarSample sample) {
    // Grey stands for any team here.
    const QColor grey = color(Role::text2);
    const QColor surface = color(Role::surface);
    QBrush brush;
    switch (sample) {
        case BarSample::own:
            brush = grey;
            break;
        case BarSample::below:
            brush = mix(grey, surface, 0.45);
            break;
        case BarSample::above:
            brush = hatchBrush({.line = grey, .ground = mix(grey, surface, 0.72)});
            break;
        case BarSample::lent:
            brush = hatchBrush({.line = color(Role::ctl),
                                .ground = color(Role::trough),
                                .width = 1,
                                .lean = Lean::left});
            break;
        case BarSample::guarantee:
            painter.fillRect(QRectF(rect.center().x() - kMarkWidth / 2, rect.top() - kMarkReach,
                                    kMarkWidth, rect.height() + 2 * kMarkReach),
                             color(Role::text));
            return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrushOrigin(rect.topLeft());
    QPainterPath outline;
    outline.addRoundedRect(rect, kRadius, kRadius);
    fillHatched(painter, outline, brush);
    painter.restore();
}

}  // namespace apportion::ui
