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

Visible visible(const Trace& trace, const TracePlace& place) {
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

}  // namespace

qsizetype samplesIn(const Trace& trace, const TracePlace& place) {
    return std::upper_bound(trace.at.begin(), trace.at.end(), place.to) -
           std::lower_bound(trace.at.begin(), trace.at.end(), place.from);
}

std::vector<QPolygonF> lineThrough(const Trace& trace, const TracePlace& place) {
    Pieces pieces;
    if (trace.at.isEmpty())
        return {};
    const Visible range = visible(trace, place);
    double held = 0;  // y of the value before
    for (qsizetype i = range.begin; i < range.end;) {
        if (trace.stepped && trace.at[i] > place.to)
            break;
        double x = place.x(trace.at[i]);
        if (trace.stepped)
            x = std::max(x, place.left);
        const qint64 behind = columnEnd(place, x);
        // All samples of the column.
        double first = NAN;
        double low = INFINITY;
        double high = -INFINITY;
        double last = NAN;
        for (; i < range.end && trace.at[i] < behind; ++i) {
            last = trace.values[i];
            if (std::isnan(last))
                continue;
            if (std::isnan(first))
                first = last;
            low = std::min(low, last);
            high = std::max(high, last);
        }
        if (pieces.isOpen() && trace.stepped)
            pieces.add(x, held);
        if (!std::isnan(last)) {
            for (const double value : {first, low, high, last})
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
    const Visible range = visible(trace, place);
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
