// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_window.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

namespace apportion::ui {

namespace {

struct WindowText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TimeWindow)
};

constexpr qint64 kTimeWindowMinute = 60 * 1000;
constexpr qint64 kTimeWindowHour = 60 * kTimeWindowMinute;
constexpr qint64 kTimeWindowDay = 24 * kTimeWindowHour;
// What is shown of a live pool at first, where it is old enough.
constexpr TimeRange kFirstLive = TimeRange::sixHours;

constexpr std::array kRanges = {TimeRange::quarterHour, TimeRange::hour, TimeRange::sixHours,
                                TimeRange::day,         TimeRange::week, TimeRange::month,
                                TimeRange::year};

}  // namespace

std::optional<qint64> lengthOf(TimeRange range) {
    switch (range) {
        case TimeRange::quarterHour:
            return 15 * kTimeWindowMinute;
        case TimeRange::hour:
            return kTimeWindowHour;
        case TimeRange::sixHours:
            return 6 * kTimeWindowHour;
        case TimeRange::day:
            return kTimeWindowDay;
        case TimeRange::week:
            return 7 * kTimeWindowDay;
        case TimeRange::month:
            return 30 * kTimeWindowDay;
        case TimeRange::year:
            return 365 * kTimeWindowDay;
        case TimeRange::all:
            break;
    }
    return std::nullopt;
}

QString rangeName(TimeRange range) {
    switch (range) {
        case TimeRange::quarterHour:
            return WindowText::tr("15 min", "range of time");
        case TimeRange::hour:
            return WindowText::tr("1 h", "range of time");
        case TimeRange::sixHours:
            return WindowText::tr("6 h", "range of time");
        case TimeRange::day:
            return WindowText::tr("24 h", "range of time");
        case TimeRange::week:
            return WindowText::tr("7 d", "range of time");
        case TimeRange::month:
            return WindowText::tr("30 d", "range of time");
        case TimeRange::year:
            return WindowText::tr("1 y", "range of time");
        case TimeRange::all:
            break;
    }
    return WindowText::tr("All", "range of time");
}

QString rangeFullName(TimeRange range) {
    switch (range) {
        case TimeRange::quarterHour:
            return WindowText::tr("The last 15 minutes");
        case TimeRange::hour:
            return WindowText::tr("The last hour");
        case TimeRange::sixHours:
            return WindowText::tr("The last 6 hours");
        case TimeRange::day:
            return WindowText::tr("The last 24 hours");
        case TimeRange::week:
            return WindowText::tr("The last 7 days");
        case TimeRange::month:
            return WindowText::tr("The last 30 days");
        case TimeRange::year:
            return WindowText::tr("The last year");
        case TimeRange::all:
            break;
    }
    return WindowText::tr("All there is");
}

void TimeWindow::start(const Extent& extent) {
    extent_ = extent;
    fixed_.reset();
    length_.reset();
    chosen_ = TimeRange::all;
    if (!extent.live)
        return;
    for (const TimeRange range : offered())
        if (range <= kFirstLive)
            chosen_ = range;
}

void TimeWindow::advance(const Extent& extent) {
    extent_ = extent;
}

std::vector<TimeRange> TimeWindow::offered() const {
    const qint64 known = extent_.end - extent_.first;
    std::vector<TimeRange> ranges;
    ranges.reserve(kRanges.size() + 1);
    qint64 shorter = 0;
    for (const TimeRange range : kRanges) {
        if (known > shorter || range == chosen_)
            ranges.push_back(range);
        shorter = *lengthOf(range);
    }
    ranges.push_back(TimeRange::all);
    return ranges;
}

void TimeWindow::choose(TimeRange range) {
    chosen_ = range;
    reset();
}

void TimeWindow::setFollowing(bool following) {
    if (following == !fixed_)
        return;
    if (following)
        fixed_.reset();
    else
        fixed_ = span();
}

void TimeWindow::look(const TimeSpan& wanted) {
    // A pixel or so beside the end is the end.
    const qint64 near = (wanted.to - wanted.from) / 200;
    if (!fixed_ && chosen_ != TimeRange::all && wanted.to >= extent_.last - near) {
        length_ = wanted.to - wanted.from;
        return;
    }
    fixed_ = wanted;
}

bool TimeWindow::moved() const {
    return fixed_ || length_;
}

void TimeWindow::reset() {
    fixed_.reset();
    length_.reset();
}

TimeSpan TimeWindow::followed(std::optional<qint64> length) const {
    if (!length)
        return {extent_.first, std::max(extent_.end, extent_.first + 1)};
    // The start of a run that plays fills the range from the left.
    if (!extent_.live && extent_.last - *length < extent_.first)
        return {extent_.first, extent_.first + *length};
    return {extent_.last - *length, extent_.last};
}

TimeSpan TimeWindow::span() const {
    if (fixed_)
        return *fixed_;
    return followed(length_ ? length_ : lengthOf(chosen_));
}

TimeSpan TimeWindow::limits() const {
    const TimeSpan shown = span();
    return {std::min(extent_.first, shown.from), std::max(extent_.end, shown.to)};
}

}  // namespace apportion::ui
