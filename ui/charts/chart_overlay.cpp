// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_overlay.h"

#include <cmath>
#include <vector>

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include "ui/charts/chart_plates.h"
#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr double kChartOverlayMarkIcon = 16;
constexpr double kChartOverlaySwatch = 8;
constexpr double kEndGap = 8;
constexpr double kChartOverlayEdge = 4;      // of the chart, where the ring of the focus runs
constexpr std::size_t kRoomyGuarantees = 4;  // their names may be long

class Overlay {
public:
    Overlay(QPainter& painter, const OverlayInput& input)
        : m_painter(painter), m_in(input), m_plot(input.geometry.plot) {}

    void paint() {
        hatchedBands();
        unknown();
        if (m_in.shape == ChartShape::lines && m_in.data.guaranteesShown)
            guarantees();
        capacity();
        marks();
        unit();
        if (m_in.endLabelsShown)
            ends();
    }

private:
    QColor role(Role r) const { return Theme::color(r, m_in.dark); }

    void text(double x, double centerY, const QString& shown, Type type, const QColor& ink) {
        const QFont face = font(type);
        m_painter.setFont(face);
        m_painter.setPen(ink);
        m_painter.drawText(QPointF(x, baselineIn(QRectF(x, centerY - 10, 1, 20), face)), shown);
    }

    void level(double value, const Steps& steps, const QColor& ink, const QList<double>& dashes,
               double width) {
        QPen pen(ink, width);
        pen.setDashPattern(dashes);
        pen.setCapStyle(Qt::FlatCap);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.save();
        m_painter.setClipRect(m_plot.adjusted(0, -1, 0, 1));
        m_painter.drawPath(stepPath(m_in.geometry, steps, value));
        m_painter.restore();
    }

    void hatchedBands() {
        if (m_in.data.staleSince)
            hatched(*m_in.data.staleSince, m_in.geometry.range.to);
        for (const auto& [from, to] : m_in.data.partial)
            hatched(from, to);
    }

    void hatched(qint64 from, qint64 to) {
        const double left = std::max(m_plot.left(), m_in.geometry.x(from));
        const double right = std::min(m_plot.right(), m_in.geometry.x(to));
        if (left >= right)
            return;
        // Without a ground: the values stay to be read below it.
        fillHatched(
            m_painter, QRectF(left, m_plot.top(), right - left, m_plot.height()),
            hatchBrush(
                {.line = role(Role::line2), .ground = Qt::transparent, .spacing = 9, .width = 1}));
    }

    // Says why there is nothing, where there is room to.
    void unknown() {
        if (isEmpty(m_in.data))
            return between(m_plot.left(), m_plot.right(), m_in.data.emptyText);
        if (const auto before = spanBefore(m_in.data, m_in.geometry.range))
            within(*before, m_in.data.beforeText);
        for (const TimeSpan& span : unknownSpans(m_in.data))
            within(span, m_in.data.unknownText);
    }

    void within(const TimeSpan& span, const QString& words) {
        between(std::max(m_plot.left(), m_in.geometry.x(span.from)),
                std::min(m_plot.right(), m_in.geometry.x(span.to)), words);
    }

    void between(double left, double right, const QString& words) {
        const double width = QFontMetricsF(font(Type::small)).horizontalAdvance(words);
        if (words.isEmpty() || right - left <= width + 16)
            return;
        // On the ground, not on the grid's lines.
        const double x = std::round((left + right - width) / 2);
        const double y = std::round(m_plot.center().y());
        m_painter.fillRect(QRectF(x - 6, y - 9, width + 12, 18), role(Role::surface));
        text(x, y, words, Type::small, role(Role::text3));
    }

    std::optional<std::size_t> highlightedIn(const std::vector<GuaranteeGroup>& groups) const {
        if (m_in.highlighted < 0 || m_in.highlighted >= m_in.data.series.size())
            return {};
        const int team = m_in.data.series[m_in.highlighted].team;
        const auto line =
            std::find_if(m_in.data.guarantees.begin(), m_in.data.guarantees.end(),
                         [team](const GuaranteeLine& each) { return each.team == team; });
        for (std::size_t i = 0; line != m_in.data.guarantees.end() && i < groups.size(); ++i)
            if (groups[i].value == line->value && groups[i].steps == line->steps)
                return i;
        return {};
    }

