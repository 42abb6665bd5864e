// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>

#include "ui/widgets/fonts.h"

namespace apportion::ui {
namespace {

struct LayoutText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::ChartLayout)
};

constexpr double kLeastStretch = 24;  // pixels: no name is shorter
constexpr double kMergeWithin = 18;
constexpr double kChartLayoutMarkIcon = 16;
constexpr double kLabelsCloser = 2;
constexpr std::size_t kMostEndLabels = 8;

int seriousness(MarkKind kind) {
    switch (kind) {
        case MarkKind::preemption:
            return 3;
        case MarkKind::nodeDown:
            return 2;
        case MarkKind::scale:
            return 1;
        case MarkKind::other:
            break;
    }
    return 0;
}

bool isRed(MarkKind kind) {
    return kind == MarkKind::preemption || kind == MarkKind::nodeDown;
}

void sortByKind(const ChartData& data, MarkGroup& group) {
    const auto kindOf = [&](int mark) { return data.marks[mark].kind; };
    std::stable_sort(group.marks.begin(), group.marks.end(),
                     [&](int a, int b) { return seriousness(kindOf(a)) > seriousness(kindOf(b)); });
    group.kind = kindOf(group.marks.front());
    group.mixed = kindOf(group.marks.back()) != group.kind;
}

// What may stand beside the icon, the best first.
QStringList labelsOf(const ChartData& data, const MarkGroup& group) {
    const auto count = static_cast<int>(group.marks.size());
    if (count == 1)
        return {data.marks[group.marks.front()].text};
    const QString number = QLocale().toString(count);
    if (!group.mixed)
        return {number};
    return {LayoutText::tr("%Ln events", nullptr, count), number};
}

}  // namespace

ChartMargins chartMargins() {
    const double scale = fontScale();
    const auto scaled = [scale](int pixels) { return qRound(pixels * scale); };
    const ChartMargins base;
    return {scaled(base.left), scaled(base.top), scaled(base.right), scaled(base.bottom)};
}

double ChartGeometry::x(qint64 moment) const {
    const auto span = static_cast<double>(std::max<qint64>(1, range.to - range.from));
    return plot.left() + static_cast<double>(moment - range.from) / span * plot.width();
}

double ChartGeometry::y(double value) const {
    return plot.bottom() - value / top * plot.height();
}

qint64 ChartGeometry::at(double xPixel) const {
    const auto span = static_cast<double>(range.to - range.from);
    return range.from + std::llround((xPixel - plot.left()) / plot.width() * span);
}

double markLane(const ChartGeometry& geometry) {
    return std::round(geometry.plot.top() - 17 * fontScale());
}

std::vector<MarkGroup> groupMarks(const ChartData& data, const ChartGeometry& geometry) {
    std::vector<MarkGroup> groups;
    for (qsizetype i = 0; i < data.marks.size(); ++i) {
        const Mark& mark = data.marks[i];
        if (mark.at < geometry.range.from || mark.at > geometry.range.to)
            continue;
        const double x = geometry.x(mark.at);
        if (groups.empty() || x - groups.back().x >= kMergeWithin)
            groups.push_back({x, mark.kind, {}, false, {}, 0});
        groups.back().marks.push_back(static_cast<int>(i));
    }
    for (MarkGroup& group : groups)
        sortByKind(data, group);
    // A label needs free room up to the next icon; the last one may reach over the end labels.
    const QFontMetricsF metrics(font(Type::small));
    bool crowded = false;  // several marks stand before it, whose number has no room
    for (std::size_t i = 0; i < groups.size(); ++i) {
        MarkGroup& group = groups[i];
        const bool merged = group.marks.size() > 1;
        const double next = i + 1 < groups.size() ? groups[i + 1].x - kChartLayoutMarkIcon / 2
                                                  : geometry.plot.right() + geometry.margins.right;
        group.labelRoom = next - group.x - kChartLayoutMarkIcon / 2 - 8;
        for (const QString& text : labelsOf(data, group))
            if (group.label.isEmpty() && metrics.horizontalAdvance(text) <= group.labelRoom)
                group.label = text;
        const bool hidden = merged && group.label.isEmpty();
        // The last of a row alone has room, and its number would be read as the sum of all.
        if (crowded && merged)
            group.label.clear();
        crowded = hidden;
    }
    return groups;
}

std::optional<EventDensity> markDensity(const ChartData& data, const ChartGeometry& geometry) {
    std::vector<TimedEvent> events;
    for (const Mark& mark : data.marks)
        if (densityBin(mark.at, geometry.range) >= 0)
            events.push_back({mark.at, isRed(mark.kind), mark.count});
    return events.size() > kMostSingleEvents ? std::optional(densityOf(events, geometry.range))
                                             : std::nullopt;
}

