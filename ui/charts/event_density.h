// SPDX-License-Identifier: GPL-3.0-or-later
// Events too many for an icon each: how many there are in each of 96 equal parts of the time, and
// how many of them are evictions and failures.
#pragma once

#include <array>
#include <vector>

#include <QRectF>
#include <QStringList>

#include "ui/charts/chart_math.h"

class QPainter;

namespace apportion::ui {

constexpr int kDensityBins = 96;
constexpr std::size_t kMostSingleEvents = 30;  // up to here each has an icon or a tick

struct TimedEvent {
    qint64 at = 0;
    bool red = false;  // an eviction or a failure
    int count = 1;
};

struct EventDensity {
    struct Bin {
        int events = 0;
        int red = 0;
    };
    std::array<Bin, kDensityBins> bins;
    Bin all;
    int most = 0;  // events of the fullest bin
};

// Of those within the span; -1 = outside.
int densityBin(qint64 at, const TimeSpan& span);
EventDensity densityOf(const std::vector<TimedEvent>& events, const TimeSpan& span);

// "86 events", and where some are red "61 evictions".
QStringList densityLines(const EventDensity::Bin& bin);

// Bars on the lower edge of the lane. A bin with events has at least two pixels, with red ones too.
void paintDensity(QPainter& painter, const QRectF& lane, const EventDensity& density, bool dark);

}  // namespace apportion::ui
