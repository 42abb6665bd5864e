// SPDX-License-Identifier: GPL-3.0-or-later
// The one grammar of usage bars. The guarantee mark stands at half the bar in every row, so the
// marks of a tree form one straight line and whoever borrows sticks out to its right.
#pragma once

#include <vector>

#include <QString>

class QPainter;
class QRectF;

namespace apportion::ui {

// All amounts in GPUs.
struct UsageBar {
    int team = -1;         // colour: index of the team (ui/widgets/theme.h)
    double guarantee = 0;  // 0: no trough, a thin mark, all use is borrowed
    double own = 0;        // used by the quota's own workloads
    double below = 0;      // used by its descendants
    double above = 0;      // taken out of its guarantee by a quota above
    int aboveTeam = -1;    // and that quota's colour
    double lent = 0;       // idle part of the guarantee that others use
    double scale = 0;      // without a guarantee: GPUs half a bar stands for; 0 = twice the use
    friend bool operator==(const UsageBar&, const UsageBar&) = default;
};

enum class BarPart { trough, own, below, above, lent, borrowedOwn, borrowedBelow };

struct BarSegment {
    BarPart part = BarPart::trough;
    double from = 0;  // in pixels from the bar's left edge
    double to = 0;
    friend bool operator==(const BarSegment&, const BarSegment&) = default;
};

struct BarLayout {
    std::vector<BarSegment> segments;  // from left to right, the trough first
    double mark = 0;                   // x of the middle of the guarantee mark
    bool beyondTwice = false;          // two chevrons at the end
};

// Where each part lies in a bar `width` pixels wide. `wholeWidth` puts the mark at the right end
// instead of the middle: for a bar that stands alone, whose quota borrows nothing.
BarLayout layoutUsageBar(const UsageBar& bar, double width, bool wholeWidth = false);

// Paints the bar centred vertically in `rect`, `height` pixels high (8 in rows, 16 in the
// inspector); the mark reaches 3 px further up and down.
void paintUsageBar(QPainter& painter, const QRectF& rect, const UsageBar& bar, double height = 8,
                   bool wholeWidth = false);

// "64 own, 16 used by Quota1, of 80 guaranteed": for Qt::AccessibleTextRole and tool tips.
QString usageBarText(const UsageBar& bar, const QString& aboveName = {});

// The patterns of the grammar, for legends.
enum class BarSample { own, below, above, lent, guarantee };
void paintBarSample(QPainter& painter, const QRectF& rect, BarSample sample);

}  // namespace apportion::ui
