// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_math.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace apportion::ui {
namespace {

qsizetype indexAt(const Series& series, qint64 at) {
    return std::upper_bound(series.at.begin(), series.at.end(), at) - series.at.begin() - 1;
}

template <typename Function>
void eachShown(const ChartData& data, Function&& function) {
    for (qsizetype i = 0; i < data.series.size(); ++i)
        if (data.series[i].shown && !data.series[i].at.isEmpty())
            function(static_cast<int>(i), data.series[i]);
}

QList<qint64> allKeys(const ChartData& data) {
    QList<qint64> keys;
    eachShown(data, [&keys](int, const Series& series) { keys += series.at; });
    if (!keys.isEmpty() && data.until)
        keys.append(*data.until);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

}  // namespace

std::optional<double> valueAt(const Series& series, qint64 at) {
    const qsizetype i = indexAt(series, at);
    if (i < 0 || std::isnan(series.values[i]))
        return std::nullopt;
    if (series.stepped || i + 1 >= series.at.size())
        return series.values[i];
    const double share = static_cast<double>(at - series.at[i]) /
                         static_cast<double>(series.at[i + 1] - series.at[i]);
    const double value = series.values[i] + share * (series.values[i + 1] - series.values[i]);
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::vector<ChartValue> valuesAt(const ChartData& data, ChartShape shape, qint64 at) {
    std::vector<ChartValue> found;
    // Of what is to come nothing is known.
    if (data.until && at > *data.until)
        return found;
    double sum = 0;
    eachShown(data, [&](int index, const Series& series) {
        const std::optional<double> value = valueAt(series, at);
        if (!value)
            return;
        sum += *value;
        found.push_back({index, *value, shape == ChartShape::stacked ? sum : *value});
    });
    return found;
}

std::optional<TimeSpan> spanOf(const ChartData& data) {
    std::optional<TimeSpan> span;
    eachShown(data, [&span](int, const Series& series) {
        if (!span)
            span = TimeSpan{series.at.first(), series.at.last()};
        span->from = std::min(span->from, series.at.first());
        span->to = std::max(span->to, series.at.last());
    });
    if (span && data.until)
        span->to = std::max(span->to, *data.until);
    return span;
}

Stack stackOf(const ChartData& data) {
    Stack stack;
    stack.keys = allKeys(data);
    // Both lists ascend: one walk instead of a search for each key.
    const auto eachValue = [&stack](const Series& series, auto&& function) {
        qsizetype next = 0;
        for (qsizetype k = 0; k < stack.keys.size(); ++k) {
            while (next < series.at.size() && series.at[next] <= stack.keys[k])
                ++next;
            if (next > 0 && !std::isnan(series.values[next - 1]))
                function(k, series.values[next - 1]);
        }
    };
    // Unknown is not 0: where nothing is known of any of them there is no stack.
    QList<double> sums(stack.keys.size(), std::numeric_limits<double>::quiet_NaN());
    eachShown(data, [&](int, const Series& series) {
        eachValue(series, [&sums](qsizetype k, double) { sums[k] = 0; });
    });
    eachShown(data, [&](int index, const Series& series) {
        eachValue(series, [&sums](qsizetype k, double value) { sums[k] += value; });
        stack.edges.push_back({index, sums});
    });
    return stack;
}

std::optional<qint64> neighbourSample(const ChartData& data, qint64 at, int direction) {
    std::optional<qint64> best;
    eachShown(data, [&](int, const Series& series) {
        const auto begin = series.at.begin();
        const auto end = series.at.end();
        if (direction > 0) {
            const auto next = std::upper_bound(begin, end, at);
            if (next != end && (!best || *next < *best))
                best = *next;
        } else {
            const auto here = std::lower_bound(begin, end, at);
            if (here != begin && (!best || *(here - 1) > *best))
                best = *(here - 1);
        }
    });
    return best;
}

double valueAt(const Steps& steps, double always, qint64 at) {
    if (steps.at.isEmpty())
        return always;
    const auto after = std::upper_bound(steps.at.begin(), steps.at.end(), at);
    return steps.values[std::max<qsizetype>(after - steps.at.begin() - 1, 0)];
}

double topOf(const ChartData& data, ChartShape shape) {
    double capacity = data.capacity.value_or(0);
    if (data.capacity)
        for (const double value : data.capacitySteps.values)
            capacity = std::max(capacity, value);
    double top = data.top.value_or(0);
    if (shape == ChartShape::stacked) {
        top = std::max(top, capacity);
        const Stack stack = stackOf(data);
        if (!stack.edges.empty())
            for (const double sum : stack.edges.back().sums)
                top = std::max(top, sum);
    } else {
        for (const GuaranteeLine& line :
             data.guaranteesShown ? data.guarantees : QList<GuaranteeLine>())
            for (const double value : line.steps.values + QList<double>{line.value})
                top = std::max(top, value);
        eachShown(data, [&top](int, const Series& series) {
            for (const double value : series.values)
                top = std::max(top, value);
            for (const double value : series.high)
                top = std::max(top, value);
        });
    }
    // Lines are to be compared with each other: the pool's size belongs into the picture only where
    // it leaves them enough of the height.
    constexpr double kEnough = 0.4;
    if (top >= kEnough * capacity)
        top = std::max(top, capacity);
    return top > 0 ? top : 1;
}

bool isFaded(const ChartData& data, int series, int pointedAt) {
    if (pointedAt < 0 || pointedAt >= data.series.size() || pointedAt == series)
        return false;
    const int group = data.series[pointedAt].group;
    return group < 0 || data.series[series].group != group;
}

bool isEmpty(const ChartData& data) {
    return std::all_of(data.series.begin(), data.series.end(), [](const Series& series) {
        return std::all_of(series.values.begin(), series.values.end(),
                           [](double value) { return std::isnan(value); });
    });
}

std::vector<TimeSpan> unknownSpans(const ChartData& data) {
    std::vector<TimeSpan> spans;
    eachShown(data, [&](int, const Series& series) {
        for (qsizetype i = 0; i < series.at.size(); ++i) {
            if (!std::isnan(series.values[i]))
                continue;
            const qint64 from = series.at[i];
            const qint64 to =
                i + 1 < series.at.size() ? series.at[i + 1] : data.until.value_or(series.at[i]);
            if (to <= from || !valuesAt(data, ChartShape::lines, from).empty())
                continue;
            if (!spans.empty() && spans.back().from <= from && from <= spans.back().to)
                spans.back().to = std::max(spans.back().to, to);
            else if (spans.empty() || spans.back().to < from)
                spans.push_back({from, to});
        }
    });
    return spans;
}

std::optional<TimeSpan> spanBefore(const ChartData& data, const TimeSpan& range) {
    std::optional<qint64> first;
    eachShown(data, [&](int, const Series& series) {
        if (!series.at.isEmpty())
            first = std::min(first.value_or(series.at.front()), series.at.front());
    });
    if (!first || *first <= range.from)
        return {};
    return TimeSpan{range.from, std::min(*first, range.to)};
}

QString unknownTextAt(const ChartData& data, qint64 at) {
    if (spanBefore(data, {at, at}))
        return data.beforeText;
    if (data.unknownText.isEmpty() || !valuesAt(data, ChartShape::lines, at).empty())
        return {};
    const std::vector<TimeSpan> spans = unknownSpans(data);
    const bool inside = std::any_of(spans.begin(), spans.end(), [at](const TimeSpan& span) {
        return span.from <= at && at <= span.to;
    });
    return inside ? data.unknownText : QString();
}

double valueStep(double top, bool whole) {
    if (whole && top <= 3)
        return 1;
    double best = top;
    double bestRank = 1e9;
    const auto consider = [&](double step, double penalty) {
        const double labels = std::floor(top / step + 1e-9);
        const double rank = std::abs(labels - 4) + penalty;
        if (labels >= 3 && labels <= 5 && rank < bestRank) {
            bestRank = rank;
            best = step;
        }
    };
    if (whole)
        best = std::ceil(top / 4);
    for (int power = 0; std::ldexp(1.0, power) <= top; ++power)
        if (std::fmod(top, std::ldexp(1.0, power)) < 1e-9)
            consider(std::ldexp(1.0, power), 0);
    const double decade = std::pow(10.0, std::floor(std::log10(top)));
    for (const double scale : {decade / 10, decade})
        for (const auto& [factor, penalty] :
             {std::pair{1.0, 0.1}, {2.0, 0.1}, {5.0, 0.1}, {2.5, 0.3}, {4.0, 0.3}, {3.0, 0.35}}) {
            const double step = factor * scale;
            // Halves are no round numbers where whole ones do as well.
            if ((top < 4 && !whole) || step == std::floor(step))
                consider(step, penalty);
        }
    return best;
}

}  // namespace apportion::ui
