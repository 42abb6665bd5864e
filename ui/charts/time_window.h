// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of time the charts of a page show: a chosen length that goes along with the end, or
// what the user panned or zoomed to. Moments are in milliseconds of the axis.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "ui/charts/chart_math.h"

namespace apportion::ui {

enum class TimeRange { quarterHour, hour, sixHours, day, week, month, year, all };

// Nothing = all there is.
std::optional<qint64> lengthOf(TimeRange range);
QString rangeName(TimeRange range);      // "6 h", for a button
QString rangeFullName(TimeRange range);  // "The last 6 hours"

class TimeWindow {
public:
    struct Extent {
        qint64 first = 0;  // nothing is known before
        qint64 last = 0;   // up to where there are values: now, or the clock of a run
        qint64 end = 0;    // of the axis: the end of a run, else `last`
        bool live = false;
        friend bool operator==(const Extent&, const Extent&) = default;
    };

    // Another pool: all is chosen anew.
    void start(const Extent& extent);
    // Time went on.
    void advance(const Extent& extent);
    const Extent& extent() const { return extent_; }

    // All, and each range that is worth its button: there is more than the next shorter one shows.
    std::vector<TimeRange> offered() const;
    TimeRange chosen() const { return chosen_; }
    void choose(TimeRange range);

    bool following() const { return !fixed_; }
    // False: what is shown stays as it is while time goes on.
    void setFollowing(bool following);
    // Panned or zoomed by the user. What ends at the last value goes on following it.
    void look(const TimeSpan& span);
    // What is shown is not, or no longer, the chosen range.
    bool moved() const;
    void reset();

    TimeSpan span() const;
    // How far one can pan.
    TimeSpan limits() const;

private:
    TimeSpan followed(std::optional<qint64> length) const;

    Extent extent_;
    TimeRange chosen_ = TimeRange::all;
    std::optional<qint64> length_;  // of what follows, if not the chosen one
    std::optional<TimeSpan> fixed_;
};

}  // namespace apportion::ui