    void guarantees() {
        const QFont face = font(Type::small);
        const QFontMetricsF metrics(face);
        const std::vector<GuaranteeGroup> groups = groupGuarantees(m_in.data);
        for (const GuaranteeGroup& group : groups)
            level(group.value, group.steps, teamColor(group.team, m_in.dark), {4, 2.8},
                  1.25);  // in pen widths: 5 and 3.5 px
        // What finds no room is in the legend.
        const double room = m_plot.width() / (groups.size() > kRoomyGuarantees ? 4 : 2);
        const std::vector<GuaranteeStretch> stretches = stretchesOf(groups, m_in.geometry);
        QStringList names;
        std::vector<double> widths;
        for (const GuaranteeStretch& stretch : stretches) {
            names << metrics.elidedText(stretch.text, Qt::ElideMiddle, room);
            widths.push_back(std::ceil(metrics.horizontalAdvance(names.back())) + 8);
        }
        const auto places =
            placePlates(stretches, widths, groups, m_in.data, m_in.geometry, highlightedIn(groups));
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            if (!places[i])
                continue;
            paintBox(m_painter, *places[i], role(Role::surface),
                     teamColor(groups[stretches[i].group].team, m_in.dark), kCheckRadius);
            text(places[i]->left() + 4, places[i]->center().y(), names[static_cast<qsizetype>(i)],
                 Type::small, role(Role::text2));
        }
    }

    void capacity() {
        if (!m_in.data.capacity || *m_in.data.capacity > m_in.geometry.top)
            return;
        level(*m_in.data.capacity, m_in.data.capacitySteps, role(Role::text2), {1.5, 2.5}, 1);
        if (m_in.data.capacityName.isEmpty())
            return;
        const double first = valueAt(m_in.data.capacitySteps, *m_in.data.capacity,
                                     beginOf(m_in.data.capacitySteps, m_in.geometry.range));
        const QString name = m_in.data.capacityName.arg(chartNumber(first));
        const double width = QFontMetricsF(font(Type::small)).horizontalAdvance(name);
        if (const auto place = capacityPlace(m_in.data, m_in.geometry, width)) {
            // Below its line it lies on what is drawn there.
            if (place->top() > m_in.geometry.y(first))
                paintBox(m_painter, place->adjusted(-4, 0, 4, 1), role(Role::surface), {},
                         kCheckRadius);
            text(place->left(), place->center().y(), name, Type::small, role(Role::text3));
        }
    }

    struct MarkLook {
        Icon icon;
        Role ink;
        Role soft;
    };
    static MarkLook lookOf(const MarkGroup& group) {
        MarkLook look = lookOf(group.kind);
        // The icon of one kind beside the number of all would make all of them of that kind.
        if (group.mixed)
            look.icon = Icon::dots;
        return look;
    }
    static MarkLook lookOf(MarkKind kind) {
        switch (kind) {
            case MarkKind::preemption:
                return {Icon::bolt, Role::err, Role::errSoft};
            case MarkKind::nodeDown:
                return {Icon::node, Role::err, Role::errSoft};
            case MarkKind::scale:
                return {Icon::arrows, Role::info, Role::infoSoft};
            case MarkKind::other:
                break;
        }
        return {Icon::flag, Role::info, Role::infoSoft};
    }

    void density(const EventDensity& events) {
        const QRectF lane = densityLane(m_in.geometry);
        paintDensity(m_painter, lane, events, m_in.dark);
        if (!m_in.endLabelsShown)
            return;
        const QStringList lines = densityLines(events.all);
        const double line = lane.height() / 2;
        for (qsizetype i = 0; i < lines.size(); ++i)
            text(m_plot.right() + kEndGap, lane.top() + line * (static_cast<double>(i) + 0.5),
                 lines[i], Type::small, role(i == 0 ? Role::text2 : Role::err));
    }

    void marks() {
        if (const auto events = markDensity(m_in.data, m_in.geometry))
            return density(*events);
        const double laneY = markLane(m_in.geometry);
        for (const MarkGroup& group : groupMarks(m_in.data, m_in.geometry)) {
            const MarkLook look = lookOf(group);
            const double x = std::round(group.x);
            QPen dots(role(look.ink), 1);
            dots.setDashPattern({1, 2});
            dots.setCapStyle(Qt::FlatCap);
            m_painter.setPen(dots);
            m_painter.drawLine(QPointF(x + 0.5, laneY + kChartOverlayMarkIcon / 2),
                               QPointF(x + 0.5, m_plot.bottom()));
            const QRectF box(x - kChartOverlayMarkIcon / 2, laneY - kChartOverlayMarkIcon / 2,
                             kChartOverlayMarkIcon, kChartOverlayMarkIcon);
            paintBox(m_painter, box, role(look.soft), {}, kCheckRadius);
            paintIcon(m_painter, box, look.icon, role(look.ink), 12);
            if (!group.label.isEmpty())
                text(box.right() + 5, laneY, group.label, Type::small, role(Role::text2));
        }
    }

    void unit() {
        if (m_in.data.unit.isEmpty())
            return;
        // Up to the first mark, whose icon reaches as high.
        double right = m_plot.right();
        if (markDensity(m_in.data, m_in.geometry))
            right = m_plot.left();
        else
            for (const MarkGroup& group : groupMarks(m_in.data, m_in.geometry))
                right = std::min(right, group.x - kChartOverlayMarkIcon / 2 - 4);
        const double left = m_plot.left() - m_in.geometry.margins.left + kChartOverlayEdge;
        const QFontMetricsF metrics(font(Type::small));
        text(left, 7 + kChartOverlayEdge,
             metrics.elidedText(m_in.data.unit, Qt::ElideRight, right - left), Type::small,
             role(Role::text3));
    }

    void ends() {
        const QFont valueFace = font(Type::secondHead);
        const QFont nameFace = font(Type::small);
        const QFontMetricsF names(nameFace);
        const double right = m_plot.right() + m_in.geometry.margins.right - kChartOverlayEdge;
        for (const EndLabel& label : endLabels(m_in.data, m_in.shape, m_in.geometry)) {
            const Series& series = m_in.data.series[label.series];
            const bool faded = isFaded(m_in.data, label.series, m_in.highlighted);
            m_painter.setOpacity(faded ? 0.35 : 1);
            double x = std::round(m_plot.right() + kEndGap);
            paintSwatch(m_painter,
                        QRectF(x, std::round(label.y - kChartOverlaySwatch / 2),
                               kChartOverlaySwatch, kChartOverlaySwatch),
                        series, m_in.dark);
            x += kChartOverlaySwatch + 5;
            const QRectF line(x, label.y - 10, right - x, 20);
            const QString value = chartNumber(label.value);
            drawFigures(m_painter, line, Qt::AlignLeft, value, valueFace, role(Role::text));
            x += figuresWidth(value, valueFace);
            if (label.guarantee) {
                const QString of = QStringLiteral(" / ") + chartNumber(*label.guarantee);
                drawFigures(m_painter, line.adjusted(x - line.left(), 0, 0, 0), Qt::AlignLeft, of,
                            nameFace, role(Role::text2));
                x += figuresWidth(of, nameFace);
            }
            x += 5;
            const QString name =
                visible(series.shortName.isEmpty() ? series.name : series.shortName);
            text(x, label.y, names.elidedText(name, Qt::ElideMiddle, right - x), Type::small,
                 role(Role::text2));
        }
        m_painter.setOpacity(1);
    }

    QPainter& m_painter;
    const OverlayInput& m_in;
    QRectF m_plot;
};

}  // namespace

