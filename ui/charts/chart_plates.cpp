// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_plates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace apportion::ui {

namespace {

constexpr double kHeight = 15;
constexpr double kChartPlatesEdge = 4;  // kept free of the plot's sides, and between two plates
constexpr double kClear = 2;            // between a plate and its line
constexpr double kColumn = 6;           // pixels that are looked at as one
constexpr double kStep = 24;            // between two places that are tried
// More lines than these are told apart by the legend: a label on one of them would hide it.
constexpr std::size_t kFew = 4;

// What is drawn, in columns from the left of the plot: how far each line reaches in them.
class Drawn {
public:
    Drawn(const std::vector<GuaranteeGroup>& groups, const ChartData& data,
          const ChartGeometry& geometry)
        : left_(geometry.plot.left()),
          columns_(static_cast<std::size_t>(std::ceil(geometry.plot.width() / kColumn)) + 1) {
        const auto momentAt = [&](std::size_t column) {
            return geometry.at(left_ + static_cast<double>(column) * kColumn);
        };
        for (const Series& series : data.series) {
            if (!series.shown)
                continue;
            double before = std::nan("");
            for (std::size_t column = 0; column < columns_.size(); ++column) {
                const auto value = valueAt(series, momentAt(column));
                const double y = value ? geometry.y(*value) : std::nan("");
                add(column, before, y);
                before = y;
            }
        }
        for (const GuaranteeGroup& group : groups)
            for (std::size_t column = 0; column < columns_.size(); ++column) {
                const double y = geometry.y(valueAt(group.steps, group.value, momentAt(column)));
                add(column, y, y);
            }
    }

    int under(const QRectF& box) const {
        int met = 0;
        const auto first = static_cast<std::size_t>(std::max(0.0, (box.left() - left_) / kColumn));
        for (std::size_t column = first;
             column < columns_.size() &&
             left_ + static_cast<double>(column) * kColumn <= box.right();
             ++column)
            for (const auto& [top, bottom] : columns_[column])
                met += bottom >= box.top() - 1 && top <= box.bottom() + 1 ? 1 : 0;
        return met;
    }

private:
    void add(std::size_t column, double before, double y) {
        if (std::isnan(y))
            return;
        const double other = std::isnan(before) ? y : before;
        columns_[column].emplace_back(std::min(other, y), std::max(other, y));
    }

    double left_;
    std::vector<std::vector<std::pair<double, double>>> columns_;
};

class Places {
public:
    Places(const std::vector<GuaranteeStretch>& stretches, const std::vector<double>& widths,
           const Drawn& drawn, const ChartGeometry& geometry)
        : stretches_(stretches),
          widths_(widths),
          drawn_(drawn),
          geometry_(geometry),
          places_(stretches.size()) {}

    // Beside the others, and on no line if it has to be `clear`; false if it finds none.
    bool place(std::size_t i, bool clear) {
        if (places_[i])
            return true;
        const QRectF& plot = geometry_.plot;
        const double y = std::round(geometry_.y(stretches_[i].value));
        const double last = stretches_[i].right - kChartPlatesEdge - widths_[i];
        int least = clear ? 1 : std::numeric_limits<int>::max();
        for (double x = stretches_[i].left + kChartPlatesEdge; x <= last && least > 0; x += kStep)
            for (const double top : {y - kClear - kHeight, y + kClear}) {
                const QRectF box(x, top, widths_[i], kHeight);
                const QRectF around = box.adjusted(-kChartPlatesEdge, -1, kChartPlatesEdge, 1);
                if (box.top() < plot.top() || box.bottom() > plot.bottom() ||
                    std::any_of(taken_.begin(), taken_.end(),
                                [&](const QRectF& other) { return other.intersects(around); }))
                    continue;
                if (const int met = drawn_.under(box); met < least) {
                    least = met;
                    places_[i] = box;
                }
            }
        if (places_[i])
            taken_.push_back(*places_[i]);
        return places_[i].has_value();
    }

    std::vector<std::optional<QRectF>> take() { return std::move(places_); }

private:
    const std::vector<GuaranteeStretch>& stretches_;
    const std::vector<double>& widths_;
    const Drawn& drawn_;
    const ChartGeometry& geometry_;
    std::vector<std::optional<QRectF>> places_;
    std::vector<QRectF> taken_;
};

}  // namespace

std::vector<std::optional<QRectF>> placePlates(const std::vector<GuaranteeStretch>& stretches,
                                               const std::vector<double>& widths,
                                               const std::vector<GuaranteeGroup>& groups,
                                               const ChartData& data, const ChartGeometry& geometry,
                                               std::optional<std::size_t> asked) {
    const Drawn drawn(groups, data, geometry);
    Places places(stretches, widths, drawn, geometry);
    const std::size_t none = groups.size();
    const bool clear = groups.size() > kFew;
    for (std::size_t i = 0, done = none; asked && i < stretches.size(); ++i)
        if (stretches[i].group == *asked && stretches[i].group != done && places.place(i, false))
            done = stretches[i].group;
    std::size_t done = none;
    for (std::size_t i = 0; i < stretches.size(); ++i)
        if (stretches[i].group != done && places.place(i, clear))
            done = stretches[i].group;
    done = none;
    for (std::size_t i = stretches.size(); i-- > 0;)
        if (stretches[i].group != done && places.place(i, clear))
            done = stretches[i].group;
    return places.take();
}

}  // namespace apportion::ui
