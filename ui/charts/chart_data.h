// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart over time shows, as plain values. Times are milliseconds: since 1970 (UTC) on a
// wall-clock axis, since the start on an elapsed one. Names are translated already.
#pragma once

#include <optional>
#include <utility>

#include <QList>
#include <QString>

namespace apportion::ui {

struct Series {
    enum class Look {
        team,       // the team's colour
        neutral,    // text2: a queue, a base
        fairShare,  // a thin dash, in the team's colour where it has one, else in text2
    };

    QString name;       // in legend, crosshair and files
    QString shortName;  // in the end label; empty: the name
    int team = -1;      // colour (ui/widgets/theme.h)
    int group = -1;     // those of one group are pointed at together; -1 = alone
    Look look = Look::team;
    bool stepped = true;  // a value holds until the next one; else points are joined
    bool filled = false;  // lines only: a faint fill down to zero
    bool shown = true;

    QList<qint64> at;      // ascending
    QList<double> values;  // as many
    // The band of a forecast, as many again, or both empty.
    QList<double> low;
    QList<double> high;
};

// A level over time: each value holds until the next one, the first also before it, but not before
// there was a level.
struct Steps {
    QList<qint64> at;  // ascending
    QList<double> values;
    std::optional<qint64> since = {};  // nothing = always
    friend bool operator==(const Steps&, const Steps&) = default;
};

struct GuaranteeLine {
    QString name;
    double value = 0;  // now
    int team = -1;
    Steps steps = {};  // empty = always `value`
};

enum class MarkKind { preemption, nodeDown, scale, other };

struct Mark {
    qint64 at = 0;
    MarkKind kind = MarkKind::other;
    QString text;   // beside the icon where there is room, else in its tool tip
    int count = 1;  // workloads, quotas or nodes concerned
};

struct ChartData {
    QString unit;          // once, above the axis: "GPUs"
    QList<Series> series;  // in the order of the tree: the first lies at the bottom of the stack
    QList<GuaranteeLine> guarantees;  // lines only
    bool guaranteesShown = true;
    QList<Mark> marks;                 // ascending in time
    std::optional<double> capacity;    // now
    Steps capacitySteps;               // empty = always that
    QString capacityName;              // "pool %1", with the number in place of %1
    std::optional<double> top;         // the y axis reaches at least here
    bool whole = false;                // there are no halves: only whole numbers stand at the axis
    QString unknownText;               // what stands where nothing is known; may be empty
    QString beforeText;                // what is said of the time before all data; may be empty
    QString emptyText;                 // what stands where nothing is known of any time
    std::optional<qint64> until;       // the last values hold until then: now
    std::optional<qint64> staleSince;  // from here on a hatched band: the data are old
    QList<std::pair<qint64, qint64>> partial;  // hatched as well: there the values say less
};

enum class ChartShape { stacked, lines };

// One value of a series at a moment.
struct ChartValue {
    int series = 0;  // index in ChartData::series
    double value = 0;
    double drawnAt = 0;  // where on the y axis: in a stack, the upper edge
};

}  // namespace apportion::ui