int endLabelWidth(double name) {
    return static_cast<int>(
        std::ceil(kEndGap + kChartOverlaySwatch + 5 +
                  figuresWidth(QLocale().toString(10'000), font(Type::secondHead)) + 5 + name +
                  kChartOverlayEdge));
}

QString chartNumber(double value) {
    // Not more than two places: a share of a GPU, not a float's tail.
    const double rounded = std::round(value * 100) / 100;
    return QLocale().toString(rounded, 'f', QLocale::FloatingPointShortest);
}

QString axisNumber(double value) {
    if (value < 100'000)
        return chartNumber(value);
    return value < 1'000'000 ? chartNumber(value / 1'000) + QLatin1Char('k')
                             : chartNumber(value / 1'000'000) + QLatin1Char('M');
}

QColor seriesColor(const Series& series, bool dark) {
    const bool own = series.look == Series::Look::team ||
                     (series.look == Series::Look::fairShare && series.team >= 0);
    return own ? teamColor(series.team, dark) : Theme::color(Role::text2, dark);
}

void paintSwatch(QPainter& painter, const QRectF& box, const Series& series, bool dark) {
    const QColor ink = seriesColor(series, dark);
    if (series.look == Series::Look::fairShare) {
        const double y = std::round(box.center().y()) - 1;
        const double dash = std::floor(box.width() * 0.4);
        painter.fillRect(QRectF(box.left(), y, dash, 1.5), ink);
        painter.fillRect(QRectF(box.right() - dash, y, dash, 1.5), ink);
        return;
    }
    QPainterPath path;
    path.addRoundedRect(box, kBarRadius, kBarRadius);
    painter.setBrushOrigin(box.topLeft());
    fillHatched(painter, path,
                series.look == Series::Look::team ? teamBrush(series.team, dark) : QBrush(ink));
}

void paintOverlay(QPainter& painter, const OverlayInput& input) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay(painter, input).paint();
    painter.restore();
}

}  // namespace apportion::ui
