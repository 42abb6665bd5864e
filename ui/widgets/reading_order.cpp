// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/reading_order.h"

#include <algorithm>

#include <QWidget>

namespace apportion::ui {

std::vector<QWidget*> readingOrder(const QWidget& of, const QWidget* without) {
    struct Stop {
        QWidget* widget;
        QRect place;
    };
    std::vector<Stop> stops;
    for (QWidget* each : of.findChildren<QWidget*>())
        if (each->focusPolicy() != Qt::NoFocus && each->focusProxy() == nullptr &&
            each->isVisibleTo(&of) && each->window() == of.window() &&
            (without == nullptr || !without->isAncestorOf(each)))
            stops.push_back({each, {each->mapTo(&of, QPoint()), each->size()}});
    // By lines, as one reads: what begins above the middle of another stands before it or beside.
    std::stable_sort(stops.begin(), stops.end(), [](const Stop& a, const Stop& b) {
        return a.place.center().y() < b.place.center().y();
    });
    for (auto line = stops.begin(); line != stops.end();) {
        // What is not laid out yet has no height, and its middle is above it.
        const auto end = std::find_if(line + 1, stops.end(), [line](const Stop& each) {
            return each.place.top() > line->place.center().y();
        });
        const bool mirrored = of.layoutDirection() == Qt::RightToLeft;
        std::stable_sort(line, end, [mirrored](const Stop& a, const Stop& b) {
            return mirrored ? a.place.right() > b.place.right() : a.place.left() < b.place.left();
        });
        line = end;
    }
    std::vector<QWidget*> ordered;
    ordered.reserve(stops.size());
    for (const Stop& stop : stops)
        ordered.push_back(stop.widget);
    return ordered;
}

void tabThrough(const std::vector<QWidget*>& stops) {
    for (std::size_t i = 1; i < stops.size(); ++i)
        QWidget::setTabOrder(stops[i - 1], stops[i]);
}

}  // namespace apportion::ui
