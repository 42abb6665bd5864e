// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_trace.h"

#include <algorithm>
#include <cmath>

namespace apportion::ui {

namespace {

// The samples that matter to the place: from the one that holds at its start to the one behind it.
struct Visible {
    qsizetype begin = 0;
    qsizetype end = 0;
};

Visible visiblePart(const Trace& trace, const TracePlace& place) {
    const auto first = std::upper_bound(trace.at.begin(), trace.at.end(), place.from);
    const auto last = std::upper_bound(first, trace.at.end(), place.to);
    return {std::max<qsizetype>(0, first - trace.at.begin() - 1),
            std::min(trace.at.size(), last - trace.at.begin() + 1)};
}

class Pieces {
public:
    void add(double x, double y) {
        if (!open_) {
            made_.emplace_back();
            open_ = true;
        }
        QPolygonF& piece = made_.back();
        if (piece.isEmpty() || piece.last() != QPointF(x, y))
            piece.append({x, y});
    }
    bool isOpen() const { return open_; }
    void close() { open_ = false; }
    std::vector<QPolygonF> take() { return std::move(made_); }

private:
    std::vector<QPolygonF> made_;
    bool open_ = false;
};

// The right end of what is drawn.
double endOf(const Trace& trace, const TracePlace& place) {
    const qint64 last = std::max(trace.at.last(), trace.until.value_or(trace.at.last()));
    return place.x(std::min(last, place.to));
}

// The first moment right of the column of pixels that begins at x.
qint64 columnEnd(const TracePlace& place, double x) {
    return place.from +
           static_cast<qint64>(std::ceil((std::floor(x) + 1 - place.left) / place.perMs()));
}

// The first sample at or after the moment, a few steps from `begin`: the strides grow.
qsizetype reach(const QList<qint64>& at, qsizetype begin, qsizetype end, qint64 moment) {
    qsizetype stride = 1;
    while (begin + stride < end && at[begin + stride] < moment) {
        begin += stride;
        stride *= 2;
    }
    const auto first = at.cbegin() + begin;
    return std::lower_bound(first, at.cbegin() + std::min(begin + stride + 1, end), moment) -
           at.cbegin();
}

struct Extent {
    double low = INFINITY;
    double high = -INFINITY;
};

// Two at a time, so that neither waits for the other. No comparison holds for what is unknown.
Extent extentOf(const double* value, const double* end) {
    Extent even;
    Extent odd;
    const auto take = [](Extent& extent, double each) {
        extent.low = each < extent.low ? each : extent.low;
        extent.high = each > extent.high ? each : extent.high;
    };
    for (; end - value >= 2; value += 2) {
        take(even, value[0]);
        take(odd, value[1]);
    }
    if (value != end)
        take(even, *value);
    return {std::min(even.low, odd.low), std::max(even.high, odd.high)};
}

}  // namespace

qsizetype samplesIn(const Trace& trace, const TracePlace& place) {
    return std::upper_bound(trace.at.begin(), trace.at.end(), place.to) -
           std::lower_bound(trace.at.begin(), trace.at.end(), place.from);
}

std::vector<QPolygonF> lineThrough(const Trace& trace, const TracePlace& place) {
    Pieces pieces;
    if (trace.at.isEmpty())
        return {};
    const Visible range = visiblePart(trace, place);
    double held = 0;  // y of the value before
    for (qsizetype i = range.begin; i < range.end;) {
        if (trace.stepped && trace.at[i] > place.to)
            break;
        double x = place.x(trace.at[i]);
        if (trace.stepped)
            x = std::max(x, place.left);
        // All samples of the column.
        const double* first = trace.values.constData() + i;
        i = std::max(i + 1, reach(trace.at, i, range.end, columnEnd(place, x)));
        const double* const behind = trace.values.constData() + i;
        const double last = behind[-1];
        if (pieces.isOpen() && trace.stepped)
            pieces.add(x, held);
        if (!std::isnan(last)) {
            const Extent extent = extentOf(first, behind);
            while (std::isnan(*first))
                ++first;
            for (const double value : {*first, extent.low, extent.high, last})
                pieces.add(x, place.y(value));
            held = place.y(last);
        } else {
            pieces.close();
        }
    }
    // What is joined ends at its last sample, or holds on from there.
    const double end = endOf(trace, place);
    if (pieces.isOpen() && (trace.stepped || end > place.x(trace.at.last())))
        pieces.add(std::max(end, place.left), held);
    return pieces.take();
}

std::vector<QPolygonF> edgeThrough(const Trace& trace, const TracePlace& place) {
    Pieces pieces;
    if (trace.at.isEmpty())
        return {};
    const Visible range = visiblePart(trace, place);
    const double end = std::max(endOf(trace, place), place.left);
    double held = 0;  // y of the value before
    for (qsizetype i = range.begin; i < range.end && trace.at[i] <= place.to;) {
        const double x = std::max(place.x(trace.at[i]), place.left);
        const double right = std::floor(x) + 1;
        // All samples of the column, each as long as it holds in it.
        double sum = 0;
        double length = 0;
        double last = NAN;
        double next = x;
        for (double at = x; i < range.end && at < right; at = next) {
            last = trace.values[i];
            ++i;
            next = i < trace.at.size() ? std::max(place.x(trace.at[i]), place.left) : end;
            if (std::isnan(last))
                continue;
            const double inside = std::min(next, right) - at;
            sum += last * inside;
            length += inside;
        }
        if (pieces.isOpen())
            pieces.add(x, held);
        if (std::isnan(last)) {
            pieces.close();
            continue;
        }
        const double mean = length > 0 ? place.y(sum / length) : place.y(last);
        pieces.add(x, mean);
        held = mean;
        // What holds on beyond the column holds exactly.
        if (next > right + 1) {
            held = place.y(last);
            pieces.add(right, mean);
            pieces.add(right, held);
        }
    }
    if (pieces.isOpen())
        pieces.add(end, held);
    return pieces.take();
}

}  // namespace apportion::ui
