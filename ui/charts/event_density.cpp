// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/event_density.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QPainter>

#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

struct EventDensityText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EventDensity)
};

constexpr double kLeastBar = 2;  // pixels

}  // namespace

int densityBin(qint64 at, const TimeSpan& span) {
    if (at < span.from || at > span.to || span.to <= span.from)
        return -1;
    const double part =
        static_cast<double>(at - span.from) / static_cast<double>(span.to - span.from);
    return std::min(static_cast<int>(part * kDensityBins), kDensityBins - 1);
}

EventDensity densityOf(const std::vector<TimedEvent>& events, const TimeSpan& span) {
    EventDensity density;
    for (const TimedEvent& event : events) {
        const int at = densityBin(event.at, span);
        if (at < 0)
            continue;
        for (EventDensity::Bin* bin : {&density.bins[static_cast<std::size_t>(at)], &density.all}) {
            bin->events += event.count;
            bin->red += event.red ? event.count : 0;
        }
    }
    for (const EventDensity::Bin& bin : density.bins)
        density.most = std::max(density.most, bin.events);
    return density;
}

QStringList densityLines(const EventDensity::Bin& bin) {
    QStringList lines{EventDensityText::tr("%Ln event(s)", nullptr, bin.events)};
    if (bin.red > 0)
        lines << EventDensityText::tr("%Ln in red", "evictions and failures", bin.red);
    return lines;
}

void paintDensity(QPainter& painter, const QRectF& lane, const EventDensity& density, bool dark) {
    const double width = lane.width() / kDensityBins;
    const auto bar = [&](int bin, int count, Role ink) {
        if (count == 0)
            return;
        const double height =
            std::max(kLeastBar, std::round(lane.height() * count / std::max(1, density.most)));
        // On whole pixels, with a gap where there is room for one.
        const double left = std::round(lane.left() + bin * width);
        const double right = std::round(lane.left() + (bin + 1) * width);
        painter.fillRect(QRectF(left, lane.bottom() - height,
                                std::max(1.0, right - left - (width >= 3 ? 1 : 0)), height),
                         Theme::color(ink, dark));
    };
    for (int bin = 0; bin < kDensityBins; ++bin) {
        const EventDensity::Bin& one = density.bins[static_cast<std::size_t>(bin)];
        bar(bin, one.events, Role::info);
        bar(bin, one.red, Role::err);
    }
}

}  // namespace apportion::ui