QRectF densityLane(const ChartGeometry& geometry) {
    return {QPointF(geometry.plot.left(), geometry.plot.top() - geometry.margins.top + 4),
            QPointF(geometry.plot.right(), geometry.plot.top() - 4)};
}

std::optional<MarkGroup> marksAt(const ChartData& data, const ChartGeometry& geometry, double x) {
    if (!markDensity(data, geometry)) {
        for (MarkGroup& group : groupMarks(data, geometry))
            if (std::abs(group.x - x) <= kMergeWithin / 2)
                return std::move(group);
        return {};
    }
    const int bin = densityBin(geometry.at(x), geometry.range);
    MarkGroup group;
    group.x = x;
    for (qsizetype i = 0; bin >= 0 && i < data.marks.size(); ++i)
        if (densityBin(data.marks[i].at, geometry.range) == bin)
            group.marks.push_back(static_cast<int>(i));
    if (group.marks.empty())
        return {};
    sortByKind(data, group);
    return group;
}

std::vector<double> spread(std::vector<double> wanted, double distance, double low, double high) {
    if (wanted.empty())
        return wanted;
    const auto count = static_cast<double>(wanted.size());
    if ((count - 1) * distance > high - low)
        distance = count > 1 ? (high - low) / (count - 1) : 0;
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    // Isotonic regression: positions less their share of the distance must not fall; neighbours
    // that would are pooled at their mean. That moves all of them by the least (in squares).
    struct Pool {
        double sum = 0;
        int count = 0;
        double mean() const { return sum / count; }
    };
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < order.size(); ++i) {
        pools.push_back({wanted[order[i]] - static_cast<double>(i) * distance, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    std::size_t i = 0;
    for (const Pool& pool : pools) {
        const double at =
            std::clamp(pool.mean(), low, std::max(low, high - (count - 1) * distance));
        for (int member = 0; member < pool.count; ++member, ++i)
            wanted[order[i]] = at + static_cast<double>(i) * distance;
    }
    return wanted;
}

std::vector<double> axisValues(const ChartGeometry& geometry, double top, bool whole) {
    const double line = std::ceil(QFontMetricsF(font(Type::small)).height());
    double step = valueStep(top, whole);
    while (step < geometry.top && geometry.y(0) - geometry.y(step) < line)
        step *= 2;
    std::vector<double> values;
    for (int i = 0; i * step <= geometry.top; ++i)
        values.push_back(i * step);
    return values;
}

qint64 beginOf(const Steps& steps, const TimeSpan& range) {
    return std::max(range.from, steps.since.value_or(range.from));
}

std::optional<QRectF> capacityPlace(const ChartData& data, const ChartGeometry& geometry,
                                    double width) {
    const double height = QFontMetricsF(font(Type::small)).height();
    const qint64 from = beginOf(data.capacitySteps, geometry.range);
    const double first = valueAt(data.capacitySteps, *data.capacity, from);
    QRectF place(std::max(geometry.plot.left(), geometry.x(from)) + 6,
                 geometry.y(first) - 8 - height / 2, width, height);
    const bool dense = markDensity(data, geometry).has_value();
    if (dense && place.top() < densityLane(geometry).bottom())
        place.moveTop(geometry.y(first) + 3);
    else if (!dense && place.top() < markLane(geometry) + kChartLayoutMarkIcon / 2)
        for (const MarkGroup& group : groupMarks(data, geometry)) {
            const QFontMetricsF metrics(font(Type::small));
            const double label =
                group.label.isEmpty() ? 0 : 5 + metrics.horizontalAdvance(group.label);
            const double left = group.x - kChartLayoutMarkIcon / 2 - 4;
            const double right = group.x + kChartLayoutMarkIcon / 2 + label + 4;
            if (place.left() < right && left < place.right())
                place.moveLeft(right);
        }
    return place.right() <= geometry.plot.right() ? std::optional(place) : std::nullopt;
}

namespace {

// Of the team that the line is of.
std::optional<double> guaranteeOf(const ChartData& data, const Series& series) {
    if (series.look != Series::Look::team || series.team < 0)
        return {};
    for (const GuaranteeLine& line : data.guarantees)
        if (line.team == series.team)
            return line.value;
    return {};
}

}  // namespace

std::vector<EndLabel> endLabels(const ChartData& data, ChartShape shape,
                                const ChartGeometry& geometry) {
    std::vector<EndLabel> labels;
    // In the middle of a replay the last values are known earlier than the axis ends.
    const qint64 last = std::min(geometry.range.to, data.until.value_or(geometry.range.to));
    for (const ChartValue& value : valuesAt(data, shape, last)) {
        // In a stack the label stands at the middle of its layer.
        const double at =
            shape == ChartShape::stacked ? value.drawnAt - value.value / 2 : value.drawnAt;
        labels.push_back({value.series, value.value, geometry.y(at)});
        if (shape == ChartShape::lines && data.guaranteesShown)
            labels.back().guarantee = guaranteeOf(data, data.series[value.series]);
    }
    // In a low plot closer to each other, before a name goes.
    const double line = std::ceil(QFontMetricsF(font(Type::second)).height()) + 1;
    const double closest = line - kLabelsCloser;
    // None reaches into the lane of the events, whose counts stand there.
    const double top = std::min(geometry.plot.top() + line / 2, geometry.plot.bottom());
    const std::size_t most = std::min(
        kMostEndLabels, 1 + static_cast<std::size_t>((geometry.plot.bottom() - top) / closest));
    if (labels.size() > most) {
        std::stable_sort(labels.begin(), labels.end(),
                         [](const EndLabel& a, const EndLabel& b) { return a.value > b.value; });
        labels.resize(most);
    }
    // From the bottom of the stack upwards, so that equal heights keep the order of the tree.
    std::stable_sort(labels.begin(), labels.end(), [shape](const EndLabel& a, const EndLabel& b) {
        return shape == ChartShape::stacked ? a.series > b.series : a.series < b.series;
    });
    std::vector<double> wanted;
    wanted.reserve(labels.size());
    for (const EndLabel& label : labels)
        wanted.push_back(label.y);
    const auto gaps = static_cast<double>(std::max<std::size_t>(1, labels.size() - 1));
    const double room = (geometry.plot.bottom() - top) / gaps;
    wanted = spread(wanted, std::clamp(room, closest, line), top, geometry.plot.bottom());
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i].y = wanted[i];
    return labels;
}

QPainterPath stepPath(const ChartGeometry& geometry, const Steps& steps, double always) {
    const auto y = [&](double value) { return std::round(geometry.y(value)) + 0.5; };
    const qint64 from = beginOf(steps, geometry.range);
    if (from > geometry.range.to)
        return {};
    double last = y(valueAt(steps, always, from));
    QPainterPath path(QPointF(
        from > geometry.range.from ? std::round(geometry.x(from)) + 0.5 : geometry.plot.left(),
        last));
    for (qsizetype i = 0; i < steps.at.size(); ++i) {
        if (steps.at[i] <= from || steps.at[i] > geometry.range.to)
            continue;
        const double x = std::round(geometry.x(steps.at[i])) + 0.5;
        path.lineTo(x, last);
        last = y(steps.values[i]);
        path.lineTo(x, last);
    }
    path.lineTo(geometry.plot.right(), last);
    return path;
}

std::vector<GuaranteeGroup> groupGuarantees(const ChartData& data) {
    std::vector<GuaranteeGroup> groups;
    QList<QStringList> names;
    for (const GuaranteeLine& line : data.guarantees) {
        const auto known =
            std::find_if(groups.begin(), groups.end(), [&line](const GuaranteeGroup& g) {
                return g.value == line.value && g.steps == line.steps;
            });
        if (known != groups.end()) {
            names[known - groups.begin()] << line.name;
        } else {
            groups.push_back({line.value, line.team, line.steps, {}});
            names << QStringList{line.name};
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i].names = names[static_cast<qsizetype>(i)].join(QLatin1String(", "));
    return groups;
}

std::vector<GuaranteeStretch> stretchesOf(const std::vector<GuaranteeGroup>& groups,
                                          const ChartGeometry& geometry) {
    std::vector<GuaranteeStretch> stretches;
    const TimeSpan& range = geometry.range;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Steps& steps = groups[i].steps;
        const auto add = [&](qint64 from, qint64 to) {
            const double left = geometry.x(from);
            const double right = std::min(geometry.x(to), geometry.plot.right());
            if (right - left < kLeastStretch)
                return;
            const double value = valueAt(steps, groups[i].value, from);
            stretches.push_back(
                {i, value, left, right,
                 LayoutText::tr("%1 %2", "teams, their guarantee")
                     .arg(groups[i].names,
                          QLocale().toString(value, 'f', QLocale::FloatingPointShortest))});
        };
        qint64 from = beginOf(steps, range);
        for (const qint64 at : steps.at) {
            if (at <= from || at >= range.to)
                continue;
            add(from, at);
            from = at;
        }
        add(from, range.to);
    }
    return stretches;
}

}  // namespace apportion::ui
