// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDateTime>

#include "ui/charts/chart_math.h"

namespace apportion::ui {
namespace {

QString field(QString text, QChar separator) {
    if (!text.contains(separator) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')))
        return text;
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QLatin1String("\"\"")));
}

QString moment(qint64 at, bool wallClock) {
    if (wallClock)
        return QDateTime::fromMSecsSinceEpoch(at, Qt::UTC).toString(Qt::ISODateWithMs);
    return QString::number(static_cast<double>(at) / 1000.0, 'f', 3);
}

}  // namespace

// The head is for programs: it is the same in every language.
QString chartTable(const ChartData& data, const TimeSpan& range, bool wallClock, QChar separator) {
    QString text = QLatin1String(wallClock ? "time_utc" : "seconds");
    ChartData lines = data;
    lines.until.reset();
    const Stack stack = stackOf(lines);
    for (const StackEdge& edge : stack.edges)
        text += separator + field(data.series[edge.series].name, separator);
    text += QLatin1String("\r\n");
    const auto row = [&](qint64 at) {
        text += moment(at, wallClock);
        for (const StackEdge& edge : stack.edges) {
            const std::optional<double> value = valueAt(data.series[edge.series], at);
            text += separator + (value ? QString::number(*value, 'g', 12) : QString());
        }
        text += QLatin1String("\r\n");
    };
    const auto first = std::lower_bound(stack.keys.begin(), stack.keys.end(), range.from);
    if (first != stack.keys.begin() && (first == stack.keys.end() || *first > range.from))
        row(range.from);
    for (auto at = first; at != stack.keys.end() && *at <= range.to; ++at)
        row(*at);
    return text;
}

}  // namespace apportion::ui
