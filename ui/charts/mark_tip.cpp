// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/mark_tip.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>
#include <QStringList>

namespace apportion::ui {
namespace {

struct MarkTip {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::MarkTip)
};

constexpr std::size_t kMostLines = 8;

QString countText(MarkKind kind, int count, bool alone) {
    switch (kind) {
        case MarkKind::preemption:
            return MarkTip::tr("%Ln eviction(s)", nullptr, count);
        case MarkKind::nodeDown:
            return MarkTip::tr("%Ln lost node(s)", nullptr, count);
        case MarkKind::scale:
            return MarkTip::tr("%Ln change(s) of guarantees", nullptr, count);
        case MarkKind::other:
            break;
    }
    return alone ? MarkTip::tr("%Ln event(s)", nullptr, count)
                 : MarkTip::tr("%Ln other event(s)", nullptr, count);
}

// Those of a kind stand together.
QString countsText(const ChartData& data, const std::vector<int>& marks) {
    QStringList counts;
    for (auto begin = marks.begin(); begin != marks.end();) {
        const MarkKind kind = data.marks[*begin].kind;
        const auto end = std::find_if(begin, marks.end(),
                                      [&](int mark) { return data.marks[mark].kind != kind; });
        const int count = std::accumulate(
            begin, end, 0, [&](int sum, int mark) { return sum + data.marks[mark].count; });
        counts << countText(kind, count, begin == marks.begin() && end == marks.end());
        begin = end;
    }
    return counts.join(QStringLiteral(", "));
}

}  // namespace

QString markTip(const ChartData& data, const std::vector<int>& marks,
                const std::function<QString(qint64)>& moment) {
    // One more takes no more room than the line that would count it.
    const bool all = marks.size() <= kMostLines + 1;
    const std::size_t shown = all ? marks.size() : kMostLines;
    QStringList lines;
    if (!all)
        lines << countsText(data, marks);
    for (std::size_t i = 0; i < shown; ++i)
        lines << MarkTip::tr("%1  %2", "time, event")
                     .arg(moment(data.marks[marks[i]].at), data.marks[marks[i]].text);
    if (!all)
        lines << MarkTip::tr("and %Ln more", nullptr, static_cast<int>(marks.size() - shown));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace apportion::ui
